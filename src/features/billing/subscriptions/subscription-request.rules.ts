import { refuseForfeited } from '../../../kernel/writing/claim.ts';
import { addSeconds, type Instant } from '../../../kernel/ports/clock.ts';
import type { Requested } from './subscription.commands.ts';
import { isFree, type SubscriptionEvent } from './subscription.events.ts';
import { firstPeriodOf } from './subscription.periods.ts';
import type { Incomplete, SubscriptionState } from './subscription-state.rules.ts';

/** How long the first order may stay unpaid: 23 hours (docs/BILLING.md#subscriptions-that-sellers-create). */
const PAID_WITHIN_SECONDS = 23 * 3_600;

/** Active once its first order is paid; at once if it is free, and trialing if it begins with a trial. */
export function request(data: Requested, now: Instant, state: SubscriptionState): SubscriptionEvent[] {
  if (state.status !== 'absent') return [];
  if (data.activeClaim) refuseForfeited(state.forfeited, data.activeClaim);
  const { trial: asked, ...requested } = data;
  const { trial, anchorDay, startedAt, currentPeriodEnd } = firstPeriodOf(data, now);
  if (trial || isFree(data.items)) {
    const first = { trial, anchorDay, startedAt, currentPeriodEnd, discount: null, checkoutId: null };
    return [{ type: 'SubscriptionCreated', data: { ...requested, ...first } }];
  }
  const period = { anchorDay, periodStart: startedAt, periodEnd: currentPeriodEnd };
  const expiresAt = addSeconds(now, PAID_WITHIN_SECONDS);
  return [{ type: 'SubscriptionRequested', data: { ...requested, ...period, expiresAt } }];
}

/** Its first order is paid: active, in the period that began with the request. */
export function complete(paidOrderId: string, { requested }: Incomplete): SubscriptionEvent[] {
  const { orderId, expiresAt, periodStart: startedAt, periodEnd: currentPeriodEnd, ...data } = requested;
  if (orderId !== paidOrderId) return [];
  const period = { startedAt, currentPeriodEnd, requestedAt: startedAt, billedBy: orderId };
  return [{ type: 'SubscriptionCreated', data: { ...data, ...period, trial: null, discount: null, checkoutId: null } }];
}

/** Its first order will not be paid. */
export function abandon(endedAt: Instant, state: SubscriptionState): SubscriptionEvent[] {
  if (state.status !== 'incomplete') return [];
  const { orderId, activeClaim: released } = state.requested;
  return [{ type: 'SubscriptionExpired', data: { ...state.about, orderId, endedAt, released } }];
}
