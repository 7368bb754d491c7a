import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Polar } from '@polar-sh/sdk';
import { RFCDate } from '@polar-sh/sdk/types/rfcdate.js';
import { organizationProjection } from '../../../src/features/accounts/organizations/organization.projection.ts';
import { checkoutEvents } from '../../../src/features/billing/checkouts/checkout.events.ts';
import { METRIC_COLUMNS } from '../../../src/features/billing/metrics/metrics-export.service.ts';
import type { MetricPeriod } from '../../../src/features/billing/metrics/metrics.dto.ts';
import {
  metricProjection,
  NO_COUNTS,
  type MetricEvent,
  type Tally,
} from '../../../src/features/billing/metrics/metric.projection.ts';
import { metricsOf, periodsOf } from '../../../src/features/billing/metrics/metric.rules.ts';
import { metrics } from '../../../src/features/billing/metrics/metrics.module.ts';
import { orderEvents } from '../../../src/features/billing/orders/order.events.ts';
import { subscriptionEvents } from '../../../src/features/billing/subscriptions/subscription.events.ts';
import type { SqliteDocumentStore } from '../../../src/adapters/sqlite/sqlite-document-store.ts';
import type { Collection, CountedFind, Find } from '../../../src/kernel/ports/document-store.ts';
import type { Recorded } from '../../../src/kernel/writing/events.ts';
import { collectionOf } from '../../../src/kernel/reading/projection.ts';
import { addDays } from '../../../src/kernel/ports/clock.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { documentsOf, recorded } from '../../support/given.ts';
import { happen, organizationId, polar, sellers } from '../../support/sellers.ts';

const about = { organizationId: 'o1', customerId: 'c1', productId: 'p1' };
const event = (type: MetricEvent['type'], data: object): MetricEvent =>
  ({ type, data: { ...about, ...data } }) as MetricEvent;
const ordered = (changes: object) =>
  event('OrderCreated', {
    orderId: 'r1',
    subscriptionId: null,
    checkoutId: null,
    billingReason: 'purchase',
    status: 'paid',
    totals: { subtotalAmount: 1000, discountAmount: 100, netAmount: 900, taxAmount: 50, totalAmount: 950 },
    currency: 'usd',
    ...changes,
  });
const subscribed = ({
  productId = 'p1',
  amount = 1000,
  ...changes
}: { productId?: string; amount?: number } & Record<string, unknown>) => {
  const price = { id: 'q1', amountType: 'fixed', amount, currency: 'usd' };
  const items = [{ productId, price, quantity: 1 }];
  return event('SubscriptionCreated', { subscriptionId: 's1', items, recurringInterval: 'month', ...changes });
};
const ended = (changes: object) =>
  event('SubscriptionEnded', { subscriptionId: 's1', amount: 1000, recurringInterval: 'month', ...changes });

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

