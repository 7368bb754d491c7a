import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createOrganization, organizationToken, post, signUp, tokenOf } from '../../support/accounts.ts';
import { openShop, type Shop } from '../../support/shop.ts';

describe('GET /api/dashboard/first-steps', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop.close());

  async function steps(headers: Record<string, string> = { authorization: `Bearer ${shop.bearer}` }, query = '') {
    const answer = await fetch(`${shop.url}/api/dashboard/first-steps${query}`, { headers });
    return { status: answer.status, body: (await answer.json()) as unknown };
  }

  it('names the newest product on sale, open checkout and paid order', async () => {
    const nothing = { product_id: null, checkout_id: null, order_id: null, has_more_orders: false };
    expect(await steps()).toEqual({ status: 200, body: nothing });
    const ruler = await shop.product({ name: 'Ruler', interval: null });
    const { id: open } = await shop.seller.checkouts.create({ products: [ruler.id] });
    await shop.settled();
    expect((await steps()).body).toEqual({ ...nothing, product_id: ruler.id, checkout_id: open });
    await shop.buy(ruler.id);
    const { items } = (await shop.seller.orders.list({})).result;
    expect((await steps()).body).toMatchObject({ checkout_id: open, order_id: items[0]!.id, has_more_orders: false });
    await shop.buy(ruler.id);
    expect((await steps()).body).toMatchObject({ has_more_orders: true });
    await shop.seller.products.update({ id: ruler.id, productUpdate: { isArchived: true } });
    await shop.settled();
    expect((await steps()).body).toMatchObject({ product_id: null });
  });

  it('names nothing that the caller may not read', async () => {
    const { token, organizationId, cookie } = await organizationToken(shop, 'orders:read');
    const product = {
      organization_id: organizationId,
      name: 'Ruler',
      recurring_interval: null,
      prices: [{ amount_type: 'free' }],
    };
    const { id } = (await (await post(shop, '/v1/products', product, cookie)).json()) as { id: string };
    await post(shop, '/v1/checkouts', { products: [id] }, cookie);
    await shop.settled();
    const none = { product_id: null, checkout_id: null };
    expect((await steps({ authorization: `Bearer ${token}` })).body).toMatchObject(none);
    const { token: wider } = await tokenOf(shop, cookie, organizationId, 'orders:read', 'products:read');
    const named = { product_id: id, checkout_id: null };
    expect((await steps({ authorization: `Bearer ${wider}` })).body).toMatchObject(named);
  });

  it('tells a user about their own organization alone', async () => {
    const { cookie } = await signUp(shop);
    const { id } = await createOrganization(shop, cookie, { name: 'Another' });
    expect(await steps({ cookie }, `?organization_id=${id}`)).toMatchObject({ status: 200, body: { order_id: null } });
    expect(await steps({ cookie }, `?organization_id=${shop.organizationId}`)).toMatchObject({
      body: { product_id: null, order_id: null },
    });
    expect((await steps({ cookie })).status).toBe(422);
    expect((await steps({})).status).toBe(401);
  });
});
