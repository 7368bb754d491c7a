import type { Instant } from '../../../kernel/ports/clock.ts';
import { anchorDayOf } from '../months.ts';
import { recurringAmountOf } from '../pricing/lines.ts';
import type { RecurringDiscount } from '../pricing/terms.ts';
import type { RecurringInterval } from '../products/product.events.ts';
import { lasts, periodEndOf } from './subscription.periods.ts';
import type { SubscriptionDocument } from './subscription.projection.ts';

/** Before tax, in minor units. */
interface Charge {
  at: Instant;
  amount: number;
}

export interface NextCharge extends Charge {
  currency: string;
  /** The first charge without the discount; null without one, or if it lasts or has ended by then. */
  then: Charge | null;
}

/** The next charge of a subscription; null if nothing will be charged automatically. */
export function nextCharge(subscription: SubscriptionDocument): NextCharge | null {
  const { status, cancel_at_period_end, current_period_end, amount, currency, items } = subscription;
  const isRenewed = status === 'active' || status === 'trialing';
  if (!isRenewed || cancel_at_period_end) return null;
  return chargeFrom(current_period_end, {
    ...{ amount, currency, fullAmount: recurringAmountOf(items) },
    ...{ interval: subscription.recurring_interval, discount: subscription.discount_terms },
  });
}

interface Terms {
  amount: number;
  /** Without the discount. */
  fullAmount: number;
  currency: string;
  interval: RecurringInterval;
  discount: RecurringDiscount | null;
}

/** What a period that begins at `at` costs, and the first one without the discount; null if neither costs anything. */
export function chargeFrom(
  at: Instant,
  { amount, fullAmount, currency, interval, discount }: Terms,
): NextCharge | null {
  const fullFrom = discount && firstWithout(discount, at, interval);
  if (fullFrom === at) return chargeFrom(at, { amount: fullAmount, fullAmount, currency, interval, discount: null });
  const then = fullFrom === null ? null : { at: fullFrom, amount: fullAmount };
  return amount === 0 && then === null ? null : { at, amount, currency, then };
}

/** The first period from `at` on without a discount; null if it lasts forever. */
function firstWithout(discount: RecurringDiscount, at: Instant, interval: RecurringInterval): Instant | null {
  if (discount.duration === 'forever') return null;
  let start = at;
  while (lasts(discount, start)) start = periodEndOf(start, interval, anchorDayOf(discount.startedAt));
  return start;
}
