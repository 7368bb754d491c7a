import { describe, expect, it } from '@jest/globals';
import {
  daysIn,
  figuresOf,
  periodsIn,
  spanBefore,
  usualInterval,
  usualSpan,
} from '../../../src/features/dashboard/figures/figure.rules.ts';
import {
  metricProjection,
  NO_COUNTS,
  startOf,
  type Counts,
  type MetricEvent,
} from '../../../src/features/billing/metrics/metric.projection.ts';
import { joined, rangesBetween, rangesUntil } from '../../../src/features/billing/metrics/tally-ranges.rules.ts';
import { startOfDay } from '../../../src/app/time-zones.ts';
import { documentsOf, recorded } from '../../support/given.ts';

describe('the ranges of tallies', () => {
  const short = (at: string | undefined) => at?.slice(0, 16);
  const summary = (ranges: ReturnType<typeof rangesBetween>) =>
    ranges.map(({ grain, from, to }) => [grain, short(from), short(to)]);

  it('cover a month of a zone with an odd offset', () => {
    const [from, to] = [startOfDay('2026-01-01', 'Asia/Kolkata'), startOfDay('2026-02-01', 'Asia/Kolkata')];
    expect(summary(rangesBetween(from, to))).toEqual([
      ['quarter_hour', '2025-12-31T18:30', '2025-12-31T19:00'],
      ['hour', '2025-12-31T19:00', '2026-01-01T00:00'],
      ['day', '2026-01-01T00:00', '2026-01-31T00:00'],
      ['hour', '2026-01-31T00:00', '2026-01-31T18:00'],
      ['quarter_hour', '2026-01-31T18:00', '2026-01-31T18:30'],
    ]);
  });

  it('cover all time until an instant', () => {
    expect(summary(rangesUntil(startOfDay('2026-03-02', 'Europe/Berlin')))).toEqual([
      ['year', undefined, '2026-01-01T00:00'],
      ['month', '2026-01-01T00:00', '2026-03-01T00:00'],
      ['hour', '2026-03-01T00:00', '2026-03-01T23:00'],
    ]);
  });

  it('cover days of 23, 25 and 24½ hours', () => {
    const hours = (day: string, zone: string) =>
      rangesBetween(startOfDay(day, zone), startOfDay(day, zone, 1)).reduce(
        (sum, { from, to }) => sum + (Date.parse(to) - Date.parse(from!)) / 3_600_000,
        0,
      );
    expect(hours('2026-03-29', 'Europe/Berlin')).toBe(23);
    expect(hours('2026-10-25', 'Europe/Berlin')).toBe(25);
    expect(hours('2026-04-05', 'Australia/Lord_Howe')).toBe(24.5);
    expect(hours('2026-04-24', 'Africa/Cairo')).toBe(23);
  });

  it('are joined if one follows the other', () => {
    const days = ['2026-01-01', '2026-01-02', '2026-01-03'].map((day) => startOfDay(day, 'Europe/Berlin'));
    const both = [...rangesBetween(days[0]!, days[1]!), ...rangesBetween(days[1]!, days[2]!)];
    expect(summary(joined(both))).toEqual([['hour', short(days[0]), short(days[2])]]);
  });
});

describe('the days of figures', () => {
  const days = (from: string, to: string) => ({ start_date: from, end_date: to });
  const of = (...[span, interval]: Parameters<typeof periodsIn>) =>
    periodsIn(span, interval).map(({ start_date, end_date }) => [start_date, end_date]);

  it('are split into weeks from Monday and into months, each day into exactly one', () => {
    expect(of(days('2026-01-30', '2026-02-09'), 'week')).toEqual([
      ['2026-01-30', '2026-02-01'],
      ['2026-02-02', '2026-02-08'],
      ['2026-02-09', '2026-02-09'],
    ]);
    expect(of(days('2025-12-15', '2026-02-03'), 'month')).toEqual([
      ['2025-12-15', '2025-12-31'],
      ['2026-01-01', '2026-01-31'],
      ['2026-02-01', '2026-02-03'],
    ]);
    expect(of(days('2026-02-28', '2026-03-01'), 'day')).toHaveLength(2);
  });

  it('are compared with the same number of days before', () => {
    const span = days('2026-03-01', '2026-03-31');
    expect(spanBefore(span)).toEqual(days('2026-01-29', '2026-02-28'));
    expect(daysIn(spanBefore(span))).toBe(daysIn(span));
  });

  it('are 30 until the first sale is three months ago, then twelve months', () => {
    const shown = (today: string, firstSale: string | null) => {
      const span = usualSpan(today, firstSale);
      return [span.start_date, span.end_date, usualInterval(span)];
    };
    expect(shown('2026-11-22', null)).toEqual(['2026-10-24', '2026-11-22', 'day']);
    expect(shown('2026-11-22', '2026-08-24')).toEqual(['2026-10-24', '2026-11-22', 'day']);
    expect(shown('2026-11-22', '2026-08-23')).toEqual(['2025-12-01', '2026-11-22', 'month']);
    expect(shown('2026-01-31', '2020-01-01')).toEqual(['2025-02-01', '2026-01-31', 'month']);
    expect(usualInterval(days('2026-08-25', '2026-11-22'))).toBe('week');
  });
});

