import type { Instant } from '../../../kernel/ports/clock.ts';
import type { SubscriptionDocument } from './subscription.projection.ts';

/** The next charge of a subscription, before tax; null if nothing will be charged automatically. */
export function nextCharge(
  subscription: SubscriptionDocument,
): { at: Instant; amount: number; currency: string } | null {
  const { status, cancel_at_period_end, current_period_end, amount, currency } = subscription;
  const isRenewed = status === 'active' || status === 'trialing';
  if (!isRenewed || cancel_at_period_end || amount === 0) return null;
  return { at: current_period_end, amount, currency };
}
