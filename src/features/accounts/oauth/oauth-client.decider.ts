import { isDeepStrictEqual } from 'node:util';
import { NotFound } from '../../../kernel/errors.ts';
import type { IntentOf } from '../../../kernel/writing/command.ts';
import { EDITS_PER_DAY } from '../../../kernel/writing/edit-limit.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import type { RegisterOAuthClient, RemoveOAuthClient, UpdateOAuthClient } from './oauth-client.commands.ts';
import type { ClientProfile, OAuthClientEvent } from './oauth-client.events.ts';

export type OAuthClientIntent = IntentOf<RegisterOAuthClient | UpdateOAuthClient | RemoveOAuthClient>;

export type OAuthClientState =
  { status: 'absent' } | { status: 'registered'; userId: string; profile: ClientProfile } | { status: 'removed' };

export const oauthClientDecider: Decider<OAuthClientIntent, OAuthClientState, OAuthClientEvent> = {
  category: 'oauthclient',
  initial: { status: 'absent' },
  edits: { types: ['OAuthClientUpdated'], perDay: EDITS_PER_DAY },

  decide({ type, data }, state) {
    if (type === 'RegisterOAuthClient') {
      const { profile, ...ids } = data;
      return state.status === 'absent' ? [{ type: 'OAuthClientRegistered', data: { ...ids, ...profile } }] : [];
    }
    const { clientId, userId } = data;
    if (state.status !== 'registered' || state.userId !== userId) throw new NotFound();
    if (type === 'RemoveOAuthClient') return [{ type: 'OAuthClientRemoved', data: { clientId } }];
    if (isDeepStrictEqual(data.profile, state.profile)) return [];
    return [{ type: 'OAuthClientUpdated', data: { clientId, ...data.profile } }];
  },

  evolve(state, { type, data }) {
    switch (type) {
      case 'OAuthClientRegistered': {
        const { clientId: _, userId, ...profile } = data;
        return { status: 'registered', userId, profile };
      }
      case 'OAuthClientUpdated': {
        const { clientId: _, ...profile } = data;
        return state.status === 'registered' ? { ...state, profile } : state;
      }
      case 'OAuthClientRemoved':
        return { status: 'removed' };
    }
  },
};
