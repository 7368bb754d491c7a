import type { Instant } from '../../../kernel/ports/clock.ts';
import type { IntentOf } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import { NotFound } from '../../../kernel/errors.ts';
import type { CreateAccessToken, RevokeAccessToken } from './access-token.commands.ts';
import type { AccessTokenEvent } from './access-token.events.ts';

export type AccessTokenIntent = IntentOf<CreateAccessToken | RevokeAccessToken>;

export type AccessTokenState =
  | { status: 'absent' }
  | {
      status: 'active';
      organizationId: string;
      digest: string;
      scopes: readonly string[];
      expiresAt: Instant | null;
    }
  | { status: 'revoked'; organizationId: string };

export const accessTokenDecider: Decider<AccessTokenIntent, AccessTokenState, AccessTokenEvent> = {
  category: 'accesstoken',
  initial: { status: 'absent' },

  decide({ type, data }, state) {
    switch (type) {
      case 'CreateAccessToken':
        return state.status === 'absent' ? [{ type: 'AccessTokenCreated', data }] : [];
      case 'RevokeAccessToken':
        if (state.status !== 'active') throw new NotFound();
        return [{ type: 'AccessTokenRevoked', data: { ...data, organizationId: state.organizationId } }];
    }
  },

  evolve(_state, { type, data }) {
    switch (type) {
      case 'AccessTokenCreated':
        return { status: 'active', ...data };
      case 'AccessTokenRevoked':
        return { status: 'revoked', organizationId: data.organizationId };
    }
  },
};
