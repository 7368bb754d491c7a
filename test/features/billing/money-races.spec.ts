import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import type { Subscription } from '@polar-sh/sdk/models/components/subscription.js';
import { PaymentMethods } from '../../../src/features/billing/payments/payment-methods.service.ts';
import { ChangePaymentMethod } from '../../../src/features/billing/subscriptions/subscription.commands.ts';
import {
  subscriptionStream,
  type SubscriptionEvent,
} from '../../../src/features/billing/subscriptions/subscription.events.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { addDays, type Instant } from '../../../src/kernel/ports/clock.ts';
import { savedCard } from '../../support/cards.ts';
import { NOW } from '../../support/given.ts';
import { comparedWithRebuild } from '../../support/rebuilt.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const ROUNDS = Array.from({ length: 20 }, (_, n) => n);
const FIFTY = Array.from({ length: 50 }, (_, n) => n);
const AT_ONCE = 10;

/** What both sides of a race may leave behind; amounts of every second round in yen. */
describe('races about money', () => {
  let shop: Shop;
  let people = 0;
  beforeAll(async () => {
    shop = await openShop({ at: NOW, whole: true });
  });
  afterAll(() => shop.close());

  const send = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${shop.bearer}`, 'content-type': 'application/json' };
    const answer = await fetch(shop.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const text = await answer.text();
    return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as { id: string } };
  };
  const productOf = async (name: string, amount: number, currency: string, interval: string | null = 'month') => {
    const price = { amount_type: 'fixed', price_amount: amount, price_currency: currency };
    return (await send('POST', '/v1/products/', { name, recurring_interval: interval, prices: [price] })).body.id;
  };
  const advance = (to: Instant) => send('POST', '/sandbox/clock', { advance_to: to });
  const ordersOf = async (customerId: string) =>
    (await shop.seller.orders.list({ customerId, sorting: ['created_at'], limit: 100 })).result.items;
  const read = ({ id }: Subscription) => shop.seller.subscriptions.get({ id });
  const eventsOf = ({ id }: Subscription) => shop.events<SubscriptionEvent>(subscriptionStream(id));

  async function inTens<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
    const results: R[] = [];
    for (let from = 0; from < items.length; from += AT_ONCE)
      results.push(...(await Promise.all(items.slice(from, from + AT_ONCE).map(run))));
    return results;
  }

  /** Subscriptions that end their period at the same instant. */
  async function subscribeAll(productId: string, token = 'ctoken_ok'): Promise<Subscription[]> {
    const confirmed = await inTens(ROUNDS, async () => {
      const { clientSecret } = await shop.seller.checkouts.create({ products: [productId] });
      return shop.confirm(clientSecret, { email: `racer${(people += 1)}@example.com`, token });
    });
    await shop.settled();
    return inTens(confirmed, async ({ customerId }) => {
      const { result } = await shop.seller.subscriptions.list({ customerId: customerId! });
      return result.items[0]!;
    });
  }

  it.each(['eur', 'jpy'])(
    'a change of product against the renewal: billed once for each period (%s)',
    async (currency) => {
      const [small, large] = [await productOf('Small', 3_000, currency), await productOf('Large', 9_000, currency)];
      const subscriptions = await subscribeAll(small);
      const end = subscriptions[0]!.currentPeriodEnd!.toISOString();
      const body = { product_id: large, proration_behavior: 'invoice' };
      const moved = advance(end);
      const answers = await Promise.all(subscriptions.map(({ id }) => send('PATCH', `/v1/subscriptions/${id}`, body)));
      expect((await moved).status).toBe(200);
      await shop.settled();
      await inTens(
        subscriptions.map((subscription, n) => [subscription, answers[n]!.status] as const),
        async ([subscription, status]) => {
          const orders = await ordersOf(subscription.customerId);
          expect(orders.every((order) => order.status === 'paid' && order.currency === currency)).toBe(true);
          const paid = orders.reduce((sum, order) => sum + order.totalAmount, 0);
          // Changed on the first day: the rest of that period and the next. When it had ended or been renewed: the next alone.
          expect([200, 409, 503]).toContain(status);
          expect(status === 200 ? [18_000, 12_000] : [6_000]).toContain(paid);
          expect(orders.filter(({ billingReason }) => billingReason === 'subscription_cycle')).toHaveLength(1);
          expect((await eventsOf(subscription)).filter(({ type }) => type === 'SubscriptionRenewed')).toHaveLength(1);
          await shop.seller.subscriptions.revoke({ id: subscription.id });
        },
      );
    },
  );

  it('a cancellation against the renewal: renewed and to end later, or ended and not billed', async () => {
    const subscriptions = await subscribeAll(await productOf('Small', 3_000, 'usd'));
    const end = subscriptions[0]!.currentPeriodEnd!.toISOString();
    const moved = advance(end);
    const answers = await Promise.all(
      subscriptions.map(({ id }) => send('PATCH', `/v1/subscriptions/${id}`, { cancel_at_period_end: true })),
    );
    expect((await moved).status).toBe(200);
    await shop.settled();
    await inTens(
      subscriptions.map((subscription, n) => [subscription, answers[n]!.status] as const),
      async ([subscription, status]) => {
        const { status: state, cancelAtPeriodEnd } = await read(subscription);
        const orders = (await ordersOf(subscription.customerId)).length;
        const outcomes =
          status === 200
            ? [
                ['active', true, 2],
                ['canceled', cancelAtPeriodEnd, 1],
              ]
            : [['active', false, 2]];
        expect(outcomes).toContainEqual([state, cancelAtPeriodEnd, orders]);
        if (state === 'active') await shop.seller.subscriptions.revoke({ id: subscription.id });
      },
    );
  });

  it('fifty refunds of the last cent: one of them is made', async () => {
    const checkoutId = await shop.buy(await productOf('Book', 3_000, 'usd', null), {
      email: `racer${(people += 1)}@example.com`,
    });
    const [order] = (await shop.seller.orders.list({ checkoutId })).result.items;
    const refund = (amount: number) => send('POST', '/v1/refunds/', { order_id: order!.id, amount, reason: 'other' });
    expect((await refund(2_999)).status).toBe(200);
    const answers = await Promise.all(FIFTY.map(() => refund(1)));
    await shop.settled();
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.every(({ status }) => [200, 400, 403, 409, 503].includes(status))).toBe(true);
    expect(await shop.seller.orders.get({ id: order!.id })).toMatchObject({
      status: 'refunded',
      refundedAmount: 3_000,
    });
  });

  it('a refund against the reversal of another: never more than was paid', async () => {
    const book = await productOf('Book', 1_000, 'jpy', null);
    const orders = await inTens(ROUNDS, async () => {
      const { id, clientSecret } = await shop.seller.checkouts.create({ products: [book] });
      await shop.confirm(clientSecret, { email: `racer${(people += 1)}@example.com` });
      return id;
    });
    await shop.settled();
    const bought = await inTens(
      orders,
      async (checkoutId) => (await shop.seller.orders.list({ checkoutId })).result.items[0]!,
    );
    const refund = (order_id: string) => send('POST', '/v1/refunds/', { order_id, amount: 1_000, reason: 'other' });
    const first = await inTens(bought, ({ id }) => refund(id));
    expect(first.every(({ status }) => status === 200)).toBe(true);
    const again = await inTens(
      bought.map(({ id }, n) => ({ id, refundId: first[n]!.body.id })),
      async ({ id, refundId }) => {
        const settled = send('POST', `/sandbox/refunds/${refundId}/settle`, { outcome: 'failed' });
        const answer = await refund(id);
        expect((await settled).status).toBe(200);
        return answer.status;
      },
    );
    await shop.settled();
    for (const [n, { id }] of bought.entries()) {
      expect([200, 403]).toContain(again[n]);
      const expected =
        again[n] === 200 ? { status: 'refunded', refundedAmount: 1_000 } : { status: 'paid', refundedAmount: 0 };
      expect(await shop.seller.orders.get({ id })).toMatchObject(expected);
    }
  });

  it('a retry against another card: each order is paid once', async () => {
    const subscriptions = await subscribeAll(await productOf('Small', 3_000, 'eur'), 'ctoken_renewal_declined');
    const end = subscriptions[0]!.currentPeriodEnd!.toISOString();
    await advance(end);
    const retried = advance(addDays(end, 2));
    await Promise.all(
      subscriptions.map(async ({ id: subscriptionId }) => {
        const paymentMethodId = newUuid();
        const methods = shop.app.get(PaymentMethods, { strict: false });
        await methods.keep(paymentMethodId, savedCard('ctoken_ok'), subscriptionStream(subscriptionId));
        const change = new ChangePaymentMethod({ subscriptionId, paymentMethodId }, shop.context());
        await shop.app.get(CommandBus).execute(change);
      }),
    );
    expect((await retried).status).toBe(200);
    // A card that came while a retry was under way is charged by the next one.
    await advance(addDays(end, 7));
    await shop.settled();
    await inTens(subscriptions, async (subscription) => {
      expect((await read(subscription)).status).toBe('active');
      const [, renewal, ...more] = await ordersOf(subscription.customerId);
      expect([renewal!.status, renewal!.totalAmount, more]).toEqual(['paid', 3_000, []]);
      const payments = await send('GET', `/v1/payments/?order_id=${renewal!.id}&status=succeeded`);
      expect((payments.body as unknown as { items: unknown[] }).items).toHaveLength(1);
    });
  });

  it('leave read models that match the log', async () => {
    const found = await comparedWithRebuild(shop);
    expect(found).toMatchObject({ differences: [], skipped: [] });
    expect(found.documents).toBeGreaterThan(500);
  });
});
