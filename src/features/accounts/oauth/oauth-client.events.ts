import { event, type EventsOf } from '../../../kernel/writing/events.ts';

/** An app that a user has registered: `oauthclient-{UUID}`. */
export const oauthClientStream = (clientId: string): string => `oauthclient-${clientId}`;

export const AUTH_METHODS = ['client_secret_basic', 'client_secret_post', 'none'] as const;
export type ClientAuthMethod = (typeof AUTH_METHODS)[number];

export const GRANT_TYPES = ['authorization_code', 'refresh_token'] as const;
export type GrantType = (typeof GRANT_TYPES)[number];

/** What an app says of itself (RFC 7591 §2). */
export interface ClientProfile {
  name: string;
  redirectUris: string[];
  authMethod: ClientAuthMethod;
  grantTypes: GrantType[];
  /** The scopes that it may ask for. */
  scopes: string[];
  clientUri: string | null;
  logoUri: string | null;
  tosUri: string | null;
  policyUri: string | null;
}

/** Its secret is in the Vault. */
export const oauthClientEvents = {
  OAuthClientRegistered: event<{ clientId: string; userId: string } & ClientProfile>(),
  OAuthClientUpdated: event<{ clientId: string } & ClientProfile>(),
  OAuthClientRemoved: event<{ clientId: string }>(),
};

export type OAuthClientEvent = EventsOf<typeof oauthClientEvents>;
