import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AlreadyActiveSubscriptionError } from '@polar-sh/sdk/models/errors/alreadyactivesubscriptionerror.js';
import { PaymentError } from '@polar-sh/sdk/models/errors/paymenterror.js';
import { VAULT } from '../../../src/app/tokens.ts';
import { FIRST_INQUIRY_SECONDS } from '../../../src/features/billing/payments/payment.worker.ts';
import { tokenIdOf } from '../../../src/kernel/secrets/tokens.ts';
import { readVault, type Vault } from '../../../src/kernel/ports/vault.ts';
import { NOW } from '../../support/given.ts';
import { openShop, somebody, type Shop } from '../../support/shop.ts';
import { until } from '../../support/until.ts';
import { checkoutsOf, products } from '../../support/checkouts.ts';

describe('a checkout that is confirmed', () => {
  let shop: Shop;
  let once: string;
  let monthly: string;
  let free: string;
  const { open, get, types, ordersOf, settle, paymentOf } = checkoutsOf(() => shop);

  beforeAll(async () => {
    shop = await openShop({ at: NOW, ages: true });
    ({ once, monthly, free } = await products(shop));
  });
  afterAll(() => shop.close());

  it('sells a one-time product: customer and order, no subscription', async () => {
    const email = somebody();
    const { id, clientSecret } = await open(once, { metadata: { campaign: 'spring' } });
    const answer = await shop.confirm(clientSecret, { email });
    expect(answer.status).toBe('confirmed');
    await shop.settled();
    expect(await types(id)).toEqual([
      'CheckoutCreated',
      'CheckoutConfirmStarted',
      'CheckoutConfirmed',
      'CheckoutSucceeded',
    ]);
    const [order] = await ordersOf(id);
    expect(order).toMatchObject({
      billingReason: 'purchase',
      status: 'paid',
      amount: 2_500,
      totalAmount: 2_500,
      subscriptionId: null,
      metadata: { campaign: 'spring' },
      customer: { email, name: 'Ada' },
      billingAddress: { country: 'DE' },
      items: [{ label: 'Book', amount: 2_500 }],
    });
    expect(order!.userId).toBe(order!.customerId);
    expect((await shop.processor.callsOf(await paymentOf(await get(id)))).calls).toBe(1);
  });

  it('creates subscription, order and success in that order', async () => {
    const { id, clientSecret } = await open(monthly);
    await shop.confirm(clientSecret, { email: somebody() });
    await shop.settled();
    const [order] = await ordersOf(id);
    const positionOf = async (stream: string, type: string) =>
      (await shop.ports.store.read(stream)).find((event) => event.type === type)!.position;
    const positions = [
      await positionOf(`customer-${order!.customerId}`, 'CustomerCreated'),
      await positionOf(`checkout-${id}`, 'CheckoutConfirmed'),
      await positionOf(`subscription-${order!.subscriptionId}`, 'SubscriptionCreated'),
      await positionOf(`order-${order!.id}`, 'OrderCreated'),
      await positionOf(`checkout-${id}`, 'CheckoutSucceeded'),
    ];
    expect(positions).toEqual([...positions].sort());
  });

  it('asks for no card for a free product', async () => {
    const taken = await shop.processor.taken();
    const { id, clientSecret } = await open(free);
    await shop.seller.checkouts.clientConfirm({
      clientSecret,
      checkoutConfirmStripe: { customerEmail: somebody() },
    });
    await shop.settled();
    expect((await get(id)).status).toBe('succeeded');
    expect(await ordersOf(id)).toMatchObject([{ billingReason: 'subscription_create', netAmount: 0, status: 'paid' }]);
    expect(await shop.processor.taken()).toBe(taken);
  });

  it('matches the customer by e-mail, and overwrites nothing', async () => {
    const known = await shop.seller.customers.create({ email: 'Known@example.com', name: 'Old name' });
    const { id, clientSecret } = await open(once);
    await shop.confirm(clientSecret, { email: 'known@EXAMPLE.com' }, { customerName: 'New name' });
    await shop.settled();
    expect((await get(id)).customerId).toBe(known.id);
    expect(await shop.seller.customers.get({ id: known.id })).toEqual(known);
  });

  it('hands out a session for what it created, and for the whole customer only if it may', async () => {
    const vault = shop.app.get<Vault>(VAULT);
    const scopeOf = async (token: string) => {
      expect(token).toMatch(/^tb_cst_/);
      const kept = (await readVault(vault, `customer-session/${tokenIdOf('tb_cst_', token)}`))!;
      expect(kept).not.toContain(token);
      return (JSON.parse(kept) as { checkoutId: string | null }).checkoutId;
    };
    const email = somebody();
    const first = await open(once);
    expect(await scopeOf((await shop.confirm(first.clientSecret, { email })).customerSessionToken)).toBe(first.id);
    const second = await open(once);
    expect(await scopeOf((await shop.confirm(second.clientSecret, { email })).customerSessionToken)).toBe(second.id);
    await shop.settled();
    const { customerId } = await get(first.id);
    const named = await open(once, { customerId });
    expect(named).toMatchObject({ customerId, customerEmail: email, customerName: 'Ada' });
    expect(await scopeOf((await shop.confirm(named.clientSecret, {})).customerSessionToken)).toBeNull();
  });

  it('creates a customer with an external id, and matches them by it later', async () => {
    const [externalId, email] = ['acct-7', somebody()];
    const first = await open(once, { customerExternalId: externalId });
    await shop.confirm(first.clientSecret, { email });
    await shop.settled();
    const known = await shop.seller.customers.getExternal({ externalId });
    expect(known.email).toBe(email);
    expect((await open(once, { customerExternalId: externalId })).customerId).toBe(known.id);
  });

  it('answers 400 PaymentError to a declined charge, and reopens', async () => {
    const { id, clientSecret } = await open(monthly);
    const email = somebody();
    await expect(shop.confirm(clientSecret, { email, token: 'ctoken_declined' })).rejects.toThrow(PaymentError);
    await expect(shop.confirm(clientSecret, { email, token: 'ctoken_insufficient_funds' })).rejects.toThrow(
      'insufficient funds',
    );
    expect((await get(id)).status).toBe('open');
    expect((await get(id)).paymentProcessorMetadata).toEqual({});
    await shop.confirm(clientSecret, { email });
    await shop.settled();
    expect((await get(id)).status).toBe('succeeded');
    expect(await types(id)).toEqual([
      'CheckoutCreated',
      'CheckoutConfirmStarted',
      'CheckoutConfirmFailed',
      'CheckoutConfirmStarted',
      'CheckoutConfirmFailed',
      'CheckoutConfirmStarted',
      'CheckoutConfirmed',
      'CheckoutSucceeded',
    ]);
  });

  it('lists every attempt to pay its order, newest first, with the reason of a decline', async () => {
    const { id, clientSecret } = await open(monthly);
    const email = somebody();
    const broke = { email, token: 'ctoken_insufficient_funds' };
    await expect(shop.confirm(clientSecret, broke)).rejects.toThrow(PaymentError);
    shop.clock.advance({ seconds: 60 });
    await shop.confirm(clientSecret, { email });
    await shop.settled();
    const [order] = await ordersOf(id);
    const paymentsOf = async (bearer: string) => {
      const path = `${shop.url}/api/dashboard/orders/${order!.id}/payments`;
      const answer = await fetch(path, { headers: { authorization: `Bearer ${bearer}` } });
      return { status: answer.status, body: (await answer.json()) as unknown };
    };
    const money = { amount: 2_000, currency: 'usd' };
    expect(await paymentsOf(shop.bearer)).toMatchObject({
      status: 200,
      body: {
        items: [
          { ...money, status: 'succeeded', decline_code: null, settled_at: expect.any(String) },
          { ...money, status: 'declined', decline_code: 'insufficient_funds' },
        ],
      },
    });
    expect((await paymentsOf('seller-stranger')).status).toBe(404);
  });

  it.each(['ctoken_pending', 'ctoken_requires_action'])(
    'waits for %s, and succeeds once it is settled',
    async (token) => {
      const checkout = await open(monthly);
      expect((await shop.confirm(checkout.clientSecret, { email: somebody(), token })).status).toBe('confirmed');
      await shop.settled();
      expect((await get(checkout.id)).status).toBe('confirmed');
      expect(await ordersOf(checkout.id)).toEqual([]);
      const paymentId = await paymentOf(checkout);
      expect((await settle(paymentId, 'succeeded')).body).toEqual({ id: paymentId, status: 'succeeded' });
      expect((await get(checkout.id)).status).toBe('succeeded');
      await settle(paymentId, 'declined');
      expect(await ordersOf(checkout.id)).toHaveLength(1);
    },
  );

  it('reopens when a pending payment is declined, and lets the customer try again', async () => {
    const [checkout, email] = [await open(monthly), somebody()];
    await shop.confirm(checkout.clientSecret, { email, token: 'ctoken_pending' });
    await settle(await paymentOf(checkout), 'declined');
    expect((await get(checkout.id)).status).toBe('open');
    await shop.confirm(checkout.clientSecret, { email });
    await shop.settled();
    expect((await get(checkout.id)).status).toBe('succeeded');
  });

  it('asks the processor about a pending payment', async () => {
    const checkout = await open(once);
    await shop.confirm(checkout.clientSecret, { email: somebody(), token: 'ctoken_pending' });
    const paymentId = await paymentOf(checkout);
    await shop.processor.settle(paymentId, 'succeeded');
    shop.clock.advance({ seconds: 3_600 });
    shop.clock.advanceMachine(FIRST_INQUIRY_SECONDS);
    await until(async () => (await get(checkout.id)).status === 'succeeded', 'the checkout to have succeeded');
    expect((await shop.processor.callsOf(paymentId)).calls).toBe(1);
  });

  it('allows one active subscription per customer', async () => {
    const email = somebody();
    await shop.buy(monthly, { email });
    const { customerId } = (await shop.seller.subscriptions.list({ limit: 100 })).result.items.find(
      ({ customer }) => customer.email === email,
    )!;
    const { clientSecret } = await open(monthly);
    await expect(
      shop.seller.checkouts.clientUpdate({ clientSecret, checkoutUpdatePublic: { customerEmail: email } }),
    ).rejects.toThrow(AlreadyActiveSubscriptionError);
    await expect(shop.confirm(clientSecret, { email })).rejects.toThrow(AlreadyActiveSubscriptionError);
    await shop.buy(once, { email });

    const named = await shop.seller.checkouts.create({ products: [monthly, once], customerId });
    await expect(shop.confirm(named.clientSecret)).rejects.toThrow(AlreadyActiveSubscriptionError);
    await shop.confirm(named.clientSecret, {}, { productId: once });
    await shop.settled();
    expect(await get(named.id)).toMatchObject({ status: 'succeeded', customerId, productId: once });
  });
});
