import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  orderNumber,
  orderNumberStart,
  parseOrderNumber,
} from '../../../src/features/billing/orders/order-number.rules.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import type { Price } from '../../../src/features/billing/products/product.events.ts';
import { happen, organizationId } from '../../support/sellers.ts';
import { openShop, type Shop } from '../../support/shop.ts';

interface Row {
  id: string;
  number: string;
  billing_reason: string;
  paid_at: string | null;
  customer_id: string;
  product_id: string;
  subscription_id: string | null;
  recurring_interval: string;
  customer: { email: string };
  customer_email: string;
  email: string;
}

describe('an order number', () => {
  it('is the end of the id, in digits and letters that are told apart easily', () => {
    expect(orderNumber('01a33bad-8534-7000-8000-000000000000')).toBe('0000-0000');
    expect(orderNumber('01a33bad-8534-7000-8000-00ffffffffff')).toBe('ZZZZ-ZZZZ');
    expect(orderNumber('01a33bad-8534-7000-8000-000000000021')).toBe('0000-0011');
  });

  it.each([
    ['k7q2-m9px', 'K7Q2-M9PX'],
    [' K7Q2M9PX ', 'K7Q2-M9PX'],
    ['oil0-0000', '0110-0000'],
    ['K7Q2-M9P', undefined],
    ['K7Q2-M9PU', undefined],
    ['ann@example.com', undefined],
  ])('is read from %o as %o', (text, number) => expect(parseOrderNumber(text)).toBe(number));

  it('is found while it is typed, from the fourth character on', () => {
    expect(['k7q', 'k7q2', 'k7q2-m', 'K7Q2-M9PXX', 'k7 q2!'].map(orderNumberStart)).toEqual([
      undefined,
      'K7Q2',
      'K7Q2-M',
      undefined,
      undefined,
    ]);
  });
});

