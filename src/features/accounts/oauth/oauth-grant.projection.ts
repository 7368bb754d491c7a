import type { Instant } from '../../../kernel/ports/clock.ts';
import { idOf } from '../../../kernel/ports/event-store.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import type { GrantSubject, OAuthGrantEvent } from './oauth-grant.events.ts';

/** What an app may do now. Times are machine time. */
export interface OAuthGrantDocument {
  id: string;
  created_at: Instant;
  client_id: string;
  user_id: string;
  subject: GrantSubject;
  organization_id: string | null;
  scopes: string[];
}

/** Without what was revoked. */
export const oauthGrantProjection: Projection<OAuthGrantDocument, OAuthGrantEvent> = {
  name: 'oauth_grants',
  version: 1,
  group: 'access',
  indexes: [['user_id', 'created_at'], ['client_id'], ['organization_id']],
  handles: ['OAuthAccessGranted', 'OAuthAccessRevoked'],
  targets: ({ stream }) => [idOf(stream)],

  evolve(_document, { type, data, metadata }) {
    if (type === 'OAuthAccessRevoked') return undefined;
    return {
      id: data.grantId,
      created_at: metadata.recordedAt,
      client_id: data.clientId,
      user_id: data.userId,
      subject: data.subject,
      organization_id: data.organizationId,
      scopes: data.scopes,
    };
  },
};
