import { isDeepStrictEqual } from 'node:util';
import type { Instant } from '../../../kernel/ports/clock.ts';
import type { IntentOf } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import { EDITS_PER_DAY } from '../../../kernel/writing/edit-limit.ts';
import { NotFound } from '../../../kernel/errors.ts';
import type { CreateAccessToken, RevokeAccessToken, UpdateAccessToken } from './access-token.commands.ts';
import type { AccessTokenEvent } from './access-token.events.ts';

export type AccessTokenIntent = IntentOf<CreateAccessToken | UpdateAccessToken | RevokeAccessToken>;

interface ActiveToken {
  status: 'active';
  organizationId: string;
  comment: string;
  digest: string;
  scopes: readonly string[];
  expiresAt: Instant | null;
}

export type AccessTokenState = { status: 'absent' } | ActiveToken | { status: 'revoked'; organizationId: string };

export const accessTokenDecider: Decider<AccessTokenIntent, AccessTokenState, AccessTokenEvent> = {
  category: 'accesstoken',
  initial: { status: 'absent' },
  edits: { types: ['AccessTokenUpdated'], perDay: EDITS_PER_DAY },

  decide({ type, data }, state) {
    switch (type) {
      case 'CreateAccessToken':
        return state.status === 'absent' ? [{ type: 'AccessTokenCreated', data }] : [];
      case 'UpdateAccessToken':
        return update(data, active(state));
      case 'RevokeAccessToken':
        return [{ type: 'AccessTokenRevoked', data: { ...data, organizationId: active(state).organizationId } }];
    }
  },

  evolve(state, { type, data }) {
    switch (type) {
      case 'AccessTokenCreated':
        return { status: 'active', ...data };
      case 'AccessTokenUpdated':
        return state.status === 'active' ? { ...state, ...data } : state;
      case 'AccessTokenRevoked':
        return { status: 'revoked', organizationId: data.organizationId };
    }
  },
};

function active(state: AccessTokenState): ActiveToken {
  if (state.status !== 'active') throw new NotFound();
  return state;
}

function update({ tokenId, comment, scopes }: UpdateAccessToken['data'], token: ActiveToken): AccessTokenEvent[] {
  const changes = {
    ...(comment !== undefined && comment !== token.comment && { comment }),
    ...(scopes !== undefined && !isDeepStrictEqual(scopes, token.scopes) && { scopes }),
  };
  if (Object.keys(changes).length === 0) return [];
  return [{ type: 'AccessTokenUpdated', data: { tokenId, organizationId: token.organizationId, ...changes } }];
}
