import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Attention, CurrencyFigures, Figures, FigureTotals } from '@/api/types';
import { attentionLines } from '@/features/home/attention';
import { chartPeriods, sentence, series } from '@/features/home/figures';
import { changeOf, checkoutTile, nowTiles, rangeTiles, type Tile } from '@/features/home/tiles';
import { checkoutFilters, financeFilters, orderFilters, subscriptionFilters } from '@/lib/list-filters';
import { setZone } from '@/lib/zone';

beforeEach(() => setZone('Europe/Berlin'));

const nothing: FigureTotals = {
  orders: 0,
  revenue: 0,
  cumulative_revenue: 0,
  average_order_value: 0,
  one_time_products: 0,
  one_time_products_revenue: 0,
  new_subscriptions: 0,
  new_subscriptions_revenue: 0,
  renewed_subscriptions: 0,
  renewed_subscriptions_revenue: 0,
  subscription_updates_revenue: 0,
  refunded_amount: 0,
  ended_subscriptions: 0,
  active_subscriptions: 0,
  monthly_recurring_revenue: 0,
  past_due_subscriptions: 0,
  past_due_amount: 0,
};
const week = { orders: 3, revenue: 4_200, renewed_subscriptions: 2, renewed_subscriptions_revenue: 1_800 };
const euros: CurrencyFigures = {
  currency: 'eur',
  now: {
    active_subscriptions: 12,
    monthly_recurring_revenue: 10_800,
    past_due_subscriptions: 1,
    past_due_amount: 900,
    upcoming_renewals: 2,
    upcoming_renewals_amount: 1_800,
  },
  totals: { ...nothing, ...week, average_order_value: 1_400, active_subscriptions: 12 },
  previous: { ...nothing, orders: 2, revenue: 2_100, active_subscriptions: 10 },
  periods: [
    { ...nothing, orders: 1, revenue: 900, active_subscriptions: 11 },
    { ...nothing, orders: 2, revenue: 3_300, active_subscriptions: 12 },
  ],
};
const figures: Figures = {
  start_date: '2026-03-28',
  end_date: '2026-03-30',
  time_zone: 'Europe/Berlin',
  interval: 'week',
  first_sale_date: '2026-01-01',
  upcoming: { start_date: '2026-03-30', end_date: '2026-04-05' },
  previous: { start_date: '2026-03-25', end_date: '2026-03-27' },
  periods: [
    { start_date: '2026-03-28', end_date: '2026-03-29', is_running: false },
    { start_date: '2026-03-30', end_date: '2026-03-30', is_running: true },
  ],
  checkouts: { opened: 8, succeeded: 3 },
  previous_checkouts: { opened: 0, succeeded: 0 },
  currencies: [euros],
};

/** What a list asks the server for when its link is followed. */
const asked = ({ link }: Pick<Tile, 'link'>) => {
  if (link.to === '/$org/orders') return orderFilters(link.search);
  if (link.to === '/$org/finance/entries') return financeFilters(link.search);
  return link.to === '/$org/checkouts' ? checkoutFilters(link.search) : subscriptionFilters(link.search);
};
const RANGE = { from: '2026-03-27T23:00:00.000Z', to: '2026-03-30T22:00:00.000Z' };

describe('a figure on Home', () => {
  const tiles = Object.fromEntries(
    [...rangeTiles('acme', figures, euros), ...nowTiles('acme', figures, euros), checkoutTile('acme', figures)].map(
      (tile) => [tile.term, tile],
    ),
  );
  const paid = { currency: ['eur'], paid_from: RANGE.from, paid_to: RANGE.to };
  const booked = { currency: ['eur'], booked_from: RANGE.from, booked_to: RANGE.to };
  const started = { currency: ['eur'], started_from: RANGE.from, started_to: RANGE.to };

  it('opens the list that it is the total of, with its range, reason, status and currency', () => {
    expect(asked(tiles['Revenue']!)).toEqual(booked);
    expect(asked(tiles['Revenue']!.detail!)).toEqual(paid);
    expect(asked(tiles['Refunds']!)).toEqual({ ...booked, kind: ['refund', 'refund_reversal'] });
    expect(asked(tiles['Renewals']!)).toEqual({ ...booked, billing_reason: ['subscription_cycle'] });
    expect(asked(tiles['Renewals']!.detail!)).toEqual({ ...paid, billing_reason: ['subscription_cycle'] });
    expect(asked(tiles['New subscriptions']!)).toEqual({ ...booked, billing_reason: ['subscription_create'] });
    expect(asked(tiles['New subscriptions']!.detail!)).toEqual(started);
    expect(asked(tiles['One-time sales']!)).toEqual({ ...booked, billing_reason: ['purchase'] });
    expect(asked(tiles['Ended subscriptions']!)).toEqual({
      currency: ['eur'],
      ended_from: RANGE.from,
      ended_to: RANGE.to,
    });
    expect(asked(tiles['Active subscriptions']!)).toEqual({ active: true, currency: ['eur'] });
    expect(asked(tiles['MRR']!)).toEqual({ status: ['active'], currency: ['eur'] });
    expect(asked(tiles['Renewals in the next seven days']!)).toEqual({
      ...{ active: true, ending: false, currency: ['eur'] },
      ...{ period_ends_from: '2026-03-29T22:00:00.000Z', period_ends_to: '2026-04-05T22:00:00.000Z' },
    });
    expect(asked(tiles['Checkouts']!.detail!)).toEqual({
      ...{ status: ['succeeded'], created_from: RANGE.from, created_to: RANGE.to },
    });
  });

  it('shows plan changes only once there are any', () => {
    expect(tiles['Plan changes']).toBeUndefined();
    const changed = { ...euros, totals: { ...euros.totals, subscription_updates_revenue: 100 } };
    expect(rangeTiles('acme', figures, changed).map(({ term }) => term)).toContain('Plan changes');
  });

  it('is compared with a range before in which the shop sold from the first day on', () => {
    const [first, later] = ['2026-03-25', '2026-03-26'].map((first_sale_date) => ({ ...figures, first_sale_date }));
    const all = (some: Figures) => [...rangeTiles('acme', some, euros), checkoutTile('acme', some)];
    expect(all(first!).map(changeOf)).not.toContain(null);
    for (const short of [later!, { ...figures, first_sale_date: null }])
      expect(all(short).map(changeOf)).toEqual(all(short).map(() => null));
  });

  it('is compared with the range before, as a share where that means something', () => {
    expect(changeOf(tiles['Revenue']!)).toEqual({ way: 'up', by: 2_100, share: '100%' });
    expect(changeOf({ value: 1, previous: 3, isComparable: true })).toEqual({ way: 'down', by: 2, share: '67%' });
    expect(changeOf({ value: 3, previous: 3, isComparable: true })).toEqual({ way: 'same', by: 0, share: '0%' });
    expect(changeOf({ value: 31, previous: 3, isComparable: true })!.share).toBeNull();
    expect(changeOf({ value: 3, previous: 0, isComparable: true })!.share).toBeNull();
    expect(changeOf(tiles['Checkouts']!)).toEqual({ way: 'up', by: 8, share: null });
    expect(changeOf(tiles['MRR']!)).toBeNull();
  });
});

