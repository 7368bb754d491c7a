import type { Instant } from '../../../kernel/ports/clock.ts';
import { event, subjectOf, type EventsOf } from '../../../kernel/writing/events.ts';

/** An API key's stream is `apikey-{HMAC of the key}`: its settings, some tens of events. */
export const apiKeyStream = (keyId: string): string => `apikey-${keyId}`;

/** Its uses in one month are a stream of their own: an event per hour, at most 744. */
export const apiKeyUseStream = (keyId: string, hour: Instant): string => `apikeyuse-${keyId}_${hour.slice(0, 7)}`;

/** The settings of a key that can change (docs/IDENTITY.md#api-keys). */
export interface ApiKeySettings {
  name: string | null;
  enabled: boolean;
  expiresAt: Instant | null;
  /** Uses left; null: unlimited. */
  remaining: number | null;
  /** Uses left after a refill, and days between refills; both or neither. */
  refillAmount: number | null;
  refillInterval: number | null;
  rateLimitEnabled: boolean;
  /** Milliseconds. */
  rateLimitTimeWindow: number;
  /** Uses per window. */
  rateLimitMax: number;
  /** Actions per resource, such as `{ products: ['read'] }`; null: everything that its owner may do. */
  permissions: Record<string, string[]> | null;
  metadata: Record<string, unknown> | null;
}

/** The organization owns the key if there is one, else the user, who created it in both cases. */
export interface ApiKeyOwner {
  userId: string;
  organizationId: string | null;
}

export type ApiKeyEnd = 'deleted' | 'expired' | 'used_up' | 'owner_deleted' | 'account_reclaimed';

const owner = ({ userId, organizationId }: ApiKeyOwner): string =>
  organizationId === null ? subjectOf.user(userId) : `organization:${organizationId}`;
const personal = [{ subject: owner, fields: { name: null, metadata: null } }];

/** Times are machine time. */
export const apiKeyEvents = {
  /** `start`: the key's first characters, to recognize it by. */
  ApiKeyCreated: event<
    { keyId: string; start: string; prefix: string | null; at: Instant } & ApiKeyOwner & ApiKeySettings
  >({ personal }),
  /** Only what was set; `remaining` also if it is unchanged: its countdown restarts. */
  ApiKeyUpdated: event<{ keyId: string; at: Instant } & ApiKeyOwner & Partial<ApiKeySettings>>({ personal }),
  ApiKeyDeleted: event<{ keyId: string; reason: ApiKeyEnd } & ApiKeyOwner>(),
  /** Uses in the hour that began at `hour`. */
  ApiKeyUsed: event<{ keyId: string; hour: Instant; uses: number } & ApiKeyOwner>({ internal: true }),
};

export type ApiKeyEvent = Exclude<EventsOf<typeof apiKeyEvents>, { type: 'ApiKeyUsed' }>;
export type ApiKeyUseEvent = Extract<EventsOf<typeof apiKeyEvents>, { type: 'ApiKeyUsed' }>;
