import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Product } from '@polar-sh/sdk/models/components/product.js';
import type { Subscription } from '@polar-sh/sdk/models/components/subscription.js';
import request from 'supertest';
import { orderStream, type OrderEvent } from '../../../src/features/billing/orders/order.events.ts';
import { paymentStream } from '../../../src/features/billing/payments/payment.events.ts';
import {
  subscriptionStream,
  type SubscriptionEvent,
} from '../../../src/features/billing/subscriptions/subscription.events.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { until } from '../../support/until.ts';

/** Products, checkouts and subscriptions as the wire has them: the official client of this version drops what it does not know. */
interface Wire {
  id: string;
  status: string;
  trial_interval: string | null;
  active_trial_interval: string | null;
  active_trial_interval_count: number | null;
  total_amount: number;
  is_payment_required: boolean;
  is_payment_form_required: boolean;
  current_period_start: string;
  current_period_end: string;
  trial_ends_at: string | null;
}

const FORTNIGHT = { trial_interval: 'day', trial_interval_count: 14 };
const price = (amount: number, currency = 'usd') => ({
  amount_type: 'fixed',
  price_amount: amount,
  price_currency: currency,
});

describe('subscriptions with a trial, over HTTP', () => {
  let shop: Shop;
  const wire = (method: 'get' | 'post' | 'patch', path: string, body?: object) =>
    request(shop.url)[method](path).set('authorization', `Bearer ${shop.bearer}`).send(body);
  const product = async (fields: object): Promise<Product> => {
    const answer = await wire('post', '/v1/products/', { name: 'Ledger', recurring_interval: 'month', ...fields });
    expect(answer.status).toBe(201);
    return answer.body as Product;
  };
  let buyers = 0;
  const buy = async (productId: string, terms: object = {}, token = 'ctoken_ok') => {
    const email = `trial${(buyers += 1)}@example.com`;
    const created = await wire('post', '/v1/checkouts/', { products: [productId], ...terms });
    expect(created.status).toBe(201);
    const checkout = created.body as Wire & { client_secret: string };
    const confirmed = await shop.confirm(checkout.client_secret, { email, token });
    await shop.settled();
    const { result } = await shop.seller.subscriptions.list({ customerId: confirmed.customerId! });
    return { checkout, customerId: confirmed.customerId!, subscription: result.items[0]! };
  };
  const wireOf = async ({ id }: Subscription): Promise<Wire> =>
    (await wire('get', `/v1/subscriptions/${id}`)).body as Wire;
  const typesOf = async ({ id }: Subscription) =>
    (await shop.events<SubscriptionEvent>(subscriptionStream(id))).map(({ type }) => type);
  const mails = async (to: string) => {
    const answer = await request(shop.url).get('/sandbox/outbox').query({ to });
    return (answer.body as { kind: string; text: string }[]).map(({ kind, text }) => ({ kind, text }));
  };

  beforeAll(async () => (shop = await openShop({ allowSeveral: true })));
  afterAll(() => shop.close());

  it('keep the card, charge nothing, remind three days before, and are charged at the end', async () => {
    const { id } = await product({ name: 'Pro', prices: [price(3_000)], ...FORTNIGHT });
    const bought = await buy(id);
    expect(bought.checkout).toMatchObject({
      active_trial_interval: 'day',
      active_trial_interval_count: 14,
      total_amount: 3_000,
      is_payment_required: false,
      is_payment_form_required: true,
    });
    const trialing = await wireOf(bought.subscription);
    expect(trialing).toMatchObject({ status: 'trialing' });
    expect(trialing.trial_ends_at).toBe(trialing.current_period_end);
    expect(await shop.ordersOf(bought)).toMatchObject([
      { billingReason: 'subscription_create', totalAmount: 0, status: 'paid', items: [{ label: 'Trial of Pro' }] },
    ]);
    expect((await shop.seller.customers.getState({ id: bought.customerId })).activeSubscriptions).toEqual([]);

    const end = Date.parse(trialing.trial_ends_at!);
    await shop.advanceTo(new Date(end - 3 * 86_400_000).toISOString());
    const to = `trial${buyers}@example.com`;
    const [reminder, ...more] = (await mails(to)).filter(({ kind }) => kind === 'trial-ending');
    expect(more).toEqual([]);
    expect(reminder!.text).toContain('$30.00');

    await shop.advanceTo(trialing.trial_ends_at!);
    expect(await wireOf(bought.subscription)).toMatchObject({ status: 'active', trial_ends_at: null });
    expect((await shop.ordersOf(bought))[1]).toMatchObject({
      billingReason: 'subscription_cycle',
      totalAmount: 3_000,
      status: 'paid',
    });
    expect(await typesOf(bought.subscription)).toEqual([
      'SubscriptionCreated',
      'SubscriptionRenewalAnnounced',
      'SubscriptionRenewed',
    ]);
  });

  it('cost nothing if they are canceled in the trial, and remind nobody', async () => {
    const { id } = await product({ prices: [price(5_000, 'eur')], trial_interval: 'month', trial_interval_count: 1 });
    const bought = await buy(id);
    await shop.seller.subscriptions.update({
      id: bought.subscription.id,
      subscriptionUpdate: { cancelAtPeriodEnd: true },
    });
    await shop.advanceTo((await wireOf(bought.subscription)).current_period_end);
    expect(await wireOf(bought.subscription)).toMatchObject({ status: 'canceled' });
    expect((await shop.ordersOf(bought)).map(({ totalAmount, currency }) => [totalAmount, currency])).toEqual([
      [0, 'eur'],
    ]);
    expect(await typesOf(bought.subscription)).toEqual([
      'SubscriptionCreated',
      'SubscriptionCanceled',
      'SubscriptionEnded',
    ]);
  });

  it('change the product in the trial without a proration, and go on as long', async () => {
    const small = await product({ prices: [price(1_000)], ...FORTNIGHT });
    const large = await product({ name: 'Large', prices: [price(9_000)] });
    const bought = await buy(small.id);
    const { current_period_end: end } = await wireOf(bought.subscription);
    await shop.seller.subscriptions.update({
      id: bought.subscription.id,
      subscriptionUpdate: { productId: large.id, prorationBehavior: 'invoice' },
    });
    await shop.settled();
    expect(await wireOf(bought.subscription)).toMatchObject({ status: 'trialing', current_period_end: end });
    await shop.advanceTo(end);
    expect((await shop.ordersOf(bought)).map(({ totalAmount }) => totalAmount)).toEqual([0, 9_000]);
  });

  it('are past due if the first charge is declined', async () => {
    const { id } = await product({ prices: [price(2_000)], ...FORTNIGHT });
    const bought = await buy(id, {}, 'ctoken_renewal_declined');
    await shop.advanceTo((await wireOf(bought.subscription)).current_period_end);
    expect(await wireOf(bought.subscription)).toMatchObject({ status: 'past_due' });
  });

  it('announce the renewal of a year once, seven days before, with the card that is charged', async () => {
    const yearly = await product({ name: 'Annals', recurring_interval: 'year', prices: [price(12_000, 'eur')] });
    const bought = await buy(yearly.id);
    const to = `trial${buyers}@example.com`;
    const announcements = async () => (await mails(to)).filter(({ kind }) => kind === 'renewal-upcoming');
    const before = (instant: string, days: number) => new Date(Date.parse(instant) - days * 86_400_000).toISOString();
    const { current_period_end: end } = await wireOf(bought.subscription);
    await shop.advanceTo(before(end, 8));
    expect(await announcements()).toEqual([]);
    await shop.advanceTo(before(end, 7));
    const [announced] = await announcements();
    expect(announced!.text).toContain('€120.00 is charged to your Visa ending in 4242 on');
    expect(announced!.text).toContain('/portal');
    // Canceled and resumed, it is not announced again.
    for (const cancelAtPeriodEnd of [true, false])
      await shop.seller.subscriptions.update({ id: bought.subscription.id, subscriptionUpdate: { cancelAtPeriodEnd } });
    await shop.advanceTo(end);
    expect(await announcements()).toHaveLength(1);
    const { current_period_end: nextEnd } = await wireOf(bought.subscription);
    await shop.seller.subscriptions.update({
      id: bought.subscription.id,
      subscriptionUpdate: { cancelAtPeriodEnd: true },
    });
    await shop.advanceTo(nextEnd);
    expect(await announcements()).toHaveLength(1);
    expect(await typesOf(bought.subscription)).toEqual([
      'SubscriptionCreated',
      'SubscriptionRenewalAnnounced',
      'SubscriptionCanceled',
      'SubscriptionUncanceled',
      'SubscriptionRenewed',
      'SubscriptionCanceled',
      'SubscriptionEnded',
    ]);
  });

  it('have the trial that their checkout says, or none', async () => {
    const { id } = await product({ prices: [price(2_000)], ...FORTNIGHT });
    const longer = await buy(id, { trial_interval: 'month', trial_interval_count: 2 });
    expect(longer.checkout).toMatchObject({ active_trial_interval: 'month', active_trial_interval_count: 2 });
    const none = await buy(id, { allow_trial: false });
    expect(none.checkout).toMatchObject({ active_trial_interval: null, is_payment_required: true });
    expect(await wireOf(none.subscription)).toMatchObject({ status: 'active', trial_ends_at: null });
    expect(await shop.ordersOf(none)).toMatchObject([{ totalAmount: 2_000 }]);
  });

  it('refuse half of a trial, one of a one-time product, and too many intervals', async () => {
    const half = await wire('post', '/v1/products/', {
      name: 'Half',
      recurring_interval: 'month',
      prices: [price(1_000)],
      trial_interval: 'day',
    });
    expect(half.status).toBe(422);
    expect(half.body.detail).toMatchObject([{ loc: ['body', 'trial_interval_count'] }]);
    const once = await wire('post', '/v1/products/', {
      name: 'Once',
      recurring_interval: null,
      prices: [price(1_000)],
      ...FORTNIGHT,
    });
    expect(once.body.detail).toMatchObject([{ loc: ['body', 'trial_interval'] }]);
    const long = await wire('post', '/v1/products/', {
      name: 'Long',
      recurring_interval: 'month',
      prices: [price(1_000)],
      trial_interval: 'year',
      trial_interval_count: 1_001,
    });
    expect(long.status).toBe(422);
  });

  it('are no trial if free', async () => {
    const { id } = await product({ prices: [{ amount_type: 'free' }], ...FORTNIGHT });
    const bought = await buy(id, {}, null as never);
    expect(await wireOf(bought.subscription)).toMatchObject({ status: 'active', trial_ends_at: null });
  });

  describe('created by their seller', () => {
    const create = (body: object) => wire('post', '/v1/subscriptions/', body);
    let customerId: string;
    let pro: Product;

    beforeAll(async () => {
      pro = await product({ name: 'Suite', prices: [price(4_000)] });
      ({ customerId } = await buy(pro.id));
    });

    it('charge the kept card and are active', async () => {
      const answer = await create({ product_id: pro.id, customer_id: customerId, metadata: { by: 'sales' } });
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({
        status: 'active',
        expires_at: null,
        amount: 4_000,
        currency: 'usd',
        checkout_id: null,
        metadata: { by: 'sales' },
      });
      await shop.settled();
      const orders = await shop.ordersOf({ customerId });
      expect(orders.filter(({ subscriptionId }) => subscriptionId === answer.body.id)).toMatchObject([
        { billingReason: 'subscription_create', status: 'paid', totalAmount: 4_000, metadata: { by: 'sales' } },
      ]);
    });

    it('stay incomplete if it is declined, and expire after 23 hours', async () => {
      const declined = await product({ name: 'Declined', prices: [price(700, 'eur')] });
      const buyer = await buy(pro.id, {}, 'ctoken_renewal_declined');
      const answer = await create({ product_id: declined.id, customer_id: buyer.customerId });
      expect(answer.body).toMatchObject({ status: 'incomplete', currency: 'eur' });
      const id = answer.body.id as string;
      expect(Date.parse(answer.body.expires_at) - Date.parse(answer.body.created_at)).toBe(23 * 3_600_000);
      await shop.advanceTo(new Date(Date.parse(shop.clock.now()) + 22 * 3_600_000).toISOString());
      expect((await wire('get', `/v1/subscriptions/${id}`)).body).toMatchObject({ status: 'incomplete' });
      await shop.advanceTo(new Date(Date.parse(shop.clock.now()) + 3_600_000).toISOString());
      expect((await wire('get', `/v1/subscriptions/${id}`)).body).toMatchObject({
        status: 'incomplete_expired',
        expires_at: null,
      });
      expect(await typesOf({ id } as Subscription)).toEqual(['SubscriptionRequested', 'SubscriptionExpired']);
      const [order] = (await shop.ordersOf(buyer)).filter(({ subscriptionId }) => subscriptionId === id);
      const events = await shop.events<OrderEvent>(orderStream(order!.id));
      expect(events.map(({ type }) => type)).toEqual(['OrderCreated', 'OrderPaymentFailed', 'OrderVoided']);
    });

    it('refund a payment that succeeds after they have ended', async () => {
      const buyer = await buy(pro.id, {}, 'ctoken_renewal_pending');
      const answer = await create({ product_id: pro.id, customer_id: buyer.customerId });
      expect(answer.body.status).toBe('incomplete');
      const id = answer.body.id as string;
      expect((await shop.seller.subscriptions.revoke({ id })).status).toBe('incomplete_expired');
      const [order] = (await shop.ordersOf(buyer)).filter(({ subscriptionId }) => subscriptionId === id);
      const [created] = await shop.events<Extract<OrderEvent, { type: 'OrderCreated' }>>(orderStream(order!.id));
      const { paymentId } = created!.data;
      await request(shop.url).post(`/sandbox/payments/${paymentId}/settle`).send({ outcome: 'succeeded' }).expect(200);
      const paid = () => shop.events(paymentStream(paymentId!));
      await until(async () => (await paid()).at(-1)?.type === 'PaymentReversed', 'the money to be refunded');
    });

    it('begin with a trial, and need no charge if free', async () => {
      const trial = await create({ product_id: pro.id, customer_id: customerId, ...FORTNIGHT });
      expect(trial.body).toMatchObject({ status: 'trialing' });
      const free = await product({ name: 'Free', prices: [{ amount_type: 'free' }] });
      const customer = await shop.seller.customers.create({ email: 'free@example.com', externalId: 'ext-free' });
      const answer = await create({ product_id: free.id, external_customer_id: 'ext-free' });
      expect(answer.body).toMatchObject({ status: 'active', customer_id: customer.id, amount: 0 });
      await until(async () => (await shop.ordersOf({ customerId: customer.id })).length === 1, 'the order of 0');
    });

    it('refuse what cannot be charged or named', async () => {
      const customer = await shop.seller.customers.create({ email: 'nocard@example.com' });
      const locOf = async (body: object) => {
        const answer = await create(body);
        expect(answer.status).toBe(422);
        return (answer.body.detail as { loc: string[] }[]).map(({ loc }) => loc.at(-1));
      };
      expect(await locOf({ product_id: pro.id, customer_id: customer.id })).toEqual(['customer_id']);
      expect(await locOf({ product_id: pro.id })).toEqual(['customer_id']);
      expect(await locOf({ product_id: pro.id, customer_id: pro.id })).toEqual(['customer_id']);
      expect(await locOf({ product_id: pro.id, external_customer_id: 'nobody' })).toEqual(['external_customer_id']);
      expect(await locOf({ product_id: pro.id, customer_id: customerId, external_customer_id: 'x' })).toEqual([
        'external_customer_id',
      ]);
      expect(await locOf({ product_id: customer.id, customer_id: customerId })).toEqual(['product_id']);
      const once = await product({ name: 'Once', recurring_interval: null, prices: [price(100)] });
      expect(await locOf({ product_id: once.id, customer_id: customerId })).toEqual(['product_id']);
      expect(await locOf({ product_id: pro.id, customer_id: customerId, trial_interval: 'day' })).toEqual([
        'trial_interval_count',
      ]);
    });
  });
});

describe('subscriptions that a seller creates where customers have one', () => {
  let shop: Shop;

  beforeAll(async () => (shop = await openShop()));
  afterAll(() => shop.close());

  it('are one of fifty that are created at once', async () => {
    const { id: product_id } = await shop.product({ amount: 0, interval: 'month' });
    const { id: customer_id } = await shop.seller.customers.create({ email: 'once@example.com' });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        request(shop.url)
          .post('/v1/subscriptions/')
          .set('authorization', `Bearer ${shop.bearer}`)
          .send({ product_id, customer_id }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(49).fill(403)]);
    await shop.settled();
    const { result } = await shop.seller.subscriptions.list({ customerId: customer_id });
    expect(result.items).toHaveLength(1);
  });
});
