import { addDays, msOf, type Instant } from '../../../kernel/ports/clock.ts';
import { anchorDayOf, monthsAfter, trialEndOf } from '../months.ts';
import type { RecurringDiscount } from '../pricing/terms.ts';
import type { RecurringInterval, Trial } from '../products/product.events.ts';

/**
 * The end of the period that begins at `start`: one calendar month or year on, at the same time of day, on the anchor day or, if
 * the month is shorter, on its last day: 31 January → 28 February → 31 March (docs/BILLING.md#periods).
 */
export function periodEndOf(start: Instant, interval: RecurringInterval, anchorDay: number): Instant {
  return monthsAfter(start, interval === 'year' ? 12 : 1, anchorDay);
}

/** The first period of a subscription that starts now: its trial, or one that is paid. */
export function firstPeriodOf(
  { trial, recurringInterval }: { trial: Trial | null; recurringInterval: RecurringInterval },
  now: Instant,
) {
  const endsAt = trial && trialEndOf(now, trial);
  // Periods count from the first that is paid.
  const paidFrom = endsAt ?? now;
  const anchorDay = anchorDayOf(paidFrom);
  const currentPeriodEnd = endsAt ?? periodEndOf(now, recurringInterval, anchorDay);
  return { trial: endsAt === null ? null : { endsAt }, paidFrom, anchorDay, startedAt: now, currentPeriodEnd };
}

/** Days before a yearly renewal that its customer is told of the charge: nobody remembers what they agreed to a year ago. */
const TOLD_DAYS_BEFORE = 7;

/** When the customer of a period is told that it renews; undefined for months, whose charges are expected (docs/BILLING.md#periods). */
export function announcedAt(interval: RecurringInterval, periodEnd: Instant): Instant | undefined {
  return interval === 'year' ? addDays(periodEnd, -TOLD_DAYS_BEFORE) : undefined;
}

/** Whether a discount still applies to the period that begins at `periodStart` (docs/BILLING.md#discounts). */
export function lasts({ startedAt, duration }: RecurringDiscount, periodStart: Instant): boolean {
  if (duration === 'forever') return true;
  const months = duration === 'once' ? 1 : duration.months;
  return msOf(periodStart) <= msOf(monthsAfter(startedAt, months - 1, anchorDayOf(startedAt)));
}