describe('metrics over HTTP', () => {
  let running: TestApp;
  let acme: Polar;
  const organization = organizationId('acme');
  const [plan, gift, ann, bob] = [newUuid(), newUuid(), newUuid(), newUuid()];

  beforeAll(async () => {
    const events = { ...orderEvents, ...subscriptionEvents, ...checkoutEvents };
    running = await startApp({
      at: '2026-01-10T12:00:00.000Z',
      features: [sellers, metrics, { module: class {}, events, projections: [organizationProjection] }],
    });
    acme = polar(running.url, 'seller-acme');
    const mine = { organizationId: organization, customerId: ann, productId: plan };
    const complete = { paymentId: null, paymentMethodId: null, billingAddress: null, metadata: {}, period: null };
    const append = (one: MetricEvent) => happen(running, `spec-${newUuid()}`, one);
    const begun = { ...mine, prices: [], currency: 'usd', anchorDay: 1, currentPeriodEnd: '2026-02-10T12:00:00.000Z' };
    await append(subscribed({ ...begun, startedAt: running.clock.now(), metadata: {}, recurringInterval: 'year' }));
    await append(ordered({ ...mine, ...complete, subscriptionId: newUuid(), billingReason: 'subscription_create' }));
    running.clock.set('2026-01-20T12:00:00.000Z');
    await append(ordered({ ...mine, ...complete, productId: gift, customerId: bob }));
    running.clock.set('2026-02-10T12:00:00.000Z');
    await append(ended({ ...mine, endedAt: running.clock.now(), currency: 'usd', recurringInterval: 'year' }));
    await running.runtime.settled();
  });
  afterAll(() => running.close());

  const get = (changes: Partial<Parameters<Polar['metrics']['get']>[0]> = {}) =>
    acme.metrics.get({
      startDate: new RFCDate('2026-01-01'),
      endDate: new RFCDate('2026-02-28'),
      interval: 'month',
      ...changes,
    });

  it('returns all 15 metrics by month', async () => {
    const { periods, totals, metrics: info } = await get();
    expect(periods).toMatchObject([
      {
        timestamp: new Date('2026-01-01'),
        orders: 2,
        revenue: 1800,
        cumulativeRevenue: 1800,
        averageOrderValue: 900,
        oneTimeProducts: 1,
        oneTimeProductsRevenue: 900,
        newSubscriptions: 1,
        newSubscriptionsRevenue: 900,
        renewedSubscriptions: 0,
        activeSubscriptions: 1,
        monthlyRecurringRevenue: 83,
      },
      { orders: 0, cumulativeRevenue: 1800, activeSubscriptions: 0, monthlyRecurringRevenue: 0 },
    ]);
    expect(totals).toMatchObject({ orders: 2, revenue: 1800, cumulativeRevenue: 1800, activeSubscriptions: 0 });
    expect(Object.keys(info)).toHaveLength(15);
    expect(info.checkoutsConversion).toEqual({
      slug: 'checkouts_conversion',
      displayName: 'Checkouts conversion rate',
      type: 'percentage',
    });
  });

  it('are a file with decimals in their currency, for one organization', async () => {
    const file = async (bearer: string, accept: string) => {
      const headers = { authorization: `Bearer ${bearer}`, accept };
      const range = 'start_date=2026-01-01&end_date=2026-02-28&interval=month';
      const answer = await fetch(`${running.url}/v1/metrics/export?${range}`, { headers });
      return accept === 'text/csv' ? answer.text() : (answer.json() as Promise<string>);
    };
    const [head, ...lines] = (await file('seller-acme', 'text/csv')).trim().split('\r\n');
    expect(head!.split(',').slice(1, 5)).toEqual(['currency', 'orders', 'revenue', 'cumulative_revenue']);
    expect(lines.map((line) => line.split(',').slice(0, 5))).toEqual([
      ['2026-01-01T00:00:00.000Z', 'USD', '2', '18.00', '18.00'],
      ['2026-02-01T00:00:00.000Z', 'USD', '0', '0.00', '18.00'],
    ]);
    expect(await file('seller-acme', 'application/json')).toContain('2026-01-01T00:00:00.000Z,USD,2,18.00,18.00');
    expect(await file('seller-other', 'text/csv')).toContain('2026-01-01T00:00:00.000Z,USD,0,0.00,0.00');
    const yen = { period: { revenue: 1_800 } as MetricPeriod, currency: 'jpy' };
    expect([METRIC_COLUMNS['revenue']!(yen), METRIC_COLUMNS['currency']!(yen)]).toEqual(['1800', 'JPY']);
  });

  it('returns the same sums for every interval', async () => {
    for (const interval of ['hour', 'day', 'week', 'year'] as const) {
      const { periods, totals } = await get({
        startDate: new RFCDate('2026-01-18'),
        endDate: new RFCDate('2026-01-24'),
        interval,
      });
      expect(totals.cumulativeRevenue).toBe(1800);
      expect(periods.reduce((all, { orders }) => all + orders, 0)).toBe(interval === 'year' ? 2 : 1);
    }
  });

  it('filters by product, billing type, customer and organization', async () => {
    expect((await get({ productId: gift })).totals).toMatchObject({ orders: 1, activeSubscriptions: 0 });
    expect((await get({ billingType: 'recurring' })).totals).toMatchObject({ orders: 1, oneTimeProducts: 0 });
    expect((await get({ customerId: bob })).totals).toMatchObject({ orders: 1, newSubscriptions: 0 });
    expect((await get({ customerId: [ann, bob] })).totals).toMatchObject({ orders: 2, newSubscriptions: 1 });
    expect((await get({ organizationId: organizationId('other') })).totals).toMatchObject({ orders: 0 });
    const other = polar(running.url, 'seller-other');
    const foreign = await other.metrics.get({
      startDate: new RFCDate('2026-01-01'),
      endDate: new RFCDate('2026-01-31'),
      interval: 'day',
      customerId: ann,
      organizationId: organization,
    });
    expect(foreign.totals).toMatchObject({ orders: 0, cumulativeRevenue: 0 });
  });

  it('reads a bounded number of documents, however long the past is', async () => {
    const past = { ...subscribed({ productId: gift }).data, organizationId: organizationId('long'), currency: 'usd' };
    const [first, days] = ['2025-01-01T12:00:00.000Z', 500];
    for (let day = 0; day < days; day++) {
      const startedAt = addDays(first, day);
      const rest = { anchorDay: 1, currentPeriodEnd: startedAt, metadata: {}, customerId: bob };
      const begun = { ...past, ...rest, subscriptionId: newUuid(), startedAt } as never;
      await happen(running, `spec-${newUuid()}`, event('SubscriptionCreated', begun));
    }
    await running.runtime.settled();
    const read: number[] = [];
    const { documents } = running.ports;
    const { find } = documents;
    documents.find = async (...query: Parameters<typeof find>) => {
      const found = await find.apply(documents, query);
      read.push(found.items.length);
      return found as never;
    };
    const long = polar(running.url, 'seller-long');
    const range = { startDate: new RFCDate('2026-03-30'), endDate: new RFCDate('2026-03-31') };
    for (const filter of [{}, { customerId: bob }, { productId: gift }]) {
      read.length = 0;
      const { totals } = await long.metrics.get({ ...range, interval: 'day', ...filter });
      expect(totals).toMatchObject({ activeSubscriptions: 455, newSubscriptions: 2, monthlyRecurringRevenue: 455_000 });
      // A year, two months, 29 days, and the two days of the range.
      expect(read.reduce((all, count) => all + count, 0)).toBe(1 + 2 + 29 + 2);
    }
    documents.find = find;
  });

  it('runs one indexed query per range, however many ids are given', async () => {
    const { documents } = running.ports;
    const { find } = documents;
    const queries: Find[] = [];
    documents.find = (async (collection: Collection, query: Find) => {
      // The ticker looks for what is due meanwhile.
      if (collection.name === collectionOf(metricProjection).name) queries.push(query);
      return find.call(documents, collection, query as CountedFind);
    }) as typeof find;
    const others = Array.from({ length: 99 }, newUuid);
    expect((await get({ productId: [...others, gift] })).totals).toMatchObject({ orders: 1, revenue: 900 });
    // The years before, and the months of the range; only customers have single checkouts.
    expect(queries.map(({ where }) => JSON.stringify(where).match(/"grain","(\w+)"/)![1])).toEqual(['year', 'month']);
    expect((await get({ customerId: [...others, bob] })).totals).toMatchObject({ orders: 1 });
    expect(queries).toHaveLength(2 + 3);
    documents.find = find;
    for (const query of queries) {
      const [walk] = (documents as SqliteDocumentStore).explain(collectionOf(metricProjection), query);
      expect(walk).toMatch(/USING INDEX .*f_organization_id=\? AND f_scope=\? AND f_grain=\?/);
    }
  });

  it('refuses more than 100 ids in one filter', async () => {
    const range = 'start_date=2026-01-01&end_date=2026-01-31&interval=month';
    for (const name of ['product_id', 'customer_id', 'organization_id']) {
      const many = Array.from({ length: 101 }, () => `${name}=${newUuid()}`);
      const answer = (ids: readonly string[]) =>
        fetch(`${running.url}/v1/metrics/?${[range, ...ids].join('&')}`, {
          headers: { authorization: 'Bearer seller-acme' },
        });
      expect((await answer(many.slice(1))).status).toBe(200);
      const refused = await answer(many);
      expect([refused.status, await refused.json()]).toMatchObject([
        422,
        { detail: [{ loc: ['query', name], type: 'too_long', msg: 'List should have at most 100 items, not 101' }] },
      ]);
    }
  });

  it('publishes its limits, and enforces them', async () => {
    expect(await acme.metrics.limits()).toEqual({
      minDate: new RFCDate('2023-01-01'),
      intervals: {
        hour: { maxDays: 7 },
        day: { maxDays: 366 },
        week: { maxDays: 365 },
        month: { maxDays: 1460 },
        year: { maxDays: 3650 },
      },
    });
    const refused = async (query: string) => {
      const response = await fetch(`${running.url}/v1/metrics/?${query}`, {
        headers: { authorization: 'Bearer seller-acme' },
      });
      const { detail } = (await response.json()) as { detail: { loc: string[] }[] };
      return detail.map(({ loc }) => loc.join('.'));
    };
    expect(await refused('start_date=2026-01-01&end_date=2026-01-09&interval=hour')).toEqual(['query']);
    expect(await refused('start_date=2026-01-02&end_date=2026-01-01&interval=day')).toEqual(['query']);
    expect(await refused('start_date=2022-12-31&end_date=2023-02-31&interval=minute&product_id=x')).toEqual([
      'query.interval',
      'query.start_date',
      'query.end_date',
      'query.product_id',
    ]);
    // A period would have to end after the last instant.
    for (const interval of ['hour', 'day', 'week', 'month', 'year'])
      expect(await refused(`start_date=9999-12-30&end_date=9999-12-31&interval=${interval}`)).toEqual([
        'query.start_date',
        'query.end_date',
      ]);
    expect(await refused('')).toEqual(['query.interval', 'query.start_date', 'query.end_date']);
  });
});
