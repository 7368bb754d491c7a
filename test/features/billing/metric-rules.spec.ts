import { describe, expect, it } from '@jest/globals';
import {
  metricProjection,
  NO_COUNTS,
  type MetricEvent,
  type Tally,
} from '../../../src/features/billing/metrics/metric.projection.ts';
import { metricsOf, periodsOf } from '../../../src/features/billing/metrics/metric.rules.ts';
import type { Recorded } from '../../../src/kernel/writing/events.ts';
import { documentsOf, recorded } from '../../support/given.ts';
import { event, ordered, subscribed, ended } from './metric-events.ts';

describe('metric buckets', () => {
  const at = (instant: string, ...events: MetricEvent[]) => events.map((one) => recorded(one, { occurredAt: instant }));
  /** The tallies of one scope and grain, in order of time. */
  const counted = (scope: string, grain: Tally['grain'], events: readonly Recorded<MetricEvent>[]) =>
    Object.values(documentsOf(metricProjection, events))
      .filter((tally) => tally.organization_id === 'o1' && tally.scope === scope && tally.grain === grain)
      .sort((a, b) => (a.start < b.start ? -1 : 1));

  it('sum paid orders, net of discount and tax, by hour, day, month and year', () => {
    const events = [
      ...at('2026-01-31T10:59:59.999Z', ordered({}), ordered({ orderId: 'r2' })),
      ...at('2026-01-31T11:00:00.000Z', ordered({ orderId: 'r3' })),
      ...at('2026-02-01T00:00:00.000Z', ordered({ orderId: 'r4', productId: 'p2' })),
    ];
    const sums = (scope: string, grain: Tally['grain']) =>
      counted(scope, grain, events).map(({ start, orders, revenue }) => [start.slice(0, 13), orders, revenue]);
    for (const scope of ['all', 'customer:c1']) {
      expect(sums(scope, 'hour')).toEqual([
        ['2026-01-31T10', 2, 1800],
        ['2026-01-31T11', 1, 900],
        ['2026-02-01T00', 1, 900],
      ]);
      expect(sums(scope, 'month')).toEqual([
        ['2026-01-01T00', 3, 2700],
        ['2026-02-01T00', 1, 900],
      ]);
    }
    expect(sums('all', 'day').map(([, orders]) => orders)).toEqual([3, 1]);
    expect(sums('all', 'year')).toEqual([['2026-01-01T00', 4, 3600]]);
    expect(sums('product:p1', 'year')).toEqual([['2026-01-01T00', 3, 2700]]);
  });

  it('count a renewal when it is paid, not when it is billed', () => {
    const renewal = { subscriptionId: 's1', billingReason: 'subscription_cycle' };
    const billed = at('2026-01-31T10:00:00.000Z', ordered({ ...renewal, status: 'pending' }));
    expect(documentsOf(metricProjection, billed)).toEqual({});
    const paid = event('OrderPaid', { orderId: 'r1', ...renewal, netAmount: 900, currency: 'usd' });
    expect(counted('all', 'day', at('2026-01-31T10:00:00.000Z', paid))).toMatchObject([
      { orders: 1, revenue: 900, renewed: 1, renewed_revenue: 900, is_recurring: true },
    ]);
  });

  it.each(['eur', 'jpy'])(
    'take a refund in %s off on its own day, and add it again when it is reversed',
    (currency) => {
      const order = { subscriptionId: 's1', billingReason: 'subscription_cycle', currency };
      const refund = { ...order, orderId: 'r1', amount: 300, paidAt: '2026-01-31T10:00:00.000Z' };
      const events = [
        ...at('2026-01-31T10:00:00.000Z', ordered(order)),
        ...at('2026-02-03T10:00:00.000Z', event('RefundSucceeded', refund)),
        ...at('2026-03-01T10:00:00.000Z', event('RefundReversed', refund)),
      ];
      const months = counted('all', 'month', events);
      expect(months.map((one) => [one.orders, one.renewed, one.revenue, one.renewed_revenue, one.refunded])).toEqual([
        [1, 1, 900, 900, 0],
        [0, 0, -300, -300, 300],
        [0, 0, 300, 300, -300],
      ]);
      const { periods } = metricsOf(
        months,
        months.map(({ start }) => start),
      );
      expect(periods.map((one) => [one.revenue, one.cumulative_revenue, one.average_order_value])).toEqual([
        [900, 900, 900],
        [-300, 600, 0],
        [300, 900, 0],
      ]);
    },
  );

  it('count subscriptions when they start and end, not when that is recorded', () => {
    const events = [
      ...at('2026-01-31T12:00:00.000Z', subscribed({ startedAt: '2026-01-31T10:00:00.000Z' })),
      ...at('2026-03-01T12:00:00.000Z', ended({ endedAt: '2026-02-28T10:00:00.000Z', recurringInterval: 'year' })),
    ];
    expect(counted('all', 'day', events)).toMatchObject([
      { start: '2026-01-31T00:00:00.000Z', started: 1, recurring_twelfths: 12_000 },
      { start: '2026-02-28T00:00:00.000Z', ended: 1, recurring_twelfths: -1000 },
    ]);
  });

  it('count a checkout once per customer', () => {
    const opened = (checkoutId: string, customerId: string | null) =>
      event('CheckoutCreated', { checkoutId, customerId, recurringInterval: null, currency: 'usd' });
    const events = at(
      '2026-01-31T10:00:00.000Z',
      ...[opened('k1', 'c1'), opened('k2', null), opened('k3', null)],
      // The order of k1 is for another product than the checkout.
      ...[ordered({ checkoutId: 'k1', productId: 'p2' }), ordered({ checkoutId: 'k2' })],
    );
    const total = (tallies: Tally[], name: 'checkouts' | 'succeeded') =>
      tallies.reduce((all, tally) => all + tally[name], 0);
    expect(counted('all', 'day', events)).toMatchObject([{ checkouts: 3, succeeded: 2 }]);
    expect(total(counted('customer:c1', 'checkout', events), 'checkouts')).toBe(2);
    expect(total(counted('customer:c1', 'day', events), 'checkouts')).toBe(0);
    expect(total(counted('customer:c1', 'day', events), 'succeeded')).toBe(2);
  });

  it('have a bounded size', () => {
    const checkoutIds = Array.from({ length: 300 }, (_, n) => `k${n}`);
    const sizes = (count: number) => {
      const orders = checkoutIds
        .slice(0, count)
        .flatMap((checkoutId, n) =>
          at(new Date(Date.UTC(2026, 0, 1, n)).toISOString(), ordered({ checkoutId, productId: `p${n}` })),
        );
      return Object.values(documentsOf(metricProjection, orders)).map((tally) => JSON.stringify(tally).length);
    };
    expect(Math.max(...sizes(300))).toBeLessThan(Math.max(...sizes(1)) + 20);
  });
});

