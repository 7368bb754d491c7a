import type { SubscriptionFilters } from './list-filters';

/** In minor units, with words for what is added up. */
export interface ListSum {
  currency: string;
  amount: number;
  of: string;
}

interface OrderTotal {
  currency: string;
  net_amount: number;
  refunded_amount: number;
  unpaid_amount: number;
}

/** The columns of paid orders, and what they leave; what is not paid is no money yet, and what is void never will be. */
export function orderSums(totals: readonly OrderTotal[]): ListSum[] {
  return totals.flatMap(({ currency, net_amount, refunded_amount, unpaid_amount }) => [
    ...(net_amount || !unpaid_amount ? [{ currency, amount: net_amount, of: 'before tax' }] : []),
    ...(refunded_amount
      ? [
          { currency, amount: 0 - refunded_amount, of: 'refunded' },
          { currency, amount: net_amount - refunded_amount, of: 'after refunds' },
        ]
      : []),
    ...(unpaid_amount ? [{ currency, amount: unpaid_amount, of: 'not paid, with tax' }] : []),
  ]);
}

interface SubscriptionTotal {
  currency: string;
  amount: number;
  monthly_amount: number;
  monthly_recurring_revenue: number;
}

/** MRR, which counts neither trials, debtors nor what has ended; lists of what renews or is past due add up just that. */
export function subscriptionSums(
  totals: readonly SubscriptionTotal[],
  { status }: Partial<SubscriptionFilters>,
): ListSum[] {
  return totals.map(({ currency, amount, monthly_amount, monthly_recurring_revenue }) => {
    if (status === 'past_due') return { currency, amount: monthly_amount, of: 'a month, past due' };
    if (status === 'renewing') return { currency, amount, of: 'at the next renewals, before tax' };
    return { currency, amount: monthly_recurring_revenue, of: 'MRR' };
  });
}

interface EntryTotal {
  currency: string;
  net_amount: number;
  total_amount: number;
}

export function entrySums(totals: readonly EntryTotal[]): ListSum[] {
  return totals.flatMap(({ currency, net_amount, total_amount }) => [
    { currency, amount: net_amount, of: 'before tax' },
    { currency, amount: total_amount, of: 'with tax' },
  ]);
}
