/** Plain days, both inclusive, in the organization's time zone. */
export interface Days {
  start_date: string;
  end_date: string;
}

/** The address of a list with exactly the rows that a figure is the total of; the search as the list's route reads it. */
export interface ListLink {
  to: '/$org/orders' | '/$org/subscriptions' | '/$org/checkouts';
  params: { org: string };
  search: Record<string, string>;
}

type Reason = 'purchase' | 'subscription_create' | 'subscription_cycle' | 'subscription_update';

const range = ({ start_date, end_date }: Days) => ({ from: start_date, to: end_date });

/** The addresses of an organization's lists. */
export function linksOf(org: string) {
  const params = { org };
  const subscriptions = (search: Record<string, string>): ListLink => ({ to: '/$org/subscriptions', params, search });
  return {
    paidOrders: (days: Days, currency: string, reason?: Reason): ListLink => ({
      to: '/$org/orders',
      params,
      search: { dates: 'paid', ...range(days), currency, ...(reason && { reason }) },
    }),
    unpaidOrders: (currency: string): ListLink => ({
      to: '/$org/orders',
      params,
      search: { status: 'pending', currency },
    }),
    started: (days: Days, currency: string) => subscriptions({ dates: 'started', ...range(days), currency }),
    ended: (days: Days, currency: string) => subscriptions({ dates: 'ended', ...range(days), currency }),
    active: (currency: string) => subscriptions({ status: 'active', currency }),
    pastDue: (currency: string) => subscriptions({ status: 'past_due', currency }),
    /** Active, not canceled, and their period ends in these days. */
    renewing: (days: Days, currency: string) =>
      subscriptions({ status: 'renewing', dates: 'period_ends', ...range(days), currency }),
    checkouts: (days: Days, status?: 'succeeded'): ListLink => ({
      to: '/$org/checkouts',
      params,
      search: { ...range(days), ...(status && { status }) },
    }),
  };
}
