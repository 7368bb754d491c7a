import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import type { Subscription } from '@polar-sh/sdk/models/components/subscription.js';
import { BillSubscription } from '../../../src/features/billing/orders/order.commands.ts';
import type { OrderEvent } from '../../../src/features/billing/orders/order.events.ts';
import type { Price } from '../../../src/features/billing/products/product.events.ts';
import type { SubscriptionEvent } from '../../../src/features/billing/subscriptions/subscription.events.ts';
import { SubscriptionReader } from '../../../src/features/billing/subscriptions/subscriptions.queries.ts';
import { paymentMethodEntry } from '../../../src/features/billing/payments/payment.events.ts';
import { VAULT } from '../../../src/app/tokens.ts';
import { readVault, type Vault } from '../../../src/kernel/ports/vault.ts';
import { NotFound } from '../../../src/kernel/errors.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { addSeconds } from '../../../src/kernel/ports/clock.ts';
import { NOW } from '../../support/given.ts';
import { happen } from '../../support/sellers.ts';
import { openShop, somebody, type Shop } from '../../support/shop.ts';

const FEBRUARY = '2026-02-28T10:00:00.000Z';
const MARCH = '2026-03-31T10:00:00.000Z';

describe('a subscription that renews', () => {
  let shop: Shop;
  let productId: string;

  beforeAll(async () => {
    shop = await openShop({ at: NOW });
    productId = (await shop.product({ amount: 2_000, interval: 'month', name: 'Zebra paper' })).id;
  });
  afterAll(() => shop.close());

  it('renews, retries what is declined, and ends what was canceled, each when due', async () => {
    const before = await shop.processor.taken();
    const [lasting, failing, ending] = [
      await shop.subscribe(productId),
      await shop.subscribe(productId, 'ctoken_renewal_declined'),
      await shop.subscribe(productId),
    ];
    await shop.seller.subscriptions.update({ id: ending.id, subscriptionUpdate: { cancelAtPeriodEnd: true } });
    await shop.advanceTo('2026-04-01T00:00:00.000Z');

    const after = async ({ id }: Subscription) => shop.seller.subscriptions.get({ id });
    expect(await after(lasting)).toMatchObject({
      status: 'active',
      currentPeriodStart: new Date('2026-03-31T10:00:00.000Z'),
      currentPeriodEnd: new Date('2026-04-30T10:00:00.000Z'),
    });
    expect(await after(failing)).toMatchObject({ status: 'canceled', endedAt: new Date('2026-03-21T10:00:00.000Z') });
    expect(await after(ending)).toMatchObject({ status: 'canceled', endedAt: new Date(FEBRUARY) });

    expect((await shop.ordersOf(lasting)).map((order) => [order.billingReason, order.status, order.createdAt])).toEqual(
      [
        ['subscription_create', 'paid', new Date(NOW)],
        ['subscription_cycle', 'paid', new Date(FEBRUARY)],
        ['subscription_cycle', 'paid', new Date(MARCH)],
      ],
    );
    expect((await shop.ordersOf(lasting))[1]!.items[0]).toMatchObject({
      label: 'Zebra paper — From Feb 28, 2026 to Mar 31, 2026',
      amount: 2_000,
    });
    expect((await shop.ordersOf(failing)).map(({ status }) => status)).toEqual(['paid', 'pending']);
    expect(await shop.ordersOf(ending)).toHaveLength(1);
    const others = (await shop.seller.subscriptions.list({ active: true, limit: 100 })).result.items.length - 1;
    expect((await shop.processor.taken()) - before).toBe(3 + 2 + others * 2);
  });

  it('renews in the currency it was bought in', async () => {
    const product = await sellIn('eur');
    const subscription = await shop.subscribe(product);
    expect(subscription).toMatchObject({ currency: 'eur', amount: 1_750 });
    const charged: unknown[] = [];
    const charge = shop.processor.chargeOffSession.bind(shop.processor);
    shop.processor.chargeOffSession = (request) => {
      charged.push([request.amount, request.currency]);
      return charge(request);
    };
    await shop.advanceTo(subscription.currentPeriodEnd!.toISOString());
    shop.processor.chargeOffSession = charge;
    expect(charged).toContainEqual([1_750, 'eur']);
    const orders = await shop.ordersOf(subscription);
    expect(orders.map(({ status, totalAmount, currency }) => [status, totalAmount, currency])).toEqual([
      ['paid', 1_750, 'eur'],
      ['paid', 1_750, 'eur'],
    ]);
    const { paymentId } = (await shop.events<OrderEvent>(`order-${orders[1]!.id}`)).find(
      ({ type }) => type === 'OrderPaid',
    )!.data as { paymentId: string };
    expect((await shop.processor.callsOf(paymentId)).reversed).toBe(false);
  });

  it('is renewed by the method that its purchase saved', async () => {
    const vault = shop.app.get<Vault>(VAULT);
    const keptBy = async ({ id }: Subscription) => {
      const { paymentMethodId } = (await shop.events<SubscriptionEvent>(`subscription-${id}`))[0]!.data as Extract<
        SubscriptionEvent,
        { type: 'SubscriptionCreated' }
      >['data'];
      return paymentMethodEntry(paymentMethodId!);
    };
    const saved = await shop.subscribe(productId, 'ctoken_one');
    const customer = `sandbox_cus_${saved.customerId}`;
    expect(JSON.parse((await readVault(vault, await keptBy(saved)))!)).toEqual({
      token: 'ctoken_one',
      isReused: true,
      saved: { customer, method: 'sandbox_pm_ctoken_one' },
    });
    const charged: unknown[] = [];
    const charge = shop.processor.chargeOffSession.bind(shop.processor);
    shop.processor.chargeOffSession = (request) => {
      charged.push([request.customer, request.method]);
      return charge(request);
    };
    await shop.advanceTo(saved.currentPeriodEnd!.toISOString());
    shop.processor.chargeOffSession = charge;
    expect(charged).toContainEqual([customer, 'sandbox_pm_ctoken_one']);
    expect((await shop.ordersOf(saved)).map(({ status }) => status)).toEqual(['paid', 'paid']);
  });

  it('is billed to the address and name of its checkout, even if the customer has others', async () => {
    const email = somebody();
    const known = await shop.seller.customers.create({
      email,
      name: 'Old name',
      billingAddress: { country: 'DE', city: 'Berlin' },
    });
    const { clientSecret } = await shop.seller.checkouts.create({ products: [productId] });
    const customerBillingAddress = { country: 'FR', city: 'Paris', line1: '1 Rue de la Paix', postalCode: '75002' };
    const business = { isBusinessCustomer: true, customerBillingName: 'Ada Ltd' };
    await shop.confirm(clientSecret, { email }, { customerBillingAddress, ...business });
    await shop.settled();
    const [subscription] = (await shop.seller.subscriptions.list({ customerId: known.id })).result.items;
    await shop.advanceTo(subscription!.currentPeriodEnd!.toISOString());
    for (const order of await shop.ordersOf(subscription!)) {
      expect(order.billingAddress).toMatchObject(customerBillingAddress);
      const answer = await fetch(`${shop.url}/v1/orders/${order.id}`, {
        headers: { authorization: `Bearer ${shop.bearer}` },
      });
      expect(await answer.json()).toMatchObject({ billing_name: 'Ada Ltd' });
    }
    expect(await shop.ordersOf(subscription!)).toHaveLength(2);
    expect(await shop.seller.customers.get({ id: known.id })).toMatchObject({ billingAddress: { country: 'DE' } });
    const stored = await shop.ports.store.read(`subscription-${subscription!.id}`);
    expect(JSON.stringify(stored)).not.toMatch(/Rue de la Paix|Ada Ltd/);
  });

  it("is billed to the customer's own address and name once those are changed after its checkout", async () => {
    const email = somebody();
    const { clientSecret } = await shop.seller.checkouts.create({ products: [productId] });
    await shop.confirm(clientSecret, { email }, { customerBillingAddress: { country: 'FR', city: 'Paris' } });
    await shop.settled();
    const customer = (await shop.seller.customers.list({ email })).result.items[0]!;
    const [subscription] = (await shop.seller.subscriptions.list({ customerId: customer.id })).result.items;
    shop.clock.set(addSeconds(shop.clock.now(), 1));
    await shop.seller.customers.update({
      id: customer.id,
      customerUpdate: { name: 'Ada Lovelace', billingAddress: { country: 'SE', city: 'Lund' } },
    });
    await shop.advanceTo(subscription!.currentPeriodEnd!.toISOString());
    const [bought, billed] = await shop.ordersOf(subscription!);
    expect(bought!.billingAddress).toMatchObject({ country: 'FR', city: 'Paris' });
    expect(billed!.billingAddress).toMatchObject({ country: 'SE', city: 'Lund' });
    const answer = await fetch(`${shop.url}/v1/orders/${billed!.id}`, {
      headers: { authorization: `Bearer ${shop.bearer}` },
    });
    expect(await answer.json()).toMatchObject({ billing_name: 'Ada Lovelace' });
  });

  it('is billed as it was when its period began, whatever happened since', async () => {
    const subscription = await shop.subscribe(productId);
    await shop.advanceTo(subscription.currentPeriodEnd!.toISOString());
    const [, order] = await shop.ordersOf(subscription);
    await shop.seller.subscriptions.revoke({ id: subscription.id });
    const reader = shop.app.get(SubscriptionReader, { strict: false });
    const start = subscription.currentPeriodEnd!.toISOString();
    expect(await reader.billed(subscription.id, order!.id)).toMatchObject({
      subscription: { status: 'active', current_period_start: start, ended_at: null },
      bill: { reason: 'subscription_cycle', period: { start }, entries: [] },
    });
    expect(await reader.billed(subscription.id, newUuid())).toBeUndefined();
  });

  it('is not billed for a period that it did not begin', async () => {
    const { id: subscriptionId } = await shop.subscribe(productId);
    const [orderId, taken] = [newUuid(), await shop.processor.taken()];
    const bill = new BillSubscription({ subscriptionId, orderId }, shop.context());
    await expect(shop.app.get(CommandBus).execute(bill)).rejects.toThrow(NotFound);
    expect([await shop.events(`order-${orderId}`), await shop.processor.taken()]).toEqual([[], taken]);
  });

  /** A product that the API does not sell yet, at a price in this currency. */
  async function sellIn(currency: string): Promise<string> {
    const created = await shop.product({ amount: 2_000, interval: 'month', name: 'Papier' });
    const added: Price[] = [{ id: newUuid(), amountType: 'fixed', amount: 1_750, currency }];
    const archived = created.prices.map(({ id }) => id);
    const type = 'ProductPricesChanged';
    await happen(shop, `product-${created.id}`, { type, data: { productId: created.id, archived, added } });
    await shop.settled();
    return created.id;
  }

  it('bills a free subscription with an order that is created paid', async () => {
    const free = await shop.product({ amount: 0, interval: 'month', name: 'Air' });
    const subscription = await shop.subscribe(free.id);
    await shop.advanceTo(subscription.currentPeriodEnd!.toISOString());
    const [, cycle] = await shop.ordersOf(subscription);
    expect(cycle).toMatchObject({ billingReason: 'subscription_cycle', status: 'paid', paid: true, netAmount: 0 });
    expect(await shop.events(`order-${cycle!.id}`)).toHaveLength(1);
  });
});
