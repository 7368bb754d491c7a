import type {
  CheckoutFilters,
  FinanceEntryFilters,
  OrderFilters,
  OrderReason,
  SubscriptionFilters,
} from '@/lib/list-filters';

/** Plain days, both inclusive, in the organization's time zone. */
export interface Days {
  start_date: string;
  end_date: string;
}

/** The address of a list with exactly the rows that a figure is the total of. */
export type ListLink = { params: { org: string } } & (
  | { to: '/$org/orders'; search: Partial<OrderFilters> }
  | { to: '/$org/subscriptions'; search: Partial<SubscriptionFilters> }
  | { to: '/$org/finance/entries'; search: Partial<FinanceEntryFilters> }
  | { to: '/$org/checkouts'; search: Partial<CheckoutFilters> }
);

const range = ({ start_date, end_date }: Days) => ({ from: start_date, to: end_date });

/** The addresses of an organization's lists. */
export function linksOf(org: string) {
  const params = { org };
  const subscriptions = (search: Partial<SubscriptionFilters>): ListLink => ({
    to: '/$org/subscriptions',
    params,
    search,
  });
  return {
    paidOrders: (days: Days, currency: string, reason?: OrderReason): ListLink => ({
      to: '/$org/orders',
      params,
      search: { dates: 'paid', ...range(days), currency, ...(reason && { reason }) },
    }),
    /** Sales and refunds on the days that they are booked on. */
    booked: (days: Days, currency: string, of: Partial<FinanceEntryFilters> = {}): ListLink => ({
      to: '/$org/finance/entries',
      params,
      search: { ...range(days), currency, ...of },
    }),
    unpaidOrders: (currency: string): ListLink => ({
      to: '/$org/orders',
      params,
      search: { status: 'pending', currency },
    }),
    started: (days: Days, currency: string) => subscriptions({ dates: 'started', ...range(days), currency }),
    ended: (days: Days, currency: string) => subscriptions({ dates: 'ended', ...range(days), currency }),
    active: (currency: string) => subscriptions({ status: 'live', currency }),
    /** Without trials. */
    charged: (currency: string) => subscriptions({ status: 'active', currency }),
    pastDue: (currency: string) => subscriptions({ status: 'past_due', currency }),
    /** Active or trialing, not canceled, and their period ends in these days. */
    renewing: (days: Days, currency: string) =>
      subscriptions({ status: 'renewing', dates: 'period_ends', ...range(days), currency }),
    checkouts: (days: Days, status?: 'succeeded'): ListLink => ({
      to: '/$org/checkouts',
      params,
      search: { ...range(days), ...(status && { status }) },
    }),
  };
}