describe('the lists of a shop', () => {
  let shop: Shop;
  let products: Record<'paper' | 'plan' | 'atlas' | 'journal', string>;

  beforeAll(async () => {
    shop = await openShop({ at: '2026-01-10T12:00:00.000Z', allowSeveral: true });
    const [paper, plan, atlas, journal] = [
      await shop.product({ amount: 1_000, name: 'Paper' }),
      await shop.product({ amount: 2_000, interval: 'month', name: 'Plan' }),
      await shop.product({ amount: 12_003, interval: 'year', name: 'Atlas' }),
      await shop.product({ amount: 2_000, interval: 'month', name: 'Journal' }),
    ];
    products = { paper: paper.id, plan: plan.id, atlas: atlas.id, journal: journal.id };
    const added: Price[] = [{ id: newUuid(), amountType: 'fixed', amount: 1_750, currency: 'eur' }];
    const data = { productId: plan.id, archived: plan.prices.map(({ id }) => id), added };
    await happen(shop, `product-${plan.id}`, { type: 'ProductPricesChanged', data });
    await shop.settled();
    await shop.buy(products.paper, { email: 'ann@example.com' });
    await advance('2026-01-20T12:00:00.000Z');
    await shop.buy(products.plan, { email: 'bob@example.com' });
    await shop.buy(products.atlas, { email: 'ann@example.com' });
    await shop.buy(products.atlas, { email: 'erin@example.com' });
    await shop.buy(products.journal, { email: 'carl@example.com', token: 'ctoken_renewal_declined' });
    await shop.buy(products.journal, { email: 'dora@example.com', token: 'ctoken_renewal_declined' });
    await advance('2026-02-20T12:00:00.000Z');
    const change = async (who: string, body: object) => {
      const [one] = await rows(`subscriptions?query=${who}`);
      await shop.seller.subscriptions.update({ id: one!.id, subscriptionUpdate: body as never });
    };
    await change('dora', { revoke: true });
    await change('erin', { cancelAtPeriodEnd: true });
    await shop.settled();
  });
  afterAll(() => shop.close());

  async function advance(to: string): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ advance_to: to });
    expect((await fetch(`${shop.url}/sandbox/clock`, { method: 'POST', headers, body })).status).toBe(200);
  }

  const get = (path: string, bearer = shop.bearer) =>
    fetch(`${shop.url}/v1/${path}`, { headers: { authorization: `Bearer ${bearer}` } });
  async function rows(path: string, bearer?: string): Promise<Row[]> {
    const answer = await get(`${path}${path.includes('?') ? '&' : '?'}limit=100`, bearer);
    expect([path, answer.status]).toEqual([path, 200]);
    return ((await answer.json()) as { items: Row[] }).items;
  }
  const nameOf = ({ email }: { email: string }) => email.replace('@example.com', '');
  const ordersBy = async (query: string) =>
    (await rows(`orders?${query}`)).map((row) => `${nameOf(row.customer)} ${row.billing_reason}`).sort();
  const subscribersBy = async (query: string) =>
    (await rows(`subscriptions?${query}`)).map(({ customer }) => nameOf(customer)).sort();

  const FIRST = ['ann', 'bob', 'carl', 'dora', 'erin'].map((name) => `${name} subscription_create`);
  const CYCLES = ['bob', 'carl', 'dora'].map((name) => `${name} subscription_cycle`);

  it.each([
    ['status=paid', ['ann purchase', ...FIRST, 'bob subscription_cycle']],
    ['status=pending', ['carl subscription_cycle']],
    ['status=void', ['dora subscription_cycle']],
    ['status=pending&status=void', ['carl subscription_cycle', 'dora subscription_cycle']],
    ['billing_reason=purchase', ['ann purchase']],
    ['billing_reason=purchase&billing_reason=subscription_cycle', ['ann purchase', ...CYCLES]],
    ['currency=eur', ['bob subscription_create', 'bob subscription_cycle']],
    ['currency=USD&billing_reason=subscription_cycle', ['carl subscription_cycle', 'dora subscription_cycle']],
    ['currency=chf', []],
    ['created_from=2026-01-20T12:00:00Z&created_to=2026-02-20T12:00:00Z', FIRST],
    ['created_to=2026-01-20T12:00:00Z', ['ann purchase']],
    ['created_from=2026-02-20T13:00:00%2B01:00', CYCLES],
    ['paid_from=2026-02-01T00:00:00Z', ['bob subscription_cycle']],
    ['paid_to=2026-01-20T12:00:00Z', ['ann purchase']],
    ['query=ANN@', ['ann purchase', 'ann subscription_create']],
    ['query=bob', ['bob subscription_create', 'bob subscription_cycle']],
    ['query=paper', ['ann purchase']],
    ['query=atla&billing_reason=purchase', []],
    ['query=nobody', []],
    ['query=%20%20', ['ann purchase', ...FIRST, ...CYCLES]],
  ])('filters orders by %s', async (query, expected) => {
    expect(await ordersBy(query)).toEqual([...expected].sort());
  });

  it('finds an order by its number, complete or begun, and by its id', async () => {
    const [order] = await rows('orders?billing_reason=purchase');
    expect(order!.number).toBe(orderNumber(order!.id));
    for (const text of [order!.number, order!.number.toLowerCase().replace('-', ''), order!.id.toUpperCase()])
      expect(await ordersBy(`query=${text}`)).toEqual(['ann purchase']);
    expect(await ordersBy(`query=${order!.number.slice(0, 6)}`)).toContain('ann purchase');
  });

  it('finds the orders of one subscription', async () => {
    const [{ id } = { id: '' }] = await rows('subscriptions?query=bob');
    expect(await ordersBy(`subscription_id=${id}`)).toEqual(['bob subscription_create', 'bob subscription_cycle']);
  });

  it('says when an order was paid', async () => {
    expect((await rows('orders?status=pending')).map(({ paid_at }) => paid_at)).toEqual([null]);
    expect((await rows('orders?query=bob&sorting=created_at')).map(({ paid_at }) => paid_at?.slice(0, 10))).toEqual([
      '2026-01-20',
      '2026-02-20',
    ]);
  });

  it.each([
    ['status=active', ['ann', 'bob', 'erin']],
    ['status=past_due', ['carl']],
    ['status=canceled', ['dora']],
    ['status=past_due&status=canceled', ['carl', 'dora']],
    ['ending=true', ['erin']],
    ['ending=false', ['ann', 'bob', 'carl', 'dora']],
    ['recurring_interval=year', ['ann', 'erin']],
    ['currency=eur', ['bob']],
    ['started_from=2026-01-20T12:00:00Z', ['ann', 'bob', 'carl', 'dora', 'erin']],
    ['started_to=2026-01-20T12:00:00Z', []],
    ['period_ends_from=2026-02-21T00:00:00Z&period_ends_to=2026-12-31T00:00:00Z', ['bob', 'carl', 'dora']],
    ['ended_from=2026-02-20T12:00:00Z&ended_to=2026-02-21T00:00:00Z', ['dora']],
    ['ended_to=2026-02-20T12:00:00Z', []],
    ['query=atlas', ['ann', 'erin']],
    ['query=carl', ['carl']],
  ])('filters subscriptions by %s', async (query, expected) => {
    expect(await subscribersBy(query)).toEqual(expected);
  });

  it.each([
    ['checkouts', 'created_to=2026-01-20T12:00:00Z', ['ann']],
    ['checkouts', 'created_from=2026-01-20T12:00:00Z&query=ann', ['ann']],
    ['checkouts', 'created_from=2026-02-01T00:00:00Z', []],
    ['customers', 'created_to=2026-01-20T12:00:00Z', ['ann']],
    ['customers', 'created_from=2026-01-20T12:00:00Z', ['bob', 'carl', 'dora', 'erin']],
  ])('filters %s by %s', async (list, query, expected) => {
    const found = await rows(`${list}?${query}`);
    expect(found.map((row) => nameOf({ email: row.customer_email ?? row.email })).sort()).toEqual(expected);
  });

  it.each([
    'orders?status=open',
    'orders?billing_reason=gift',
    'orders?currency=dollar',
    'orders?created_from=2026-01-20',
    'orders?paid_to=yesterday',
    'orders?subscription_id=1',
    'subscriptions?status=ended',
    'subscriptions?ending=maybe',
    'subscriptions?recurring_interval=week',
    'subscriptions?ended_from=2026',
    'checkouts?created_to=2026-13-01T00:00:00Z',
    'customers?created_from=x',
  ])('refuses /v1/%s with 422', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(422);
    const [field] = ((await answer.json()) as { detail: { loc: string[] }[] }).detail;
    expect(field!.loc).toEqual(['query', path.slice(path.indexOf('?') + 1, path.indexOf('='))]);
  });

  it("finds nothing of another tenant's, by any filter", async () => {
    const [order] = await rows('orders?query=bob');
    const { product_id, customer_id, subscription_id, number, id } = order!;
    const filters = { product_id, customer_id, subscription_id, organization_id: shop.organizationId };
    const queries = Object.entries(filters).map(([name, value]) => `${name}=${value}`);
    const searches = ['bob', 'plan', number, id].map((text) => `query=${text}`);
    for (const query of [...queries, ...searches])
      expect([query, await rows(`orders?${query}`, 'seller-other')]).toEqual([query, []]);
    for (const query of ['query=bob', 'status=active', `organization_id=${shop.organizationId}`])
      expect([query, await rows(`subscriptions?${query}`, 'seller-other')]).toEqual([query, []]);
    const both = `organization_id=${organizationId('other')}&query=bob`;
    expect(await rows(`orders?${both}`)).toEqual([]);
  });
});
