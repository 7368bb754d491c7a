import { closeHour, hourOf, type CountedHour, type HourlyUse } from '../../../kernel/hourly-use.ts';
import { msOf, type Instant } from '../../../kernel/ports/clock.ts';

const DAY_MS = 86_400_000;

/** The settings that limit a key's uses. Times are machine time. */
export interface UseLimits {
  createdAt: Instant;
  /** Uses left at `remainingSince`; null: unlimited. */
  remaining: number | null;
  remainingSince: Instant;
  refillAmount: number | null;
  /** Days. */
  refillInterval: number | null;
  rateLimitEnabled: boolean;
  /** Milliseconds. */
  rateLimitTimeWindow: number;
  rateLimitMax: number;
}

/** A key's uses, in one entry of the Vault, so that all limits apply together. */
export interface KeyUse extends HourlyUse<HourOfUse> {
  remaining: number | null;
  remainingSince: Instant;
  lastRefillAt: Instant | null;
  /** In the current window. */
  requestCount: number;
  lastRequest: Instant | null;
}

export interface HourOfUse extends CountedHour {
  uses: number;
}

export type UseOutcome =
  | { outcome: 'used'; use: KeyUse }
  | { outcome: 'USAGE_EXCEEDED' }
  /** `tryAgainIn`: milliseconds. */
  | { outcome: 'RATE_LIMITED'; tryAgainIn: number };

/** The uses of a key so far; setting `remaining` restarts its countdown. */
export function useOf(limits: UseLimits, stored: KeyUse | undefined): KeyUse {
  const { remaining, remainingSince } = limits;
  if (stored?.remainingSince === remainingSince) return stored;
  const fresh = { lastRefillAt: null, requestCount: 0, lastRequest: null, open: null, closed: [] };
  return { ...fresh, ...stored, remaining, remainingSince };
}

/** One use (docs/IDENTITY.md#using-a-key); a refusal changes nothing. */
export function spend(limits: UseLimits, stored: KeyUse | undefined, now: Instant): UseOutcome {
  const before = refilled(limits, useOf(limits, stored), now);
  if (before.remaining === 0) return { outcome: 'USAGE_EXCEEDED' };
  const since = before.lastRequest === null ? Infinity : msOf(now) - msOf(before.lastRequest);
  const inWindow = since <= limits.rateLimitTimeWindow ? before.requestCount : 0;
  if (limits.rateLimitEnabled && inWindow >= limits.rateLimitMax)
    return { outcome: 'RATE_LIMITED', tryAgainIn: Math.max(0, limits.rateLimitTimeWindow - since) };
  const { open, closed } = closeHour(before, now);
  const hour = open?.hour ?? hourOf(now);
  return {
    outcome: 'used',
    use: {
      ...before,
      remaining: before.remaining === null ? null : before.remaining - 1,
      requestCount: inWindow + 1,
      lastRequest: now,
      open: { hour, uses: (open?.uses ?? 0) + 1 },
      closed,
    },
  };
}

function refilled(limits: UseLimits, use: KeyUse, now: Instant): KeyUse {
  const { refillAmount, refillInterval } = limits;
  if (use.remaining === null || refillAmount === null || refillInterval === null) return use;
  const days = (msOf(now) - msOf(use.lastRefillAt ?? limits.createdAt)) / DAY_MS;
  return days > refillInterval ? { ...use, remaining: refillAmount, lastRefillAt: now } : use;
}
