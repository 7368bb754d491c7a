import type { Instant } from '../../../kernel/ports/clock.ts';
import { event, type EventsOf } from '../../../kernel/writing/events.ts';

/** An organization access token's stream is `accesstoken-{UUID}`, the id being part of the token. */
export const accessTokenStream = (tokenId: string): string => `accesstoken-${tokenId}`;

export const accessTokenEvents = {
  AccessTokenCreated: event<{
    tokenId: string;
    organizationId: string;
    comment: string;
    scopes: string[];
    /** Machine time; null: never. */
    expiresAt: Instant | null;
    /** Keyed digest of the token. */
    digest: string;
    createdBy: string;
  }>(),
  /** What has changed. */
  AccessTokenUpdated: event<{ tokenId: string; organizationId: string; comment?: string; scopes?: string[] }>(),
  AccessTokenRevoked: event<{ tokenId: string; organizationId: string }>(),
};

export type AccessTokenEvent = EventsOf<typeof accessTokenEvents>;
