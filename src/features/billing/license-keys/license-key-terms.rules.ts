import { addDays, type Instant } from '../../../kernel/ports/clock.ts';
import type { LicenseKeyTerms } from '../benefits/benefit.events.ts';
import { monthsAfter } from '../months.ts';

/** The limits of a key that is issued, or gets the terms of its benefit, at an instant. */
export function limitsAt({ expires, activations, limitUsage }: LicenseKeyTerms, at: Instant) {
  return { expiresAt: expires && expiryOf(expires, at), limitActivations: activations?.limit ?? null, limitUsage };
}

/** In calendar units, on the last day of a shorter month (docs/BILLING.md#periods). */
function expiryOf({ ttl, timeframe }: NonNullable<LicenseKeyTerms['expires']>, from: Instant): Instant {
  return timeframe === 'day' ? addDays(from, ttl) : monthsAfter(from, timeframe === 'year' ? 12 * ttl : ttl);
}
