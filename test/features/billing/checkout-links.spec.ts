import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CheckoutLink } from '@polar-sh/sdk/models/components/checkoutlink.js';
import type { Product } from '@polar-sh/sdk/models/components/product.js';
import { newUuid } from '../../../src/kernel/ids.ts';
import { polar } from '../../support/sellers.ts';
import { openShop, type Shop } from '../../support/shop.ts';

describe('checkout links over HTTP', () => {
  let shop: Shop;
  let paper: Product;
  let ink: Product;

  beforeAll(async () => {
    shop = await openShop({ ages: true });
    [paper, ink] = [await shop.product({ name: 'Paper' }), await shop.product({ name: 'Ink', amount: 700 })];
  });
  afterAll(() => shop.close());

  const create = (products: string[], more: object = {}): Promise<CheckoutLink> =>
    shop.seller.checkoutLinks.create({ paymentProcessor: 'stripe', products, ...more });
  const visit = (link: { url: string }, query = '', init: RequestInit = {}) =>
    fetch(`${link.url}${query}`, { redirect: 'manual', ...init });
  const checkoutAt = async (location: string | null) => {
    const { pathname, origin } = new URL(location!);
    expect(origin).toBe(shop.url);
    const clientSecret = /^\/checkout\/(tb_c_\w+)$/.exec(pathname)![1]!;
    const { id } = await shop.seller.checkouts.clientGet({ clientSecret });
    return shop.seller.checkouts.get({ id });
  };
  const checkoutCount = async () => (await shop.seller.checkouts.list({ limit: 1 })).result.pagination.totalCount;
  async function raw(method: string, path: string, body?: unknown, bearer = shop.bearer) {
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
    const answer = await fetch(shop.url + path, { method, headers, body: JSON.stringify(body) });
    const text = await answer.text();
    const { detail } = (text === '' ? {} : JSON.parse(text)) as { detail?: { loc: unknown[] }[] };
    return { status: answer.status, at: Array.isArray(detail) ? detail.map(({ loc }) => loc.join('.')) : [] };
  }
  const notFound = { error: 'ResourceNotFound' };

  it('are created by products, by a product and by a price, with the SDK', async () => {
    const terms = {
      label: 'Autumn',
      metadata: { campaign: 'autumn', n: 1 },
      successUrl: 'https://shop.example/thanks?c={CHECKOUT_ID}',
      allowDiscountCodes: false,
      requireBillingAddress: true,
    };
    const link = await create([paper.id, ink.id, paper.id], terms);
    expect(link).toMatchObject({
      ...terms,
      organizationId: shop.organizationId,
      paymentProcessor: 'stripe',
      discountId: null,
      discount: null,
      modifiedAt: null,
      clientSecret: expect.stringMatching(/^tb_cl_/),
      url: `${shop.url}/v1/checkout-links/${link.clientSecret}/redirect`,
    });
    expect(link.products.map(({ id, metadata, prices }) => [id, metadata, prices.length])).toEqual([
      [paper.id, {}, 1],
      [ink.id, {}, 1],
    ]);
    expect(await shop.seller.checkoutLinks.get({ id: link.id })).toEqual(link);
    const byProduct = await shop.seller.checkoutLinks.create({ productId: ink.id });
    expect(byProduct).toMatchObject({
      products: [{ id: ink.id }],
      label: null,
      successUrl: null,
      allowDiscountCodes: true,
    });
    const byPrice = await shop.seller.checkoutLinks.create({ productPriceId: ink.prices[0]!.id });
    expect(byPrice.products.map(({ id }) => id)).toEqual([ink.id]);
  });

  it('are listed oldest first, filtered by product and sorted by every field', async () => {
    const seller = polar(shop.url, 'seller-lists');
    const product = (name: string) =>
      seller.products.create({ name, recurringInterval: null, prices: [{ amountType: 'free' }] });
    const [first, second] = [await product('First'), await product('Second')];
    const one = await seller.checkoutLinks.create({
      products: [first.id],
      label: 'beta',
      successUrl: 'https://a.example/',
    });
    const two = await seller.checkoutLinks.create({ products: [first.id, second.id], label: 'Alpha' });
    const three = await seller.checkoutLinks.create({
      products: [second.id],
      successUrl: 'https://b.example/',
      allowDiscountCodes: false,
    });
    const named = new Map([one, two, three].map(({ id }, at) => [id, at + 1]));
    const ids = async (query: Parameters<typeof seller.checkoutLinks.list>[0] = {}) =>
      (await seller.checkoutLinks.list(query)).result.items.map(({ id }) => named.get(id));
    expect(await ids()).toEqual([1, 2, 3]);
    expect(await ids({ sorting: ['-created_at'] })).toEqual([3, 2, 1]);
    expect(await ids({ sorting: ['label'] })).toEqual([3, 2, 1]);
    expect(await ids({ sorting: ['-success_url'] })).toEqual([3, 1, 2]);
    expect(await ids({ sorting: ['allow_discount_codes', '-label'] })).toEqual([3, 1, 2]);
    expect(await ids({ productId: second.id })).toEqual([2, 3]);
    expect(await ids({ productId: [first.id, second.id] })).toEqual([1, 2, 3]);
    expect(await ids({ organizationId: shop.organizationId })).toEqual([]);
    const page = await seller.checkoutLinks.list({ limit: 2, page: 2 });
    expect(page.result.pagination).toEqual({ totalCount: 3, maxPage: 2 });
    expect((await raw('GET', '/v1/checkout-links/?sorting=url')).at).toEqual(['query.sorting.0']);
    expect((await raw('GET', '/v1/checkout-links/?product_id=x')).at).toEqual(['query.product_id']);
  });

  it('are updated field by field and deleted', async () => {
    const { id, url } = await create([paper.id], { label: 'Before', successUrl: 'https://a.example/' });
    const update = (checkoutLinkUpdate: object) => shop.seller.checkoutLinks.update({ id, checkoutLinkUpdate });
    expect(await update({ label: 'After', products: [ink.id, paper.id], metadata: { a: 1 } })).toMatchObject({
      label: 'After',
      successUrl: 'https://a.example/',
      metadata: { a: 1 },
      products: [{ id: ink.id }, { id: paper.id }],
      modifiedAt: expect.any(Date),
    });
    expect(await update({ label: null, successUrl: null, products: null, allowDiscountCodes: false })).toMatchObject({
      label: null,
      successUrl: null,
      allowDiscountCodes: false,
      products: [{ id: ink.id }, { id: paper.id }],
    });
    await shop.seller.checkoutLinks.delete({ id });
    await expect(shop.seller.checkoutLinks.get({ id })).rejects.toMatchObject(notFound);
    await expect(update({ label: 'x' })).rejects.toMatchObject(notFound);
    await expect(shop.seller.checkoutLinks.delete({ id })).rejects.toMatchObject(notFound);
    expect((await visit({ url })).status).toBe(404);
  });

  it('refuse invalid input at its field, and leave nothing behind', async () => {
    const foreign = await polar(shop.url, 'seller-foreign').products.create({
      name: 'Foreign',
      recurringInterval: null,
      prices: [{ amountType: 'free' }],
    });
    const archived = await shop.product({ name: 'Archived' });
    await shop.seller.products.update({ id: archived.id, productUpdate: { isArchived: true } });
    const before = (await shop.seller.checkoutLinks.list({})).result.pagination.totalCount;
    const products = [paper.id];
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, n]));
    const cases: [object, string][] = [
      [{}, 'body.products'],
      [{ products: [] }, 'body.products'],
      [{ products: ['x'] }, 'body.products'],
      [{ products: [newUuid()] }, 'body.products.0'],
      [{ products: [paper.id, foreign.id] }, 'body.products.1'],
      [{ products: [archived.id] }, 'body.products.0'],
      [{ product_price_id: foreign.prices[0]!.id }, 'body.product_price_id'],
      [{ products, label: 'x'.repeat(1_000_000 - 200) }, 'body.label'],
      [{ products, success_url: 'javascript:alert(1)' }, 'body.success_url'],
      [{ products, success_url: 'https://a.example/\r\nX: y' }, 'body.success_url'],
      [{ products, metadata: many }, 'body.metadata'],
      [{ products, discount_id: newUuid() }, 'body.discount_id'],
      [{ products, payment_processor: 'paypal' }, 'body.payment_processor'],
      [{ products, allow_discount_codes: 'yes' }, 'body.allow_discount_codes'],
    ];
    for (const [body, at] of cases)
      expect([body, await raw('POST', '/v1/checkout-links/', body)]).toEqual([body, { status: 422, at: [at] }]);
    expect((await shop.seller.checkoutLinks.list({})).result.pagination.totalCount).toBe(before);
  });

  it('hide from other tenants, and require the scope', async () => {
    const { id } = await create([paper.id]);
    for (const [method, body] of [['GET'], ['PATCH', { label: 'mine' }], ['DELETE']] as const)
      expect((await raw(method, `/v1/checkout-links/${id}`, body, 'seller-foreign')).status).toBe(404);
    expect((await raw('POST', '/v1/checkout-links/', { products: [paper.id] }, 'seller-foreign')).at).toEqual([
      'body.products.0',
    ]);
    const reader = shop.bearer.replace('seller', 'reader');
    expect((await raw('POST', '/v1/checkout-links/', { products: [paper.id] }, reader)).status).toBe(403);
    expect((await raw('GET', `/v1/checkout-links/${id}`, undefined, reader)).status).toBe(200);
  });

  it('open a new checkout at each visit, with its settings and what the address says', async () => {
    const link = await create([paper.id, ink.id], {
      label: 'Hidden from buyers',
      metadata: { campaign: 'autumn' },
      successUrl: 'https://shop.example/thanks',
      allowDiscountCodes: false,
      requireBillingAddress: true,
    });
    const first = await visit(link);
    expect(first.status).toBe(302);
    const checkout = await checkoutAt(first.headers.get('location'));
    expect(checkout).toMatchObject({
      status: 'open',
      productId: paper.id,
      amount: 1_000,
      currency: 'usd',
      allowDiscountCodes: false,
      requireBillingAddress: true,
      successUrl: 'https://shop.example/thanks',
      metadata: { campaign: 'autumn' },
      customerEmail: null,
      customerIpAddress: '127.0.0.1',
      embedOrigin: null,
    });
    expect(checkout.products.map(({ id }) => id)).toEqual([paper.id, ink.id]);
    const query = new URLSearchParams({
      reference_id: 'partner-7',
      utm_source: 'news',
      campaign: 'theirs',
      customer_email: 'ada@example.com',
      customer_name: 'Ada',
      product_id: ink.id,
      embed_origin: 'https://shop.example:443',
      amount: '2500',
      discount_code: 'SUMMER',
      'custom_field_data.size': 'L',
    });
    const second = await visit(link, `?${query.toString()}`);
    const location = second.headers.get('location')!;
    expect(await checkoutAt(location)).toMatchObject({
      productId: ink.id,
      amount: 700,
      metadata: { campaign: 'autumn', reference_id: 'partner-7', utm_source: 'news' },
      customerEmail: 'ada@example.com',
      customerName: 'Ada',
      embedOrigin: 'https://shop.example',
    });
    expect([...new URL(location).searchParams]).toEqual([
      ['amount', '2500'],
      ['discount_code', 'SUMMER'],
      ['custom_field_data.size', 'L'],
    ]);
    const bought = await shop.confirm(
      new URL(location).pathname.split('/')[2]!,
      { email: 'ada@example.com' },
      {
        customerBillingAddress: { country: 'DE', line1: 'Weg 1', city: 'Berlin', postalCode: '10115' },
      },
    );
    expect(bought.status).toBe('confirmed');
  });

  it('lose a product that is archived, for good', async () => {
    const [kept, leaving] = [await shop.product({ name: 'Kept' }), await shop.product({ name: 'Leaving' })];
    const link = await create([leaving.id, kept.id]);
    const only = await create([leaving.id]);
    const archive = (isArchived: boolean) =>
      shop.seller.products.update({ id: leaving.id, productUpdate: { isArchived } });
    await archive(true);
    // At once, before the process has run.
    expect((await shop.seller.checkoutLinks.get({ id: link.id })).products.map(({ id }) => id)).toEqual([kept.id]);
    await shop.settled();
    await archive(false);
    await shop.settled();
    expect((await shop.seller.checkoutLinks.get({ id: link.id })).products.map(({ id }) => id)).toEqual([kept.id]);
    expect((await checkoutAt((await visit(link)).headers.get('location'))).productId).toBe(kept.id);
    const before = await checkoutCount();
    const closed = await visit(only);
    expect([closed.status, await closed.json()]).toEqual([
      410,
      { error: 'ResourceUnavailable', detail: expect.any(String) },
    ]);
    const inBrowser = await visit(only, '?customer_name=x', { headers: { accept: 'text/html,*/*' } });
    expect([inBrowser.status, inBrowser.headers.get('location')]).toEqual([302, `${shop.url}/checkout/closed-link`]);
    expect(await checkoutCount()).toBe(before);
    expect((await shop.seller.checkoutLinks.list({ productId: leaving.id })).result.items).toEqual([]);
    const restored = { id: only.id, checkoutLinkUpdate: { products: [leaving.id] } };
    expect((await shop.seller.checkoutLinks.update(restored)).products).toHaveLength(1);
    expect((await visit(only)).status).toBe(302);
  });

  it('leave out a draft until it is published', async () => {
    const [kept, draft] = [await shop.product({ name: 'Kept' }), await shop.product({ name: 'Draft' })];
    const link = await create([draft.id, kept.id]);
    const see = (visibility: string) => raw('PATCH', `/v1/products/${draft.id}`, { visibility });
    const { clientSecret } = await shop.seller.checkouts.create({ products: [draft.id] });
    const offered = async () => (await checkoutAt((await visit(link)).headers.get('location'))).products;
    await see('draft');
    expect((await offered()).map(({ id }) => id)).toEqual([kept.id]);
    for (const path of ['/v1/checkout-links/', '/v1/checkouts/'])
      expect((await raw('POST', path, { products: [draft.id] })).at).toEqual(['body.products.0']);
    const confirmed = { confirmation_token_id: 'ctoken_ok', customer_email: 'ada@example.com', customer_name: 'Ada' };
    const confirm = await raw('POST', `/v1/checkouts/client/${clientSecret}/confirm`, {
      ...confirmed,
      customer_billing_address: { country: 'DE' },
    });
    expect(confirm).toEqual({ status: 422, at: ['body.product_id'] });
    await see('private');
    expect((await offered()).map(({ id }) => id)).toEqual([draft.id, kept.id]);
  });

  it('create nothing for a robot, a prefetch or a HEAD request', async () => {
    const link = await create([paper.id]);
    const before = await checkoutCount();
    const looks: RequestInit[] = [
      { method: 'HEAD' },
      { headers: { purpose: 'prefetch' } },
      { headers: { 'sec-purpose': 'prefetch' } },
      { headers: { 'user-agent': 'Twitterbot/1.0' } },
    ];
    for (const look of looks) expect((await visit(link, '', look)).status).toBe(204);
    expect(await checkoutCount()).toBe(before);
  });

  it("withstand a stranger's parameters", async () => {
    const link = await create([paper.id]);
    const foreign = await polar(shop.url, 'seller-foreign').products.create({
      name: 'Not here',
      recurringInterval: null,
      prices: [{ amountType: 'fixed', priceAmount: 50 }],
    });
    const attacks = [
      `?product_id=${foreign.id}`,
      '?success_url=https://evil.example&redirect=//evil.example&url=https://evil.example',
      '?discount_code=x%0d%0aSet-Cookie:%20a=b&amount=1%0d%0aLocation:%20https://evil.example',
      '?customer_email=%00&customer_email[$ne]=1&customer_name=%ff%fe',
      '?customer_name=a%0d%0aX-Injected:%201&reference_id=a%0d%0aX-Injected:%201',
      '?embed_origin=https://evil.example/%0d%0a;script-src%20*&embed_origin=javascript:alert(1)',
      '?allow_discount_codes=true&customer_id=1&discount_id=1&metadata[x]=1&__proto__[a]=1&constructor=1',
      `?${Array.from({ length: 1_000 }, (_, n) => `utm_${n}=${n}`).join('&')}`,
      `?reference_id=${'x'.repeat(8_000)}`,
      '?%',
      '?=&&==&amount=',
      '?amount=99999999999999999999&amount=-5',
    ];
    for (const attack of attacks) {
      const answer = await visit(link, attack);
      expect([attack.slice(0, 60), answer.status]).toEqual([attack.slice(0, 60), 302]);
      expect(answer.headers.get('x-injected') ?? answer.headers.get('set-cookie')).toBeNull();
      const checkout = await checkoutAt(answer.headers.get('location'));
      expect(checkout).toMatchObject({
        productId: paper.id,
        embedOrigin: null,
        customerId: null,
        allowDiscountCodes: true,
      });
      expect(Object.keys(checkout.metadata).length).toBeLessThanOrEqual(50);
      expect(JSON.stringify(checkout)).not.toMatch(/evil|Injected/);
    }
    const tooLong = await visit(link, `?reference_id=${'x'.repeat(100_000)}`);
    expect(tooLong.status).toBe(431);
    const secrets = [
      'tb_cl_',
      `${link.clientSecret}0`,
      link.clientSecret.slice(0, -1),
      link.clientSecret.replace('tb_cl_', 'tb_c_'),
      'x'.repeat(5_000),
      '..%2f..%2fcheckouts',
      '%00',
    ];
    for (const secret of secrets)
      expect((await visit({ url: `${shop.url}/v1/checkout-links/${secret}/redirect` })).status).toBe(404);
    // The secret of a link opens no checkout, and that of a checkout no link.
    const { clientSecret } = await shop.seller.checkouts.create({ products: [paper.id] });
    expect((await visit({ url: `${shop.url}/v1/checkout-links/${clientSecret}/redirect` })).status).toBe(404);
    await expect(shop.seller.checkouts.clientGet({ clientSecret: link.clientSecret })).rejects.toMatchObject(notFound);
  });
});

