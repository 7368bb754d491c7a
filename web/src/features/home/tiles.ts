import type { CurrencyFigures, Figures, FigureTotals } from '@/api/types';
import { count, money, percent, plural } from '@/lib/format';
import type { FinanceEntryFilters, OrderReason } from '@/lib/list-filters';
import { linksOf, type ListLink } from './links';

/** A number that is the total of a list: money adds up its amounts, a count its rows. */
export interface Total {
  kind: 'money' | 'count';
  value: number;
  link: ListLink;
}

export interface Tile extends Total {
  term: string;
  /** The same in the range before; undefined for what is true now. */
  previous?: number;
  /** Whether the range before is one to compare with. */
  isComparable?: boolean;
  /** Beside it: another total, with its words. */
  detail?: Total & { words: string };
  /** Another figure, which no list has. */
  note?: string;
}

/** Whether the shop sold all through the range before: against a part of it, any change would look large. */
function isWholeBefore({ first_sale_date, previous }: Figures): boolean {
  return first_sale_date !== null && first_sale_date <= previous.start_date;
}

/** The totals of a range in one currency. */
export function rangeTiles(org: string, figures: Figures, one: CurrencyFigures): Tile[] {
  const { currency, totals, previous } = one;
  const to = linksOf(org);
  const isComparable = isWholeBefore(figures);
  const orders = (value: number, link: ListLink, what = 'order') =>
    ({ kind: 'count', value, link, words: plural(value, what) }) as const;
  const sold = (term: string, field: MoneyField, link: ListLink) =>
    ({ term, kind: 'money', value: totals[field], previous: previous[field], isComparable, link }) as const;
  const paid = (reason?: OrderReason) => to.paidOrders(figures, currency, reason);
  const booked = (reason: FinanceEntryFilters['reason']) => to.booked(figures, currency, { reason });
  return [
    {
      ...sold('Revenue', 'revenue', to.booked(figures, currency)),
      detail: orders(totals.orders, paid()),
      ...(totals.orders > 0 && { note: `${money(totals.average_order_value, currency)} on average` }),
    },
    {
      ...sold('Renewals', 'renewed_subscriptions_revenue', booked('subscription_cycle')),
      detail: orders(totals.renewed_subscriptions, paid('subscription_cycle'), 'renewal'),
    },
    {
      ...sold('New subscriptions', 'new_subscriptions_revenue', booked('subscription_create')),
      detail: {
        ...orders(totals.new_subscriptions, to.started(figures, currency)),
        words: `${count(totals.new_subscriptions)} started`,
      },
    },
    {
      ...sold('One-time sales', 'one_time_products_revenue', booked('purchase')),
      detail: orders(totals.one_time_products, paid('purchase'), 'sale'),
    },
    ...(totals.subscription_updates_revenue || previous.subscription_updates_revenue
      ? [sold('Plan changes', 'subscription_updates_revenue', booked('subscription_update'))]
      : []),
    {
      term: 'Refunds',
      kind: 'money',
      value: 0 - totals.refunded_amount,
      previous: 0 - previous.refunded_amount,
      isComparable,
      link: to.booked(figures, currency, { kind: 'refunds' }),
      note: 'taken off on their day',
    },
    {
      term: 'Ended subscriptions',
      kind: 'count',
      value: totals.ended_subscriptions,
      previous: previous.ended_subscriptions,
      isComparable,
      link: to.ended(figures, currency),
    },
  ];
}

type MoneyField = {
  [Name in keyof FigureTotals]: Name extends `${string}revenue` ? Name : never;
}[keyof FigureTotals];

/** Checkouts have no currency until they are paid, so they are counted once for all. */
export function checkoutTile(org: string, figures: Figures): Tile {
  const { opened, succeeded } = figures.checkouts;
  const to = linksOf(org);
  return {
    term: 'Checkouts',
    kind: 'count',
    value: opened,
    previous: figures.previous_checkouts.opened,
    isComparable: isWholeBefore(figures),
    link: to.checkouts(figures),
    detail: {
      kind: 'count',
      value: succeeded,
      link: to.checkouts(figures, 'succeeded'),
      words: `${count(succeeded)} paid${opened > 0 ? `, ${percent(succeeded / opened)}` : ''}`,
    },
  };
}

/** The current state in one currency. */
export function nowTiles(org: string, figures: Figures, { currency, now }: CurrencyFigures): Tile[] {
  const to = linksOf(org);
  const renewing = to.renewing(figures.upcoming, currency);
  return [
    { term: 'Active subscriptions', kind: 'count', value: now.active_subscriptions, link: to.active(currency) },
    { term: 'MRR', kind: 'money', value: now.monthly_recurring_revenue, link: to.charged(currency) },
    {
      term: 'Renewals in the next seven days',
      kind: 'money',
      value: now.upcoming_renewals_amount,
      link: renewing,
      detail: {
        kind: 'count',
        value: now.upcoming_renewals,
        link: renewing,
        words: plural(now.upcoming_renewals, 'renewal'),
      },
      note: 'with today’s discounts, before tax',
    },
  ];
}

/** How a figure differs from the one before; null if there is nothing to compare with. */
export function changeOf({ value, previous, isComparable }: Pick<Tile, 'value' | 'previous' | 'isComparable'>) {
  if (previous === undefined || !isComparable) return null;
  const by = value - previous;
  // A share above tenfold means little.
  const share = previous > 0 && Math.abs(value) <= previous * 10 ? percent(Math.abs(by) / previous) : null;
  return { way: by > 0 ? ('up' as const) : by < 0 ? ('down' as const) : ('same' as const), by: Math.abs(by), share };
}
