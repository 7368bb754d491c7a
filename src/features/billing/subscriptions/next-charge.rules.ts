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

/** The first charge without the discount. */
export interface DiscountEnd extends Charge {
  /** How many charges before it have the discount. */
  charges_left: number;
}

/** The next charge of a subscription; null if nothing will be charged automatically. */
export function nextCharge(subscription: SubscriptionDocument): NextCharge | null {
  const { current_period_end, amount, currency, items } = subscription;
  if (!isRenewed(subscription)) return null;
  return chargeFrom(current_period_end, {
    ...{ amount, currency, fullAmount: recurringAmountOf(items) },
    ...{ interval: subscription.recurring_interval, discount: subscription.discount_terms },
  });
}

/** When the discount of a subscription ends; null without one, if it lasts, if nothing will be charged, or if the product is about to change. */
export function discountEnd(subscription: SubscriptionDocument): DiscountEnd | null {
  const { discount_terms: discount, pending_change, current_period_end, recurring_interval, items } = subscription;
  if (!discount || pending_change || !isRenewed(subscription)) return null;
  const end = firstWithout(discount, current_period_end, recurring_interval);
  return end && { ...end, amount: recurringAmountOf(items) };
}

function isRenewed({ status, cancel_at_period_end }: SubscriptionDocument): boolean {
  return (status === 'active' || status === 'trialing') && !cancel_at_period_end;
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
  const fullFrom = (discount && firstWithout(discount, at, interval))?.at ?? null;
  if (fullFrom === at) return chargeFrom(at, { amount: fullAmount, fullAmount, currency, interval, discount: null });
  const then = fullFrom === null ? null : { at: fullFrom, amount: fullAmount };
  return amount === 0 && then === null ? null : { at, amount, currency, then };
}

/** The first period from `at` on without a discount, and how many before it have one; null if it lasts forever. */
function firstWithout(
  discount: RecurringDiscount,
  at: Instant,
  interval: RecurringInterval,
): Pick<DiscountEnd, 'at' | 'charges_left'> | null {
  if (discount.duration === 'forever') return null;
  const end = { at, charges_left: 0 };
  for (; lasts(discount, end.at); end.charges_left += 1)
    end.at = periodEndOf(end.at, interval, anchorDayOf(discount.startedAt));
  return end;
}
