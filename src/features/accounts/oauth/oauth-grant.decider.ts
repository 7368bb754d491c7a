import type { IntentOf } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import type { GrantOAuthAccess, RevokeOAuthAccess } from './oauth-grant.commands.ts';
import type { OAuthGrantEvent } from './oauth-grant.events.ts';

export type OAuthGrantIntent = IntentOf<GrantOAuthAccess | RevokeOAuthAccess>;

export interface OAuthGrantState {
  status: 'absent' | 'granted' | 'revoked';
  organizationId: string | null;
}

export const oauthGrantDecider: Decider<OAuthGrantIntent, OAuthGrantState, OAuthGrantEvent> = {
  category: 'oauthgrant',
  initial: { status: 'absent', organizationId: null },

  decide({ type, data }, { status, organizationId }) {
    switch (type) {
      case 'GrantOAuthAccess':
        return status === 'absent' ? [{ type: 'OAuthAccessGranted', data }] : [];
      case 'RevokeOAuthAccess':
        return status === 'granted' ? [{ type: 'OAuthAccessRevoked', data: { ...data, organizationId } }] : [];
    }
  },

  evolve(_, { type, data: { organizationId } }) {
    return { status: type === 'OAuthAccessGranted' ? 'granted' : 'revoked', organizationId };
  },
};