describe('a chart on Home', () => {
  it('names its periods, says which has not ended, and opens the rows of each', () => {
    const [revenue] = series;
    const periods = chartPeriods('acme', figures, 'eur', revenue!);
    expect(periods.map(({ name, tick, isRunning }) => [name, tick, isRunning])).toEqual([
      ['28 Mar to 29 Mar 2026', '28 Mar', false],
      ['30 Mar 2026, so far', '30 Mar', true],
    ]);
    expect(asked(periods[1] as unknown as Tile)).toEqual({
      ...{ currency: ['eur'], booked_from: '2026-03-29T22:00:00.000Z', booked_to: RANGE.to },
    });
    expect(asked(chartPeriods('acme', figures, 'eur', series[1]!)[1] as unknown as Tile)).toEqual({
      ...{ currency: ['eur'], paid_from: '2026-03-29T22:00:00.000Z', paid_to: RANGE.to },
    });
    expect(chartPeriods('acme', figures, 'eur', series[2]!).some(({ link }) => link)).toBe(false);
  });

  it('has a sentence', () => {
    const said = series.map((one) => sentence(one, figures, euros, 'the last 3 days'));
    expect(said.slice(0, 3)).toEqual([
      '€42.00 in the last 3 days; most on 30 Mar 2026 so far (€33.00).',
      '3 orders in the last 3 days; most on 30 Mar 2026 so far (2).',
      '12 now, up from 10 at the beginning of the last 3 days.',
    ]);
  });
});

describe('what needs attention', () => {
  const none: Attention = {
    since: '2026-03-24',
    endpoints: [],
    payments: [],
    unpaid_orders: [],
    erasure_requests: [],
    failed_grants: [],
  };
  const lines = (attention: Attention, one = euros) =>
    attentionLines('acme', { ...figures, currencies: [one] }, attention).map(({ text, note }) => `${text}; ${note}`);

  it('is empty in a shop without problems', () => {
    expect(lines(none, { ...euros, now: { ...euros.now, past_due_subscriptions: 0 } })).toEqual([]);
  });

  it('is listed with its amounts, the worst first', () => {
    const mismatch = { amount: 900, currency: 'eur', received_amount: 90, received_currency: 'usd' };
    const attention = {
      ...none,
      endpoints: [
        { id: 'e', url: 'https://shop.example/hook', disabled_at: null, undelivered_messages: 2, failed_attempts: 7 },
        {
          id: 'f',
          url: 'https://old.example/',
          disabled_at: '2026-03-24T12:00:00.000Z',
          undelivered_messages: 0,
          failed_attempts: 10,
        },
      ],
      payments: [{ id: 'p', order_id: 'o', checkout_id: null, ...mismatch }],
      unpaid_orders: [{ currency: 'eur', count: 1, total_amount: 900, renewals: 0 }],
      erasure_requests: [{ customer_id: 'c', email: 'bo@example.com', requested_at: '2026-03-24T10:00:00.000Z' }],
      failed_grants: [{ benefit_id: 'b', description: 'The club', count: 2 }],
    };
    expect(lines(attention)).toEqual([
      'A payment of €9.00 was taken as $0.90; not booked, and not refunded yet',
      '1 subscription is past due; €9.00 a month',
      '1 order is not paid yet; €9.00',
      'bo@example.com asks to be erased; since 24 Mar 2026',
      'The club failed for 2 customers; until you retry it',
      '2 webhook messages to shop.example not delivered; 7 failed attempts',
      'Webhooks to old.example are off; 10 failed attempts',
    ]);
  });

  it('says which unpaid orders are renewals, so that no money is counted twice', () => {
    const unpaid = (count: number, renewals: number) =>
      lines({ ...none, unpaid_orders: [{ currency: 'eur', count, total_amount: 1_800, renewals }] })[1];
    expect(unpaid(1, 1)).toBe('1 order is not paid yet; €18.00, a renewal');
    expect(unpaid(2, 2)).toBe('2 orders are not paid yet; €18.00, all of them renewals');
    expect(unpaid(3, 2)).toBe('3 orders are not paid yet; €18.00, 2 renewals among them');
  });
});
