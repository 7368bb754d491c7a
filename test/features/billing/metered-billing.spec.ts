import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Meter } from '@polar-sh/sdk/models/components/meter.js';
import type { Order } from '@polar-sh/sdk/models/components/order.js';
import type { Subscription } from '@polar-sh/sdk/models/components/subscription.js';
import { addSeconds } from '../../../src/kernel/ports/clock.ts';
import { openShop, type Shop } from '../../support/shop.ts';

let buyers = 0;

describe('metered subscriptions', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop({ allowSeveral: true });
  });
  afterAll(() => shop.close());

  const meterOf = (name: string, property?: string): Promise<Meter> =>
    shop.seller.meters.create({
      name: `Meter of ${name}`,
      filter: { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: name }] },
      aggregation: property ? { func: 'sum', property } : { func: 'count' },
    });
  const productOf = (meterId: string, unitAmount: string, more: { cap?: number; fixed?: number; name?: string } = {}) =>
    shop.seller.products.create({
      name: more.name ?? 'Metered paper',
      recurringInterval: 'month',
      prices: [
        { amountType: 'fixed', priceAmount: more.fixed ?? 1_000 },
        { amountType: 'metered_unit', meterId, unitAmount, ...(more.cap !== undefined && { capAmount: more.cap }) },
      ],
    });
  const subscribe = async (productId: string): Promise<Subscription> => {
    const email = `metered${(buyers += 1)}@example.com`;
    await shop.buy(productId, { email });
    const { result } = await shop.seller.subscriptions.list({ productId });
    return result.items.find(({ customer }) => customer.email === email)!;
  };
  const use = async (customerId: string, name: string, times: number, metadata: Record<string, number> = {}) => {
    const events = Array.from({ length: times }, () => ({ name, customerId, metadata }));
    await shop.seller.events.ingest({ events });
  };
  const moveTo = async (instant: string) => {
    const { status } = await fetch(`${shop.url}/sandbox/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advance_to: instant }),
    });
    expect(status).toBe(200);
    await shop.settled();
  };
  const renew = async ({ id }: Subscription): Promise<Subscription> => {
    const { currentPeriodEnd } = await shop.seller.subscriptions.get({ id });
    await moveTo(addSeconds(currentPeriodEnd!.toISOString() as never, 1));
    return shop.seller.subscriptions.get({ id });
  };
  const ordersOf = async (subscription: Subscription): Promise<Order[]> => {
    const { result } = await shop.seller.orders.list({ customerId: subscription.customerId, sorting: ['created_at'] });
    return result.items;
  };

  it('show what the period comes to so far, and bill it with the next one', async () => {
    const meter = await meterOf('call');
    const product = await productOf(meter.id, '2.5', { cap: 2_000 });
    const subscription = await subscribe(product.id);
    expect(subscription.meters).toMatchObject([
      { consumedUnits: 0, creditedUnits: 0, amount: 0, meter: { id: meter.id } },
    ]);
    await use(subscription.customerId, 'call', 25);
    await use(subscription.customerId, 'other', 10);
    await shop.settled();
    const { meters } = await shop.seller.subscriptions.get({ id: subscription.id });
    expect(meters).toMatchObject([{ consumedUnits: 25, creditedUnits: 0, amount: 63 }]);
    const renewed = await renew(subscription);
    expect(renewed.meters).toMatchObject([{ consumedUnits: 0, amount: 0 }]);
    await use(subscription.customerId, 'call', 900);
    await renew(subscription);
    await renew(subscription);
    const orders = await ordersOf(subscription);
    expect(orders.map(({ subtotalAmount }) => subtotalAmount)).toEqual([1_000, 1_063, 3_000, 1_000]);
    expect(orders[1]!.items.map(({ label, amount }) => [label, amount])).toEqual([
      [expect.stringMatching(/^Metered paper — From/), 1_000],
      ['Meter of call — (25 consumed units) × $0.025', 63],
    ]);
  });
});
