import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Polar } from '@polar-sh/sdk';
import { RFCDate } from '@polar-sh/sdk/types/rfcdate.js';
import { organizationProjection } from '../../../src/features/accounts/organizations/organization.projection.ts';
import { checkoutEvents } from '../../../src/features/billing/checkouts/checkout.events.ts';
import { METRIC_COLUMNS } from '../../../src/features/billing/metrics/metrics-export.service.ts';
import type { MetricPeriod } from '../../../src/features/billing/metrics/metrics.dto.ts';
import { metricProjection, type MetricEvent } from '../../../src/features/billing/metrics/metric.projection.ts';
import { metrics } from '../../../src/features/billing/metrics/metrics.feature.ts';
import { orderEvents } from '../../../src/features/billing/orders/order.events.ts';
import { subscriptionEvents } from '../../../src/features/billing/subscriptions/subscription.events.ts';
import type { SqliteDocumentStore } from '../../../src/adapters/sqlite/sqlite-document-store.ts';
import type { Collection, CountedFind, Find } from '../../../src/kernel/ports/document-store.ts';
import { collectionOf } from '../../../src/kernel/reading/projection.ts';
import { addDays } from '../../../src/kernel/ports/clock.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { happen, organizationId, polar, sellers } from '../../support/sellers.ts';
import { event, ordered, subscribed, ended } from './metric-events.ts';

describe('metrics over HTTP', () => {
  let running: TestApp;
  let acme: Polar;
  const organization = organizationId('acme');
  const [plan, gift, ann, bob] = [newUuid(), newUuid(), newUuid(), newUuid()];

  beforeAll(async () => {
    const events = { ...orderEvents, ...subscriptionEvents, ...checkoutEvents };
    running = await startApp({
      at: '2026-01-10T12:00:00.000Z',
      features: [sellers, metrics, { events, projections: [organizationProjection] }],
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
