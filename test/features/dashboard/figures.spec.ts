import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Price } from '../../../src/features/billing/products/product.events.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import type { FinanceOverview } from '../../../src/features/billing/finance/finance.dto.ts';
import { compareFigures, contradictions, type HomeFigures } from '../../support/home-figures.ts';
import { happen } from '../../support/sellers.ts';
import { webModules } from '../../support/web-modules.mjs';
import { openShop, type Shop } from '../../support/shop.ts';

type Sum = { currency: string; amount: number; of: string };
type Sums = Record<'orderSums' | 'entrySums', (totals: never[]) => Sum[]>;

describe('the figures of a shop that sells in two currencies', () => {
  let shop: Shop;

  /** Around midnight in Kolkata, and in Berlin on the day of 23 hours. */
  const TIMES = ['03-28T18:20', '03-28T18:40', '03-28T23:10', '03-29T21:50', '03-29T22:10', '04-20T12:00'];

  beforeAll(async () => {
    shop = await openShop({ at: '2026-03-01T12:00:00.000Z', allowSeveral: true });
    const [paper, plan, journal] = [
      await shop.product({ amount: 1_000, name: 'Paper' }),
      await shop.product({ amount: 2_000, interval: 'month', name: 'Plan' }),
      await shop.product({ amount: 1_001, interval: 'year', name: 'Journal' }),
    ];
    const added: Price[] = [{ id: newUuid(), amountType: 'fixed', amount: 1_750, currency: 'eur' }];
    const data = { productId: plan.id, archived: plan.prices.map(({ id }) => id), added };
    await happen(shop, `product-${plan.id}`, { type: 'ProductPricesChanged', data });
    await shop.settled();
    await shop.buy(plan.id, { email: 'dunned@example.com', token: 'ctoken_renewal_declined' });
    await shop.buy(plan.id, { email: 'leaving@example.com' });
    const { result } = await shop.seller.subscriptions.list({ limit: 1 });
    await shop.seller.subscriptions.update({
      id: result.items[0]!.id,
      subscriptionUpdate: { cancelAtPeriodEnd: true },
    });
    await sellForLess(plan.id, journal.id);
    for (const [index, time] of TIMES.entries()) {
      await shop.advanceTo(`2026-${time}:00.000Z`);
      await shop.buy(paper.id, { email: `${index}@example.com` });
      await shop.buy(index % 2 ? plan.id : journal.id, { email: `${index}@example.com` });
    }
    await shop.settled();
    await takeBack();
  });
  afterAll(() => shop.close());

  /** Refunds in both currencies, on a later day than their orders, one of them whole; and an order that is void. */
  async function takeBack(): Promise<void> {
    const { orders, refunds, subscriptions } = shop.seller;
    for (const [query, amount] of [
      ['0@example.com', 333],
      ['2@example.com', 1_000],
      ['1@example.com', 500],
    ] as const) {
      const [order] = (await orders.list({ limit: 100 })).result.items.filter(
        ({ customer, netAmount, currency }) =>
          customer.email === query && netAmount >= amount && (amount === 500) === (currency === 'eur'),
      );
      await refunds.create({ orderId: order!.id, amount, reason: 'other' });
      await shop.settled();
    }
    const [dunned] = ((await get('/v1/subscriptions/?query=dunned@example.com')) as { items: { id: string }[] }).items;
    await subscriptions.revoke({ id: dunned!.id });
    await shop.settled();
  }

  /** With discounts that go on, end with a renewal, and end with a trial's first charge or the subscription; and with a trial that goes on. */
  async function sellForLess(planId: string, journalId: string): Promise<void> {
    const { discounts, subscriptions } = shop.seller;
    const half = await discounts.create({ name: 'Half', type: 'percentage', duration: 'once', basisPoints: 5_000 });
    const third = await discounts.create({
      name: 'Third',
      type: 'percentage',
      duration: 'forever',
      basisPoints: 3_333,
    });
    const one = await discounts.create({
      name: 'One',
      type: 'fixed',
      duration: 'forever',
      amount: 100,
      currency: 'usd',
    });
    await shop.settled();
    const trial = { trial_interval: 'day', trial_interval_count: 40 };
    await sell(planId, { discount_id: half.id });
    await sell(planId, { discount_id: third.id });
    await sell(journalId, { discount_id: one.id });
    await sell(planId, { discount_id: third.id, trial_interval: 'day', trial_interval_count: 10 });
    await sell(journalId, trial);
    await sell(planId, trial);
    await subscriptions.revoke({ id: await sell(journalId, { discount_id: third.id }) });
    await sell(planId, { discount_id: third.id }, 'ctoken_renewal_declined');
  }

  /** Answers the subscription's id. */
  async function sell(productId: string, terms: object, token = 'ctoken_ok'): Promise<string> {
    const email = `${newUuid()}@example.com`;
    const answer = await ask('/v1/checkouts/', shop.bearer, { products: [productId], ...terms });
    expect(answer.status).toBe(201);
    const { client_secret } = (await answer.json()) as { client_secret: string };
    await shop.confirm(client_secret, { email, token });
    await shop.settled();
    const { items } = (await get(`/v1/subscriptions/?query=${email}`)) as { items: { id: string }[] };
    return items[0]!.id;
  }

  const ask = (path: string, bearer = shop.bearer, body?: object) =>
    fetch(`${shop.url}${path}`, {
      headers: { authorization: `Bearer ${bearer}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });

  async function get(path: string): Promise<unknown> {
    const answer = await ask(path);
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.json();
  }

  async function inZone(time_zone: string): Promise<void> {
    const headers = { authorization: `Bearer ${shop.bearer}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ time_zone });
    const path = `${shop.url}/v1/organizations/${shop.organizationId}`;
    expect((await fetch(path, { method: 'PATCH', headers, body })).status).toBe(200);
    await shop.settled();
  }

  it.each(['Europe/Berlin', 'Australia/Lord_Howe'])(
    'are the totals of the lists they open, in each currency, in %s',
    async (zone) => {
      await inZone(zone);
      for (const query of [
        '',
        'start_date=2026-03-27&end_date=2026-03-31&interval=day',
        'start_date=2026-03-29&end_date=2026-03-29',
        'start_date=2026-03-28&end_date=2026-04-20&interval=week',
        'start_date=2026-02-10&end_date=2026-05-10&interval=month',
      ]) {
        const { figures, nonzero, wrong } = await compareFigures(get, shop.organizationId, query);
        expect([query, wrong, contradictions(figures)]).toEqual([query, [], []]);
        expect(figures.currencies.map(({ currency }) => currency)).toEqual(['usd', 'eur']);
        expect(nonzero).toBeGreaterThan(10);
      }
    },
  );

  it('are the same on Home and in Finance, in each month and currency, and stay when a later month refunds', async () => {
    await inZone('Europe/Berlin');
    const range = `organization_id=${shop.organizationId}&start_date=2026-03-01&end_date=2026-04-30&interval=month`;
    const home = (await get(`/api/dashboard/figures?${range}`)) as HomeFigures;
    const finance = (await get(`/api/dashboard/finance?${range}`)) as FinanceOverview;
    const booked = (month: number, currency: string) =>
      finance.periods[month]!.currencies.find((one) => one.currency === currency)!;
    for (const { currency, periods } of home.currencies)
      for (const [month, { revenue, refunded_amount, orders }] of periods.entries()) {
        const { sales, refunds } = booked(month, currency);
        expect([revenue, refunded_amount]).toEqual([sales.net_amount + refunds.net_amount, 0 - refunds.net_amount]);
        expect(orders).toBe(sales.count);
      }
    const refunded = home.currencies.map(({ periods }) => periods.map((one) => one['refunded_amount']));
    expect(refunded).toEqual([
      [0, 1_333],
      [0, 500],
    ]);
  });

  it('are above each list what its columns add up to', async () => {
    // One after the other: jest links a module that two of them import only once.
    const { orderSums, entrySums } = (await webModules.sums()) as unknown as Sums;
    type Order = Record<'net_amount' | 'refunded_amount' | 'total_amount', number> & {
      currency: string;
      paid: boolean;
      voided_at: string | null;
    };
    const own = `organization_id=${shop.organizationId}`;
    const rowsOf = async <Row extends { currency: string }>(list: string, currency: string) =>
      ((await get(`${list}&${own}&limit=100`)) as { items: Row[] }).items.filter((row) => row.currency === currency);
    const added = <Row>(rows: readonly Row[], of: (row: Row) => number) => rows.reduce((sum, row) => sum + of(row), 0);
    const seen = new Set<string>();
    for (const filter of [
      '',
      'status=paid',
      'status=partially_refunded&status=refunded',
      'status=pending',
      'status=void',
    ])
      for (const currency of ['usd', 'eur']) {
        const rows = await rowsOf<Order>(`/v1/orders/?${filter}`, currency);
        const { totals } = (await get(`/api/dashboard/orders/totals?${own}&${filter}`)) as { totals: never[] };
        const paid = rows.filter((row) => row.paid);
        const expected: Record<string, number> = {
          'before tax': added(paid, (row) => row.net_amount),
          refunded: 0 - added(paid, (row) => row.refunded_amount),
          'after refunds': added(paid, (row) => row.net_amount - row.refunded_amount),
          'not paid, with tax': added(rows, (row) => (row.paid || row.voided_at ? 0 : row.total_amount)),
        };
        for (const { amount, of, ...sum } of orderSums(totals).filter((one) => one.currency === currency)) {
          expect([filter, sum.currency, of, amount]).toEqual([filter, currency, of, expected[of]]);
          if (amount !== 0) seen.add(`${currency} ${of}`);
        }
      }
    for (const filter of ['', 'kind=sale', 'kind=refund', 'billing_reason=subscription_cycle'])
      for (const currency of ['usd', 'eur']) {
        const rows = await rowsOf<Order>(`/api/dashboard/finance/entries?${filter}`, currency);
        const { totals } = (await get(`/api/dashboard/finance/entries/totals?${own}&${filter}`)) as { totals: never[] };
        expect(entrySums(totals).flatMap((one) => (one.currency === currency ? [one.amount] : []))).toEqual(
          rows.length === 0 ? [] : [added(rows, (row) => row.net_amount), added(rows, (row) => row.total_amount)],
        );
      }
    for (const currency of ['usd', 'eur'])
      for (const of of ['before tax', 'refunded', 'after refunds']) expect(seen).toContain(`${currency} ${of}`);
  });

  it('count a trial as active without recurring revenue, and a discount off it until it ends', async () => {
    const standing = async (day: string) => {
      const dates = `start_date=${day}&end_date=${day}`;
      const path = `/api/dashboard/figures?organization_id=${shop.organizationId}&${dates}`;
      const { currencies } = (await get(path)) as HomeFigures;
      const metrics = (await get(`/v1/metrics/?interval=day&currency=eur&${dates}`)) as HomeFigures['currencies'][0];
      for (const name of ['active_subscriptions', 'monthly_recurring_revenue'])
        expect(metrics.totals[name]).toBe(currencies[1]!.totals[name]);
      return currencies.map(({ totals: { active_subscriptions: active, monthly_recurring_revenue: mrr } }) => [
        active,
        mrr,
      ]);
    };
    await inZone('UTC');
    // In dollars a journal of 9.01 a year, and one in trial. In euros two plans of 17.50, one of 8.75 and two of 11.67, and two in trial.
    expect(await standing('2026-03-01')).toEqual([
      [2, 75],
      [7, 2 * 1_750 + 875 + 2 * 1_167],
    ]);
    // The first trial has ended.
    expect(await standing('2026-03-11')).toEqual([
      [2, 75],
      [7, 2 * 1_750 + 875 + 3 * 1_167],
    ]);
    // More have been sold. On the next day, one discount and one canceled plan have ended, and two plans are past due.
    expect(await standing('2026-03-31')).toEqual([
      [5, Math.round((901 + 3 * 1_001) / 12)],
      [9, 4 * 1_750 + 875 + 3 * 1_167],
    ]);
    expect(await standing('2026-04-01')).toEqual([
      [5, Math.round((901 + 3 * 1_001) / 12)],
      [6, 3 * 1_750 + 2 * 1_167],
    ]);
  });

  it('belong to the day on which they were paid in the organization’s time zone', async () => {
    const daily = async (zone: string) => {
      await inZone(zone);
      const query = `organization_id=${shop.organizationId}&start_date=2026-03-28&end_date=2026-03-30&interval=day`;
      const { currencies } = (await get(`/api/dashboard/figures?${query}`)) as {
        currencies: { periods: { orders: number }[] }[];
      };
      // Dollars: a paper each time, and a journal every other time.
      return currencies[0]!.periods.map(({ orders }) => orders);
    };
    expect(await daily('UTC')).toEqual([5, 3, 0]);
    expect(await daily('Asia/Kolkata')).toEqual([2, 3, 3]);
    expect(await daily('Europe/Berlin')).toEqual([3, 3, 2]);
  });

  it('are limited to a member’s own organizations, and reject invalid ranges', async () => {
    const own = `organization_id=${shop.organizationId}`;
    const statuses = async (bearer: string, ...queries: string[]) =>
      Promise.all(queries.map(async (query) => (await ask(`/api/dashboard/figures?${query}`, bearer)).status));
    expect(await statuses(shop.bearer.replace('seller', 'reader'), own)).toEqual([200]);
    expect(await statuses(shop.bearer, `${own}&start_date=9998-01-01&end_date=9998-12-31`)).toEqual([200]);
    expect(await statuses('seller-somebody', own)).toEqual([404]);
    expect((await ask(`/api/dashboard/attention?${own}`, 'seller-somebody')).status).toBe(404);
    expect((await ask('/api/dashboard/attention?organization_id=x')).status).toBe(422);
    expect(
      await statuses(
        shop.bearer,
        ...[
          '',
          'organization_id=x',
          `${own}&start_date=2026-03-01`,
          `${own}&start_date=2026-02-30&end_date=2026-03-01`,
        ],
        ...[`${own}&start_date=2026-03-02&end_date=2026-03-01`, `${own}&start_date=2022-03-02&end_date=2026-03-01`],
        ...[`${own}&interval=hour`, `${own}&start_date=2026-01-01&end_date=2026-12-31&interval=day`],
        // Periods would have to end after the last instant.
        ...['day', 'month'].map((each) => `${own}&start_date=9999-12-30&end_date=9999-12-31&interval=${each}`),
      ),
    ).toEqual(Array(10).fill(422));
  });
});
