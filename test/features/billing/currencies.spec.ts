import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MetricsResponse } from '@polar-sh/sdk/models/components/metricsresponse.js';
import type { Product } from '@polar-sh/sdk/models/components/product.js';
import { RFCDate } from '@polar-sh/sdk/types/rfcdate.js';
import { minimumChargeOf } from '../../../src/kernel/currencies.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const JSON_BODY = { 'content-type': 'application/json' };

interface Figures {
  currencies: { currency: string; now: Record<string, number>; totals: Record<string, number> }[];
}

describe('a shop that sells in several currencies', () => {
  let shop: Shop;
  const sold: Partial<Record<'usd' | 'jpy' | 'eur' | 'bhd', Product>> = {};

  beforeAll(async () => {
    shop = await openShop({ at: '2026-03-10T12:00:00.000Z', allowSeveral: true });
    for (const [currency, priceAmount, interval] of [
      ['usd', 1_000, 'month'],
      ['jpy', 1_900, 'month'],
      ['eur', 2_400, 'year'],
      ['bhd', 1_900, null],
    ] as const) {
      const name = `Paper in ${currency}`;
      const prices = [{ amountType: 'fixed' as const, priceAmount, priceCurrency: currency }];
      const product = await shop.seller.products.create({ name, recurringInterval: interval, prices });
      sold[currency] = product;
      await shop.buy(product.id, { email: `${currency}@example.com` });
    }
    await shop.settled();
  });
  afterAll(() => shop.close());

  const send = (method: string, path: string, body?: object) =>
    fetch(`${shop.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${shop.bearer}`, ...(body && JSON_BODY) },
      ...(body && { body: JSON.stringify(body) }),
    });
  const get = async <T>(path: string): Promise<T> => (await send('GET', path)).json() as Promise<T>;

  async function refusals(path: string, body: object, method = 'POST'): Promise<unknown[]> {
    const answer = await send(method, path, body);
    const { detail } = (await answer.json()) as { detail?: { loc: unknown[]; type: string }[] };
    return [answer.status, ...(detail ?? []).map(({ loc, type }) => `${loc.join('.')} ${type}`)];
  }

  const metrics = (currency?: string): Promise<MetricsResponse> =>
    get(
      `/v1/metrics/?start_date=2026-03-01&end_date=2026-03-31&interval=month${currency ? `&currency=${currency}` : ''}`,
    );
  const figures = () => get<Figures>(`/api/dashboard/figures?organization_id=${shop.organizationId}`);
  const inCurrency = (currency: string | null) =>
    send('PATCH', `/v1/organizations/${shop.organizationId}`, { currency });

  it('charges each price in its own minor units', async () => {
    const { result } = await shop.seller.orders.list({ limit: 10 });
    const amounts = result.items.map(({ currency, totalAmount }) => [currency, totalAmount]).sort();
    expect(amounts).toEqual([
      ['bhd', 1_900],
      ['eur', 2_400],
      ['jpy', 1_900],
      ['usd', 1_000],
    ]);
  });

  it('adds up nothing across currencies: metrics', async () => {
    const dollars = { orders: 1, revenue: 1_000, monthly_recurring_revenue: 1_000, active_subscriptions: 1 };
    expect((await metrics()).totals).toMatchObject(dollars);
    expect((await metrics('usd')).totals).toMatchObject(dollars);
    expect((await metrics('JPY')).totals).toMatchObject({
      orders: 1,
      revenue: 1_900,
      monthly_recurring_revenue: 1_900,
    });
    // A twelfth of a year.
    expect((await metrics('eur')).totals).toMatchObject({ orders: 1, revenue: 2_400, monthly_recurring_revenue: 200 });
    expect((await metrics('bhd')).totals).toMatchObject({ orders: 1, revenue: 1_900, active_subscriptions: 0 });
    expect((await metrics('gbp')).totals).toMatchObject({ orders: 0, revenue: 0, cumulative_revenue: 0 });
    const typed = await shop.seller.metrics.get({
      startDate: new RFCDate('2026-03-01'),
      endDate: new RFCDate('2026-03-31'),
      interval: 'month',
    });
    expect(typed.totals).toMatchObject({ revenue: 1_000 });
  });

  it('adds up nothing across currencies: figures, totals of lists, exports', async () => {
    const { currencies } = await figures();
    expect(currencies.map(({ currency, totals, now }) => [currency, totals['revenue'], now])).toMatchObject([
      ['usd', 1_000, { monthly_recurring_revenue: 1_000 }],
      ['bhd', 1_900, { monthly_recurring_revenue: 0 }],
      ['eur', 2_400, { monthly_recurring_revenue: 200 }],
      ['jpy', 1_900, { monthly_recurring_revenue: 1_900 }],
    ]);
    const scoped = `organization_id=${shop.organizationId}`;
    const totals = await get<{ totals: object[] }>(`/api/dashboard/orders/totals?${scoped}`);
    expect(totals.totals).toMatchObject([
      { currency: 'bhd', count: 1, net_amount: 1_900 },
      { currency: 'eur', count: 1, net_amount: 2_400 },
      { currency: 'jpy', count: 1, net_amount: 1_900 },
      { currency: 'usd', count: 1, net_amount: 1_000 },
    ]);
    const monthly = await get<{ totals: object[] }>(`/api/dashboard/subscriptions/totals?${scoped}`);
    expect(monthly.totals).toMatchObject([
      { currency: 'eur', monthly_amount: 200 },
      { currency: 'jpy', monthly_amount: 1_900 },
      { currency: 'usd', monthly_amount: 1_000 },
    ]);
    const csv = await (await send('GET', `/api/dashboard/orders/export?${scoped}`)).text();
    const [head = '', ...rows] = csv.trim().split(/\r?\n/);
    const names = head.split(',');
    const cell = (row: string, name: string) => row.split(',')[names.indexOf(name)];
    expect(rows.map((row) => [cell(row, 'currency'), cell(row, 'total')]).sort()).toEqual([
      ['BHD', '1.900'],
      ['EUR', '24.00'],
      ['JPY', '1900'],
      ['USD', '10.00'],
    ]);
  });

  it('has a currency of its own, which its metrics begin with and which converts nothing', async () => {
    const answer = await inCurrency('JPY');
    expect([answer.status, await answer.json()]).toMatchObject([200, { currency: 'jpy' }]);
    const newer = (body: object) => send('PATCH', `/v1/organizations/${shop.organizationId}`, body);
    const renamed = await newer({ default_presentment_currency: 'jpy', currency: 'JPY' });
    expect([renamed.status, await renamed.json()]).toMatchObject([200, { default_presentment_currency: 'jpy' }]);
    expect((await newer({ default_presentment_currency: 'eur', currency: 'jpy' })).status).toBe(422);
    const gift = await shop.product({ amount: 0 });
    expect(await get(`/v1/products/${gift.id}`)).toMatchObject({ prices: [{ price_currency: 'jpy' }] });
    expect((await metrics()).totals).toMatchObject({ revenue: 1_900, monthly_recurring_revenue: 1_900 });
    expect((await metrics('usd')).totals).toMatchObject({ revenue: 1_000 });
    expect((await figures()).currencies.map(({ currency }) => currency)).toEqual(['jpy', 'bhd', 'eur', 'usd']);
    expect(await refusals(`/v1/organizations/${shop.organizationId}`, { currency: 'xyz' }, 'PATCH')).toEqual([
      422,
      'body.currency literal_error',
    ]);
    // null leaves it.
    expect(await (await inCurrency(null)).json()).toMatchObject({ currency: 'jpy' });
    // What is free is sold in it: it counts where its seller looks.
    const free = await shop.product({ amount: 0, name: 'Sampler', interval: 'month' });
    const checkout = await shop.seller.checkouts.create({ products: [free.id] });
    expect(checkout).toMatchObject({ currency: 'jpy', amount: 0 });
    expect((await inCurrency('usd')).status).toBe(200);
  });

  it('refuses prices that cannot be charged, at their fields', async () => {
    const refused = (...prices: object[]) =>
      refusals('/v1/products/', { name: 'Paper', recurring_interval: null, prices });
    const fixed = (price_amount: number, price_currency?: string) => ({
      amount_type: 'fixed',
      price_amount,
      price_currency,
    });
    const amount = 'body.prices.0.price_amount';
    expect(await refused(fixed(900, 'xyz'))).toEqual([422, 'body.prices.0.price_currency literal_error']);
    expect(await refused(fixed(900, 'us'))).toEqual([422, 'body.prices.0.price_currency literal_error']);
    expect(await refused(fixed(49))).toEqual([422, `${amount} greater_than_equal`]);
    expect(await refused(fixed(49, 'jpy'))).toEqual([422, `${amount} greater_than_equal`]);
    expect(await refused(fixed(17_499, 'huf'))).toEqual([422, `${amount} greater_than_equal`]);
    expect(await refused(fixed(29, 'gbp'))).toEqual([422, `${amount} greater_than_equal`]);
    expect(await refused(fixed(1_905, 'bhd'))).toEqual([422, `${amount} multiple_of`]);
    expect(await refused(fixed(19_050, 'isk'))).toEqual([422, `${amount} multiple_of`]);
    expect(await refused(fixed(100_000_000, 'eur'))).toEqual([422, `${amount} less_than_equal`]);
    expect(await refused(fixed(19.5, 'jpy'))).toEqual([422, `${amount} int_type`]);
    const chosen = { amount_type: 'custom', price_currency: 'huf', minimum_amount: 50, preset_amount: 10_000 };
    expect(await refused(chosen)).toEqual([
      422,
      'body.prices.0.minimum_amount greater_than_equal',
      'body.prices.0.preset_amount greater_than_equal',
    ]);
    const product = sold.eur!;
    const { id: kept } = product.prices[0]!;
    const meter = await shop.seller.meters.create({
      name: 'Calls',
      filter: { conjunction: 'and', clauses: [] },
      aggregation: { func: 'count' },
    });
    const metered = { amount_type: 'metered_unit', meter_id: meter.id, unit_amount: '0.5', price_currency: 'jpy' };
    expect(await refusals(`/v1/products/${product.id}`, { prices: [{ id: kept }, metered] }, 'PATCH')).toEqual([
      422,
      'body.prices.1.price_currency value_error',
    ]);
    expect((await shop.seller.products.list({ limit: 100 })).result.items.map(({ name }) => name)).not.toContain(
      'Paper',
    );
  });

  it('sells at the least charge of currencies of every kind', async () => {
    for (const currency of ['gbp', 'huf', 'jpy', 'krw', 'bhd', 'tnd', 'isk', 'ugx', 'idr']) {
      const body = {
        name: `Least in ${currency}`,
        recurring_interval: null,
        prices: [{ amount_type: 'fixed', price_amount: minimumChargeOf(currency), price_currency: currency }],
      };
      const answer = await send('POST', '/v1/products/', body);
      expect([currency, answer.status]).toEqual([currency, 201]);
    }
  });

  it('lets buyers choose an amount within what their currency charges', async () => {
    const gift = await shop.seller.products.create({
      name: 'Gift',
      recurringInterval: null,
      prices: [{ amountType: 'custom', priceCurrency: 'huf' }],
    });
    const { id, currency, amount } = await shop.seller.checkouts.create({ products: [gift.id] });
    expect([currency, amount]).toEqual(['huf', 350_000]);
    const choose = (chosen: number) => refusals(`/v1/checkouts/${id}`, { amount: chosen }, 'PATCH');
    expect(await choose(17_499)).toEqual([422, 'body.amount greater_than_equal']);
    expect(await choose(100_000_000)).toEqual([422, 'body.amount less_than_equal']);
    expect(await choose(17_500)).toEqual([200]);
  });

  it('takes a fixed discount off sales in its currency only', async () => {
    const { seller } = shop;
    const off = await seller.discounts.create({
      name: 'Yen off',
      code: 'YEN500',
      type: 'fixed',
      amount: 500,
      currency: 'jpy',
      duration: 'once',
    });
    const checkout = (product: Product) => seller.checkouts.create({ products: [product.id] });
    const yen = await checkout(sold.jpy!);
    const discounted = await seller.checkouts.update({ id: yen.id, checkoutUpdate: { discountId: off.id } });
    expect(discounted).toMatchObject({ currency: 'jpy', discountAmount: 500, totalAmount: 1_400 });
    const euros = await checkout(sold.eur!);
    expect(await refusals(`/v1/checkouts/${euros.id}`, { discount_id: off.id }, 'PATCH')).toEqual([
      422,
      'body.discount_id value_error',
    ]);
    const path = `/v1/checkouts/client/${euros.clientSecret}`;
    expect(await refusals(path, { discount_code: 'YEN500' }, 'PATCH')).toEqual([422, 'body.discount_code value_error']);
    // The SDK sends usd with every update: the discount stays in yen.
    const renamed = await seller.discounts.update({ id: off.id, discountUpdate: { name: 'Yen', amount: 600 } });
    expect(renamed).toMatchObject({ name: 'Yen', amount: 600, currency: 'jpy' });
    const bad = { name: 'Dinar off', type: 'fixed', amount: 105, currency: 'bhd', duration: 'once' };
    expect(await refusals('/v1/discounts/', bad)).toEqual([422, 'body.amount multiple_of']);
    expect(await refusals('/v1/discounts/', { ...bad, currency: 'xyz' })).toEqual([422, 'body.currency literal_error']);
    expect(await refusals(`/v1/discounts/${off.id}`, { currency: 'eur' }, 'PATCH')).toEqual([
      422,
      'body.currency value_error',
    ]);
  });

  it('renews each subscription in its own currency', async () => {
    await shop.advanceTo('2026-04-11T12:00:00.000Z');
    const renewed = await get<{ items: { currency: string; net_amount: number }[] }>(
      '/v1/orders/?billing_reason=subscription_cycle&limit=100',
    );
    expect(renewed.items.map(({ currency, net_amount }) => [currency, net_amount]).sort()).toEqual([
      ['jpy', 1_900],
      ['usd', 1_000],
    ]);
  });

  it('asks for metrics in a currency that exists', async () => {
    const range = 'start_date=2026-03-01&end_date=2026-03-31&interval=month';
    for (const currency of ['xyz', 'us', 'usd1', '€'])
      expect((await send('GET', `/v1/metrics/?${range}&currency=${encodeURIComponent(currency)}`)).status).toBe(422);
  });
});

