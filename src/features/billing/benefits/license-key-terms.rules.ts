import { addDays, LAST_INSTANT, msOf, type Instant } from '../../../kernel/ports/clock.ts';
import type { LicenseKeyTerms } from './benefit.events.ts';
import { monthsAfter } from '../months.ts';

/** The limits of a key that is issued at an instant. */
export function limitsAt({ expires, activations, limitUsage }: LicenseKeyTerms, at: Instant) {
  // One that ends later was made before it was refused, or is issued later.
  const expiresAt = expires && (endsTooLate(expires, at) ? LAST_INSTANT : expiryOf(expires, at));
  return { expiresAt, limitActivations: activations?.limit ?? null, limitUsage };
}

/** Whether a key that is issued at an instant would expire after the year 9999. */
export function endsTooLate(expires: NonNullable<LicenseKeyTerms['expires']>, at: Instant): boolean {
  return msOf(expiryOf(expires, at)) > msOf(LAST_INSTANT);
}

/** In calendar units, on the last day of a shorter month (docs/BILLING.md#periods). */
function expiryOf({ ttl, timeframe }: NonNullable<LicenseKeyTerms['expires']>, from: Instant): Instant {
  return timeframe === 'day' ? addDays(from, ttl) : monthsAfter(from, timeframe === 'year' ? 12 * ttl : ttl);
}
