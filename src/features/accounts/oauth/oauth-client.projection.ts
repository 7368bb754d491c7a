import type { Instant } from '../../../kernel/ports/clock.ts';
import { idOf } from '../../../kernel/ports/event-store.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import type { ClientAuthMethod, ClientProfile, GrantType, OAuthClientEvent } from './oauth-client.events.ts';

/** An app, without its secret. Times are machine time. */
export interface OAuthClientDocument {
  id: string;
  created_at: Instant;
  modified_at: Instant | null;
  user_id: string;
  name: string;
  redirect_uris: string[];
  auth_method: ClientAuthMethod;
  grant_types: GrantType[];
  scopes: string[];
  client_uri: string | null;
  logo_uri: string | null;
  tos_uri: string | null;
  policy_uri: string | null;
}

/** Without those that were removed. */
export const oauthClientProjection: Projection<OAuthClientDocument, OAuthClientEvent> = {
  name: 'oauth_clients',
  version: 1,
  group: 'access',
  indexes: [['user_id', 'created_at']],
  handles: ['OAuthClientRegistered', 'OAuthClientUpdated', 'OAuthClientRemoved'],
  targets: ({ stream }) => [idOf(stream)],

  evolve(document, { type, data, metadata }) {
    switch (type) {
      case 'OAuthClientRegistered':
        return {
          id: data.clientId,
          created_at: metadata.recordedAt,
          modified_at: null,
          user_id: data.userId,
          ...wordsOf(data),
        };
      case 'OAuthClientUpdated':
        return document && { ...document, ...wordsOf(data), modified_at: metadata.recordedAt };
      case 'OAuthClientRemoved':
        return undefined;
    }
  },
};

function wordsOf({ name, redirectUris, authMethod, grantTypes, scopes, ...uris }: ClientProfile) {
  return {
    name,
    redirect_uris: redirectUris,
    auth_method: authMethod,
    grant_types: grantTypes,
    scopes,
    client_uri: uris.clientUri,
    logo_uri: uris.logoUri,
    tos_uri: uris.tosUri,
    policy_uri: uris.policyUri,
  };
}