describe('a caller with several organizations', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop({ at: '2026-03-10T12:00:00.000Z' });
  });
  afterAll(() => shop.close());

  it('has metrics in usd if their currencies differ, and in theirs if they agree', async () => {
    const { signUp, createOrganization } = await import('../../support/accounts.ts');
    const { cookie } = await signUp(shop);
    const [one, other] = [await createOrganization(shop, cookie), await createOrganization(shop, cookie)];
    const headers = { ...JSON_BODY, cookie, origin: shop.url };
    const ask = async (path: string) => (await fetch(`${shop.url}${path}`, { headers })).json();
    const sell = async (organization_id: string, price_amount: number, price_currency: string) => {
      const prices = [{ amount_type: 'fixed', price_amount, price_currency }];
      const body = JSON.stringify({ name: 'Paper', recurring_interval: null, organization_id, prices });
      const post = (path: string, text: string) => fetch(`${shop.url}${path}`, { method: 'POST', headers, body: text });
      const { id } = (await (await post('/v1/products/', body)).json()) as { id: string };
      const made = await post('/v1/checkouts/', JSON.stringify({ products: [id] }));
      await shop.confirm(((await made.json()) as { client_secret: string }).client_secret);
      await shop.settled();
    };
    const own = (id: string, currency: string) =>
      fetch(`${shop.url}/v1/organizations/${id}`, { method: 'PATCH', headers, body: JSON.stringify({ currency }) });
    await sell(one.id, 700, 'eur');
    await sell(other.id, 900, 'eur');
    const revenue = async (query = '') => {
      const range = 'start_date=2026-03-01&end_date=2026-03-31&interval=month';
      return ((await ask(`/v1/metrics/?${range}${query}`)) as { totals: { revenue: number } }).totals.revenue;
    };
    await own(one.id, 'eur');
    expect(await revenue(`&organization_id=${one.id}`)).toBe(700);
    expect(await revenue()).toBe(0);
    await own(other.id, 'eur');
    expect(await revenue()).toBe(1_600);
  });
});
