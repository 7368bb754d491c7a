import type { Instant } from '../../../kernel/ports/clock.ts';
import { idOf } from '../../../kernel/ports/event-store.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import { folded } from '../../../kernel/folding.ts';
import type { AccessTokenEvent } from './access-token.events.ts';

/** An organization access token as the billing contract shows it, with the token's keyed digest. Times are machine time. */
export interface AccessTokenDocument {
  id: string;
  created_at: Instant;
  modified_at: Instant | null;
  organization_id: string;
  comment: string;
  scopes: string[];
  expires_at: Instant | null;
  last_used_at: null;
  /** The user who created it. */
  created_by: string;
  digest: string;
  comment_lower: string;
}

/** Without revoked tokens. */
export const accessTokenProjection: Projection<AccessTokenDocument, AccessTokenEvent> = {
  name: 'access_tokens',
  version: 3,
  group: 'access',
  indexes: [],
  lists: {
    scope: ['organization_id'],
    sortings: ['created_at', 'comment_lower', 'expires_at'],
    filters: [],
  },
  handles: ['AccessTokenCreated', 'AccessTokenUpdated', 'AccessTokenRevoked'],
  targets: ({ stream }) => [idOf(stream)],

  evolve(document, { type, data, metadata }) {
    switch (type) {
      case 'AccessTokenCreated':
        return {
          id: data.tokenId,
          created_at: metadata.recordedAt,
          modified_at: null,
          organization_id: data.organizationId,
          comment: data.comment,
          scopes: data.scopes,
          expires_at: data.expiresAt,
          last_used_at: null,
          created_by: data.createdBy,
          digest: data.digest,
          comment_lower: folded(data.comment),
        };
      case 'AccessTokenUpdated': {
        if (!document) return undefined;
        const { comment = document.comment, scopes = document.scopes } = data;
        return {
          ...document,
          modified_at: metadata.recordedAt,
          comment,
          scopes,
          comment_lower: folded(comment),
        };
      }
      case 'AccessTokenRevoked':
        return undefined;
    }
  },
};
