import type { StateSubscription } from '../../billing/customer-states/customer-state.projection.ts';

/** What a customer's subscriptions amount to, what needs attention first. */
export const CUSTOMER_STANDINGS = ['unpaid', 'past_due', 'ending', 'active', 'trialing', 'ended', 'none'] as const;
export type Standing = (typeof CUSTOMER_STANDINGS)[number];

/** @param hasEnded whether the customer has a subscription that is none of the live ones */
export function standingOf(
  live: readonly Pick<StateSubscription, 'status' | 'cancel_at_period_end'>[],
  hasEnded: boolean,
): Standing {
  if (live.length === 0) return hasEnded ? 'ended' : 'none';
  const words = live.map(({ status, cancel_at_period_end }): Standing =>
    cancel_at_period_end && (status === 'active' || status === 'trialing') ? 'ending' : status,
  );
  return CUSTOMER_STANDINGS.find((standing) => words.includes(standing))!;
}