describe('the visits of one address', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop({ ages: true, env: { AUTH_RATE_LIMIT: '1' } });
    shop.clock.stopMachine();
    // What earlier spec files have requested no longer counts.
    shop.clock.advanceMachine(3_600);
  });
  afterAll(() => shop.close());

  it('are limited, and possible again after a pause', async () => {
    const { id } = await shop.product({});
    const { url } = await shop.seller.checkoutLinks.create({ products: [id] });
    const statuses: number[] = [];
    for (let n = 0; n < 32; n++) statuses.push((await fetch(url, { redirect: 'manual' })).status);
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 302), 429, 429]);
    expect((await fetch(url, { redirect: 'manual' })).headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await shop.seller.checkouts.list({})).result.pagination.totalCount).toBe(30);
    shop.clock.advanceMachine(11);
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(302);
  });

  it('find no discount codes by trying, neither by changing a checkout nor by confirming it', async () => {
    const { id } = await shop.product({});
    const send = (method: string, path: string, code: string) =>
      fetch(`${shop.url}/v1/checkouts/client/${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ discount_code: code }),
      });
    for (const [method, path] of [
      ['PATCH', ''],
      ['POST', '/confirm'],
    ] as const) {
      const { clientSecret } = await shop.seller.checkouts.create({ products: [id] });
      const statuses: number[] = [];
      for (let n = 0; n < 10; n++) statuses.push((await send(method, clientSecret + path, `WRONG${n}`)).status);
      expect(new Set(statuses)).toEqual(new Set([422]));
      const refused = await send(method, clientSecret + path, 'WRONG10');
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
      expect(await refused.json()).toMatchObject({ error: 'TooManyRequests' });
    }
  });
});