describe('figures', () => {
  const about = { organizationId: 'o1', customerId: 'c1', subscriptionId: 's1', orderId: 'r1', checkoutId: null };
  const sold = { productId: 'p1', amount: 1200, currency: 'usd', recurringInterval: 'year' as const };
  const at = (instant: string, type: MetricEvent['type'], data: object) =>
    recorded({ type, data: { ...about, ...data } } as MetricEvent, { occurredAt: instant });
  const start = { items: [{ productId: 'p1', price: { amountType: 'fixed', amount: 1200 }, quantity: 1 }] };
  const begun = at('2026-01-05T10:00:00.000Z', 'SubscriptionCreated', {
    ...sold,
    ...start,
    startedAt: '2026-01-05T10:00:00.000Z',
  });
  const failed = (pastDue: typeof sold | null) =>
    at('2026-02-05T10:00:00.000Z', 'SubscriptionRenewalFailed', { pastDue });
  const ended = (wasPastDue: boolean) =>
    at('2026-03-05T10:00:00.000Z', 'SubscriptionEnded', { ...sold, endedAt: '2026-03-05T10:00:00.000Z', wasPastDue });
  const MONTHS = ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'];
  const figures = (...events: ReturnType<typeof at>[]) =>
    figuresOf(
      Object.values(documentsOf(metricProjection, events)).filter(
        ({ scope, grain, currency }) => scope === 'all' && grain === 'day' && currency === 'usd',
      ),
      MONTHS,
    );
  const standing = (...events: ReturnType<typeof at>[]) =>
    figures(...events).map((one) => [
      one.active_subscriptions,
      one.monthly_recurring_revenue,
      one.past_due_subscriptions,
      one.past_due_amount,
    ]);

  it('count past-due subscriptions separately from active ones', () => {
    expect(standing(begun, failed(sold), ended(true))).toEqual([
      [1, 100, 0, 0],
      [0, 0, 1, 100],
      [0, 0, 0, 0],
    ]);
    expect(standing(begun, ended(false))).toEqual([
      [1, 100, 0, 0],
      [1, 100, 0, 0],
      [0, 0, 0, 0],
    ]);
  });

  it('count a subscription whose failure is not recorded as active until it ends', () => {
    expect(standing(begun, failed(null), ended(false))).toEqual([
      [1, 100, 0, 0],
      [1, 100, 0, 0],
      [0, 0, 0, 0],
    ]);
  });

  it('have a revenue that is the sum of its parts', () => {
    const paid = (billingReason: string, netAmount: number, currency = 'usd') =>
      at('2026-01-09T10:00:00.000Z', 'OrderPaid', {
        ...{ billingReason, netAmount, currency, productId: 'p1', paymentId: 'y' },
        subscriptionId: billingReason === 'purchase' ? null : 's1',
      });
    const [january] = figures(
      ...[paid('purchase', 1), paid('subscription_create', 20), paid('subscription_cycle', 300)],
      ...[paid('subscription_update', 4_000), paid('purchase', 50_000, 'eur')],
    );
    expect(january).toMatchObject({
      orders: 4,
      revenue: 4_321,
      one_time_products_revenue: 1,
      new_subscriptions_revenue: 20,
      renewed_subscriptions_revenue: 300,
      subscription_updates_revenue: 4_000,
    });
  });

  it('carry over the state before the first period', () => {
    const before = { ...NO_COUNTS, started: 3, past_due: 1, recurring_twelfths: 24, past_due_twelfths: 12 } as Counts;
    const tally = { ...before, start: '2025-01-01T00:00:00.000Z', is_recurring: true };
    expect(figuresOf([tally], MONTHS.slice(0, 1))[0]).toMatchObject({
      active_subscriptions: 2,
      monthly_recurring_revenue: 2,
      past_due_subscriptions: 1,
      past_due_amount: 1,
      orders: 0,
    });
  });

  it('have tallies for every quarter of an hour', () => {
    const starts = ['00:14:59.999', '00:15:00.000', '23:59:59.999'].map((time) =>
      startOf(`2026-01-05T${time}Z`, 'quarter_hour').slice(11, 16),
    );
    expect(starts).toEqual(['00:00', '00:15', '23:45']);
  });
});
