import { event, type EventsOf } from '../../../kernel/writing/events.ts';

/** What a user has allowed an app, once: `oauthgrant-{UUID}`; two events at most. */
export const oauthGrantStream = (grantId: string): string => `oauthgrant-${grantId}`;

/** On whose behalf an app acts: an organization, or the user in all of theirs. */
export type GrantSubject = 'organization' | 'user';

/**
 * - `user`: whoever allowed it
 * - `app`: the app returned its tokens
 * - `reuse`: a code or refresh token was used a second time, so somebody else may have it
 * - `removed`: the app, the user or the organization is gone
 * - `reclaimed`: the user's account was returned to its owner, with a new password or by a provider
 */
export type GrantEnd = 'user' | 'app' | 'reuse' | 'removed' | 'reclaimed';

export const oauthGrantEvents = {
  OAuthAccessGranted: event<{
    grantId: string;
    clientId: string;
    userId: string;
    subject: GrantSubject;
    /** null: all of the user's. */
    organizationId: string | null;
    scopes: string[];
  }>(),
  OAuthAccessRevoked: event<{ grantId: string; organizationId: string | null; reason: GrantEnd }>(),
};

export type OAuthGrantEvent = EventsOf<typeof oauthGrantEvents>;