describe('metric periods', () => {
  const starts = (...range: Parameters<typeof periodsOf>) =>
    periodsOf(...range).starts.map((start) => start.slice(0, 13));

  it('are the whole periods that overlap the range, in UTC, with weeks from Monday', () => {
    expect(starts('2026-01-30', '2026-02-01', 'day')).toEqual(['2026-01-30T00', '2026-01-31T00', '2026-02-01T00']);
    expect(starts('2026-02-01', '2026-02-02', 'week')).toEqual(['2026-01-26T00', '2026-02-02T00']);
    expect(starts('2026-01-31', '2026-03-01', 'month')).toEqual(['2026-01-01T00', '2026-02-01T00', '2026-03-01T00']);
    expect(starts('2024-06-01', '2025-01-01', 'year')).toEqual(['2024-01-01T00', '2025-01-01T00']);
    const hours = periodsOf('2026-01-31', '2026-01-31', 'hour');
    expect([hours.starts.length, hours.starts.at(-1), hours.end]).toEqual([
      24,
      '2026-01-31T23:00:00.000Z',
      '2026-02-01T00:00:00.000Z',
    ]);
  });

  it('carry running totals over, and round once', () => {
    const tally = (start: string, counts: Partial<Tally>) => ({
      ...NO_COUNTS,
      start: `${start}T00:00:00.000Z`,
      is_recurring: true,
      ...counts,
    });
    const { periods, totals } = metricsOf(
      [
        tally('2025-12-31', { orders: 1, revenue: 500, started: 2, recurring_twelfths: 12_003 + 12_003 }),
        tally('2026-01-01', { orders: 2, revenue: 1001, ended: 1, recurring_twelfths: -12_003 }),
        tally('2026-01-03', { orders: 1, revenue: 100, is_recurring: false, checkouts: 1, succeeded: 2 }),
      ],
      periodsOf('2026-01-01', '2026-01-03', 'day').starts,
    );
    expect(
      periods.map(({ cumulative_revenue, active_subscriptions }) => [cumulative_revenue, active_subscriptions]),
    ).toEqual([
      [1501, 1],
      [1501, 1],
      [1601, 1],
    ]);
    expect(periods[0]).toMatchObject({ average_order_value: 501, monthly_recurring_revenue: 1000 });
    expect(periods[1]).toMatchObject({ orders: 0, average_order_value: 0, checkouts_conversion: 0 });
    expect(periods[2]).toMatchObject({ one_time_products: 1, one_time_products_revenue: 100, checkouts_conversion: 1 });
    expect(totals).toMatchObject({ orders: 3, revenue: 1101, cumulative_revenue: 1601, average_order_value: 367 });
  });
});
