import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SqliteDocumentStore } from '../../../src/adapters/sqlite/sqlite-document-store.ts';
import { DOCUMENTS } from '../../../src/app/tokens.ts';
import { orderNumber } from '../../../src/features/billing/orders/order-number.rules.ts';
import { createOrganization, signUp, tokenOf } from '../../support/accounts.ts';
import { organizationId } from '../../support/sellers.ts';
import { openShop, type Shop } from '../../support/shop.ts';

interface Hit {
  kind: string;
  id: string;
  title: string;
  note: string | null;
  at: string;
}

describe('GET /api/dashboard/search', () => {
  let shop: Shop;
  let customerId: string;
  let productId: string;

  beforeAll(async () => {
    shop = await openShop({ allowSeveral: true });
    productId = (await shop.product({ name: 'Reader', interval: 'month', amount: 900 })).id;
    const customer = { email: 'Clover.Ash@example.com', name: 'Clover Ash' };
    customerId = (await shop.seller.customers.create(customer)).id;
    const { clientSecret } = await shop.seller.checkouts.create({ products: [productId] });
    const address = { line1: '1 Main St', city: 'Berlin', postalCode: '10115', country: 'DE' };
    const business = { isBusinessCustomer: true, customerBillingName: 'Herbária Kft.' };
    await shop.confirm(clientSecret, { email: customer.email }, { ...business, customerBillingAddress: address });
    for (let n = 0; n < 6; n++) await shop.seller.customers.create({ email: `clover${n}@example.com` });
    await shop.seller.customers.create({ email: 'x@example.com', name: 'clover' });
  });
  afterAll(() => shop.close());

  const ask = (query: object, credential = shop.bearer) => {
    const headers: Record<string, string> = /^(tb_|seller|reader|user)/.test(credential)
      ? { authorization: `Bearer ${credential}` }
      : { cookie: credential };
    return fetch(`${shop.url}/api/dashboard/search?${new URLSearchParams(query as never).toString()}`, { headers });
  };
  const search = async (query: string, credential?: string): Promise<Hit[]> => {
    const answer = await ask({ query }, credential);
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { items: Hit[] }).items;
  };
  const kinds = (hits: readonly Hit[]) => hits.map(({ kind }) => kind);

  it('finds customers by name and e-mail, with what they bought', async () => {
    const hits = await search('clover.ASH');
    expect(hits).toMatchObject([
      { kind: 'customer', id: customerId, title: 'Clover Ash', note: 'Clover.Ash@example.com' },
      { kind: 'order', title: expect.stringMatching(/^Order \w{4}-\w{4}$/), note: '$9.00 · Clover Ash · Reader' },
      { kind: 'subscription', title: 'Reader', note: '$9.00 a month · Clover Ash' },
      { kind: 'checkout', title: 'Reader' },
    ]);
    expect(new Date(hits[0]!.at).toISOString()).toBe(hits[0]!.at);
  });

  it("finds customers by their company's name, with what they bought", async () => {
    const hits = (await search('herbaria')).map(({ kind, id }) => (kind === 'customer' ? id : kind));
    expect(hits).toEqual([customerId, 'order', 'subscription', 'checkout']);
  });

  it('finds at most five of a kind, exact matches first, then the newest', async () => {
    const customers = (await search('Clover')).filter(({ kind }) => kind === 'customer');
    expect(customers.map(({ title }) => title)).toEqual([
      'clover',
      'clover5@example.com',
      'clover4@example.com',
      'clover3@example.com',
      'clover2@example.com',
    ]);
  });

  it('finds anything by its id or the beginning of it', async () => {
    const [order] = (await shop.seller.orders.list({})).result.items;
    expect(kinds(await search(order!.id))).toEqual(['order']);
    expect(await search(customerId.slice(0, 13))).toContainEqual(expect.objectContaining({ id: customerId }));
    expect(await search(`#${productId.toUpperCase()}`)).toMatchObject([
      { kind: 'product', title: 'Reader', note: '$9.00 a month' },
    ]);
  });

  it('finds an invoice by its number, and while it is typed', async () => {
    await shop.settled();
    const answer = await fetch(`${shop.url}/v1/orders`, { headers: { authorization: `Bearer ${shop.bearer}` } });
    const [order] = ((await answer.json()) as { items: { id: string; invoice_number: string }[] }).items;
    const number = order!.invoice_number;
    expect(number).toMatch(/^INV-\d{4}-\d{5}$/);
    for (const text of [number, `#${number.toLowerCase()} `, number.slice(0, 8)])
      expect(await search(text)).toContainEqual(
        expect.objectContaining({
          ...{ kind: 'document', id: order!.id, title: number },
          note: `invoice · $9.00 · Clover Ash · order ${orderNumber(order!.id)}`,
        }),
      );
    expect(await search('INV-2026-99999')).toEqual([]);
  });

  it('finds an order by its number, with or without the dash, and while it is typed', async () => {
    const [order] = (await shop.seller.orders.list({})).result.items;
    const number = orderNumber(order!.id);
    for (const text of [number, `#${number}`, number.replace('-', '').toLowerCase(), number.slice(0, 6)])
      expect(await search(text)).toContainEqual(expect.objectContaining({ id: order!.id, title: `Order ${number}` }));
  });

  it('finds events by id and type', async () => {
    const [event] = await search('order created');
    expect(event).toMatchObject({ kind: 'event', title: 'Order created', note: 'order' });
    expect(await search(event!.id)).toEqual([event]);
  });

  it('searches only recent things for one character', async () => {
    const hits = await search('r');
    expect(hits).toMatchObject([{ kind: 'product', id: productId }]);
    expect(await search(' ')).toEqual([]);
  });

  it('hides deleted customers', async () => {
    const { id } = await shop.seller.customers.create({ email: 'gone@example.com' });
    expect(kinds(await search('gone@example.com'))).toEqual(['customer']);
    await shop.seller.customers.delete({ id });
    expect(await search('gone@example.com')).toEqual([]);
    expect(await search(id)).toEqual([]);
  });

  it('finds only kinds that the caller may read, and no people without customers:read', async () => {
    const { cookie } = await signUp(shop);
    const { id } = await createOrganization(shop, cookie);
    const seller = (await tokenOf(shop, cookie, id, 'products:write', 'customers:write', 'checkouts:write')).token;
    const make = async (path: string, body: object) => {
      const headers = { authorization: `Bearer ${seller}`, 'content-type': 'application/json' };
      const answer = await fetch(shop.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
      return (await answer.json()) as { id: string };
    };
    const prices = [{ amount_type: 'fixed', price_amount: 500 }];
    const product = await make('/v1/products', { name: 'Zine', recurring_interval: null, prices });
    const customer = await make('/v1/customers', { email: 'zoe@example.com', name: 'Zoe' });
    const checkout = await make('/v1/checkouts', { products: [product.id], customer_id: customer.id });

    const one = async (scope: string, query: string) =>
      kinds(await search(query, (await tokenOf(shop, cookie, id, scope)).token));
    expect(await one('products:read', 'zine')).toEqual(['product']);
    expect(await one('products:read', 'zoe')).toEqual([]);
    expect(await one('customers:read', 'zoe')).toEqual(['customer']);
    expect(await one('checkouts:read', 'zoe')).toEqual([]);
    const { token } = await tokenOf(shop, cookie, id, 'checkouts:read');
    expect(await search(checkout.id, token)).toMatchObject([{ kind: 'checkout', title: 'Zine', note: 'open' }]);
    const { token: without } = await tokenOf(shop, cookie, id, 'webhooks:read');
    expect((await ask({ query: 'zoe' }, without)).status).toBe(403);
  });

  it("finds nothing of another tenant's, whatever the query names", async () => {
    const stranger = 'seller-stranger';
    const [order] = (await shop.seller.orders.list({})).result.items;
    for (const query of ['clover', 'Reader', customerId, order!.id, order!.id.slice(0, 8), 'order created', 'c'])
      expect(await search(query, stranger)).toEqual([]);
    const theirs = await ask({ query: 'clover', organization_id: shop.organizationId }, stranger);
    expect(await theirs.json()).toEqual({ items: [] });
    const mine = await ask({ query: 'clover', organization_id: organizationId('stranger') });
    expect(await mine.json()).toEqual({ items: [] });
  });

  it('rejects invalid texts and callers who are not signed in', async () => {
    expect((await ask({ query: 'a'.repeat(201) })).status).toBe(422);
    expect((await ask({})).status).toBe(422);
    expect((await ask({ query: 'a', organization_id: 'nope' })).status).toBe(422);
    expect((await ask({ query: 'a' }, 'user-one+two')).status).toBe(422);
    expect((await ask({ query: 'a' }, 'nobody')).status).toBe(401);
    expect((await ask({ query: '\u0000' }, 'seller-oddities')).status).toBe(422);
    for (const query of ['%', '"', '\\', '\ud800', "'; --", '[object'])
      expect((await ask({ query }, 'seller-oddities')).status).toBe(200);
  });

  it('reads only indexes', async () => {
    const store = shop.app.get<SqliteDocumentStore>(DOCUMENTS);
    const plans = await store.explainAll(async () => void (await search('clover')));
    plans.push(...(await store.explainAll(async () => void (await search(customerId.slice(0, 13))))));
    // Meanwhile, workers read their own collections.
    const searched = /^(SCAN|SEARCH) (customers|orders|products|subscriptions|checkouts|ledger_entries)_/;
    const steps = plans.flat().filter((step) => searched.test(step) && !/json_each/.test(step));
    expect(steps.length).toBeGreaterThan(10);
    const bounded = /^SEARCH .*(organization_id"?=\?|\(id=\?\)|rowid=\?)/;
    expect(steps.filter((step) => !bounded.test(step))).toEqual([]);
  });

  it('limits a caller to the speed of typing', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask({ query: 'fast' }, 'seller-fast')));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(10);
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
