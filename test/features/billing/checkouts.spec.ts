import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Polar } from '@polar-sh/sdk';
import { openShop, type Shop } from '../../support/shop.ts';

describe('checkouts over HTTP', () => {
  let shop: Shop;
  let seller: Polar;

  beforeAll(async () => {
    shop = await openShop({ at: '2026-01-31T10:00:00.000Z' });
    seller = shop.seller;
  });
  afterAll(() => shop.close());

  it('sells a subscription', async () => {
    const product = await shop.product({ amount: 2_000, interval: 'month' });
    const checkout = await seller.checkouts.create({ products: [product.id] });
    const confirmed = await shop.confirm(checkout.clientSecret, { email: 'ada@example.com' });
    expect(confirmed.status).toBe('confirmed');
    await shop.settled();
    expect((await seller.checkouts.get({ id: checkout.id })).status).toBe('succeeded');
    const subscriptions = await seller.subscriptions.list({});
    expect(subscriptions.result.items).toHaveLength(1);
    const orders = await seller.orders.list({});
    expect(orders.result.items).toHaveLength(1);
    console.log(JSON.stringify(orders.result.items[0], null, 1), confirmed.customerSessionToken, checkout.url);
  });
});
