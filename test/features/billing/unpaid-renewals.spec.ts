import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { AlreadyActiveSubscriptionError } from '@polar-sh/sdk/models/errors/alreadyactivesubscriptionerror.js';
import type { Subscription } from '@polar-sh/sdk/models/components/subscription.js';
import { PayOrder } from '../../../src/features/billing/orders/order.commands.ts';
import type { OrderEvent } from '../../../src/features/billing/orders/order.events.ts';
import { OrganizationDeletion } from '../../../src/features/accounts/organizations/deletion.service.ts';
import { OrderHold } from '../../../src/features/billing/orders/orders.queries.ts';
import type { ChargeOutcome, OffSessionCharge } from '../../../src/features/billing/payments/payment-processor.ts';
import { RecordPaymentOutcome } from '../../../src/features/billing/payments/payment.commands.ts';
import type { PaymentEvent } from '../../../src/features/billing/payments/payment.events.ts';
import {
  subscriptionStream,
  type SubscriptionEvent,
} from '../../../src/features/billing/subscriptions/subscription.events.ts';
import { addDays } from '../../../src/kernel/ports/clock.ts';
import type { Recorded } from '../../../src/kernel/writing/events.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { replaceNext } from '../../support/commands.ts';
import { NOW } from '../../support/given.ts';
import { happen } from '../../support/sellers.ts';
import { openShop, type Shop } from '../../support/shop.ts';

describe('a subscription whose renewal is not paid', () => {
  let shop: Shop;
  let productId: string;
  let names = 0;
  let chargeOffSession: Shop['processor']['chargeOffSession'];
  let statusOf: Shop['processor']['statusOf'];
  const asEver = (): void => void Object.assign(shop.processor, { chargeOffSession, statusOf });
  beforeAll(async () => {
    shop = await openShop({ at: NOW });
    productId = (await shop.product({ amount: 2_000, interval: 'month', name: 'Zebra paper' })).id;
    chargeOffSession = shop.processor.chargeOffSession.bind(shop.processor);
    statusOf = shop.processor.statusOf.bind(shop.processor);
  });
  afterEach(asEver);
  afterAll(() => shop.close());

  /** Lets renewals answer otherwise, until the test is over. */
  function renewals(answer: (request: OffSessionCharge) => ChargeOutcome): void {
    const requested = new Map<string, OffSessionCharge>();
    shop.processor.chargeOffSession = async (request) => {
      await chargeOffSession(request);
      requested.set(request.id, request);
      return answer(request);
    };
    shop.processor.statusOf = async (id) => (requested.has(id) ? answer(requested.get(id)!) : statusOf(id));
  }
  const waiting = ({ id }: OffSessionCharge): ChargeOutcome => ({ outcome: 'pending', reference: id });
  /** Only one of all that this shop sells is renewed differently. */
  const only =
    (email: string, answer: (request: OffSessionCharge) => ChargeOutcome) =>
    (request: OffSessionCharge): ChargeOutcome =>
      request.method === `sandbox_pm_ctoken_${email}`
        ? answer(request)
        : { outcome: 'succeeded', reference: 'r', ...moneyOf(request) };
  const moneyOf = ({ amount, currency }: OffSessionCharge) => ({ amount, currency });
  const after = ({ id }: Subscription) => shop.seller.subscriptions.get({ id });
  const unpaidOf = async (subscription: Subscription) =>
    (await shop.ordersOf(subscription)).filter(({ billingReason }) => billingReason === 'subscription_cycle');
  const seenBy = async (release: string, path: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${shop.bearer}`, 'user-agent': `speakeasy-sdk/typescript ${release}` };
    return (await fetch(`${shop.url}/v1/${path}`, { headers })).json();
  };
  const raw = async (path: string) =>
    (await seenBy('0.32.16', path)) as { status: string; voided_at: string | null; custom_field_data: object };
  const settle = async (orderId: string, outcome: 'succeeded' | 'declined' | 'mismatched') => {
    const { data } = (await shop.events<OrderEvent>(`order-${orderId}`))[0] as Recorded<
      Extract<OrderEvent, { type: 'OrderCreated' }>
    >;
    const report =
      outcome !== 'declined'
        ? { outcome: 'succeeded', reference: 'r', amount: outcome === 'mismatched' ? 1 : 2_000, currency: 'usd' }
        : { outcome, code: 'card_declined', message: 'No' };
    const command = new RecordPaymentOutcome({ paymentId: data.paymentId!, ...report } as never, shop.context());
    await shop.app.get(CommandBus).execute(command);
    await shop.settled();
    return data.paymentId!;
  };
  const paymentTypes = async (paymentId: string) =>
    (await shop.events<PaymentEvent>(`payment-${paymentId}`)).map(({ type }) => type);
  const hasPending = () => shop.app.get(OrderHold).holds(shop.organizationId);

  /** Somebody new subscribes, and the clock is moved to the end of the period. */
  async function renewed(answer: (request: OffSessionCharge) => ChargeOutcome): Promise<Subscription> {
    const name = `only${(names += 1)}`;
    const subscription = await shop.subscribe(productId, `ctoken_${name}`);
    renewals(only(name, answer));
    await shop.advanceTo(subscription.currentPeriodEnd!.toISOString());
    return subscription;
  }

  it.each([{ amount: 1 }, { currency: 'eur' }])('refunds a payment of %o, and stays unpaid', async (other) => {
    const subscription = await renewed((request) => ({
      outcome: 'succeeded',
      reference: 'r',
      ...moneyOf(request),
      ...other,
    }));
    const [order] = await unpaidOf(subscription);
    expect(order).toMatchObject({ status: 'pending', paid: false, totalAmount: 2_000, currency: 'usd' });
    expect(await after(subscription)).toMatchObject({ status: 'past_due' });
    const payments = shop.logged.filter(({ message }) => /does not match/.test(String(message)));
    const { paymentId } = payments.at(-1) as { paymentId: string };
    expect(payments.at(-1)).toMatchObject({ level: 'error', purpose: { orderId: order!.id } });
    expect((await paymentTypes(paymentId)).slice(-3)).toEqual([
      'PaymentMismatched',
      'PaymentReversalRequested',
      'PaymentReversed',
    ]);
    await shop.seller.subscriptions.revoke({ id: subscription.id });
    await shop.settled();
  });

  it('voids the order when the subscription is revoked, so that nothing blocks its organization', async () => {
    const subscription = await renewed(() => ({ outcome: 'declined', code: 'card_declined', message: 'No' }));
    const [order] = await unpaidOf(subscription);
    expect(await raw(`orders/${order!.id}`)).toMatchObject({
      status: 'pending',
      voided_at: null,
      custom_field_data: {},
    });
    expect(await raw(`subscriptions/${subscription.id}`)).toMatchObject({ custom_field_data: {} });
    expect(await seenBy('0.40.3', `orders/${order!.id}`)).toMatchObject({
      ...{ status: 'pending', invoice_number: '', refundable_amount: 0 },
      items: [{ start_timestamp: subscription.currentPeriodEnd!.toISOString() }],
    });
    const before = await hasPending();
    await shop.seller.subscriptions.revoke({ id: subscription.id });
    await shop.settled();
    expect((await shop.events(`order-${order!.id}`)).map(({ type }) => type)).toEqual([
      'OrderCreated',
      'OrderPaymentFailed',
      'OrderVoided',
    ]);
    expect(await raw(`orders/${order!.id}`)).toMatchObject({ status: 'pending', voided_at: shop.clock.now() });
    expect(await seenBy('0.49.0', `orders/${order!.id}`)).toMatchObject({ status: 'void', invoice_number: null });
    expect(await seenBy('0.40.3', `orders?subscription_id=${subscription.id}`)).toMatchObject({
      items: [{ status: 'pending', invoice_number: '' }, { status: 'paid' }],
      pagination: { total_count: 2 },
    });
    expect((await unpaidOf(subscription)).map(({ status }) => status)).toEqual(['pending']);
    expect([before, await hasPending()]).toEqual([true, false]);
  });

  it('lets its customer subscribe again while it is past due', async () => {
    const subscription = await renewed(() => ({ outcome: 'declined', code: 'card_declined', message: 'No' }));
    const { customer } = subscription;
    await shop.buy(productId, { email: customer.email });
    const { result } = await shop.seller.subscriptions.list({ customerId: customer.id });
    expect(result.items.map(({ status }) => status).sort()).toEqual(['active', 'past_due']);
    const { clientSecret } = await shop.seller.checkouts.create({ products: [productId] });
    await expect(shop.confirm(clientSecret, { email: customer.email })).rejects.toThrow(AlreadyActiveSubscriptionError);
    for (const { id } of result.items) await shop.seller.subscriptions.revoke({ id });
    await shop.settled();
  });

  it('is past due for a payment that is declined when the next period has begun', async () => {
    const subscription = await renewed(waiting);
    const { currentPeriodEnd } = await after(subscription);
    await shop.advanceTo(currentPeriodEnd!.toISOString());
    const [first, second] = await unpaidOf(subscription);
    expect(await after(subscription)).toMatchObject({ status: 'active' });
    await settle(first!.id, 'declined');
    expect(await after(subscription)).toMatchObject({ status: 'past_due' });
    await settle(second!.id, 'succeeded');
    expect((await unpaidOf(subscription)).map(({ status }) => status)).toEqual(['pending', 'paid']);
    expect(await after(subscription)).toMatchObject({ status: 'past_due' });
    await shop.seller.subscriptions.revoke({ id: subscription.id });
    await shop.settled();
    expect(await hasPending()).toBe(false);
  });

  it('is past due for each of its orders that was declined, until all are paid', async () => {
    const subscription = await renewed(waiting);
    const { currentPeriodEnd } = await after(subscription);
    await shop.advanceTo(currentPeriodEnd!.toISOString());
    const [first, second] = await unpaidOf(subscription);
    await settle(first!.id, 'declined');
    await settle(second!.id, 'declined');
    asEver();
    const statuses = async () => (await unpaidOf(subscription)).map(({ status }) => status);
    await shop.advanceTo(addDays(shop.clock.now(), 2));
    expect([await statuses(), (await after(subscription)).status]).toEqual([['paid', 'pending'], 'past_due']);
    await shop.advanceTo(addDays(shop.clock.now(), 2));
    expect([await statuses(), (await after(subscription)).status]).toEqual([['paid', 'paid'], 'active']);
    await shop.seller.subscriptions.revoke({ id: subscription.id });
    await shop.settled();
  });

  it('is told of a payment that had failed before it was asked for', async () => {
    const subscription = await renewed(() => ({ outcome: 'declined', code: 'card_declined', message: 'No' }));
    const stream = subscriptionStream(subscription.id);
    const [failed] = (await shop.events<SubscriptionEvent>(stream)).flatMap((event) =>
      event.type === 'SubscriptionRenewalFailed' ? [event.data] : [],
    );
    const { subscriptionId, organizationId, customerId, orderId, paymentId, nextAttemptAt } = failed!;
    const about = { subscriptionId, organizationId, customerId, orderId, paymentId };
    const retried = { ...about, paymentMethodId: newUuid(), attempt: 2 };
    await happen(shop, stream, { type: 'SubscriptionPaymentRetried', data: retried });
    await shop.settled();
    const [again] = (await shop.events<SubscriptionEvent>(stream)).flatMap((event) =>
      event.type === 'SubscriptionRenewalFailed' && event.data.isRepeated ? [event.data] : [],
    );
    expect(again).toMatchObject({ orderId, paymentId, attempt: 2, nextAttemptAt: expect.any(String) });
    expect(again!.nextAttemptAt! > nextAttemptAt!).toBe(true);
    await shop.seller.subscriptions.revoke({ id: subscription.id });
    await shop.settled();
  });

  it.each(['declined', 'mismatched'] as const)(
    'stays active where the payment of an old period is %s and a later one was paid',
    async (outcome) => {
      const subscription = await renewed(waiting);
      const { currentPeriodEnd } = await after(subscription);
      await shop.advanceTo(currentPeriodEnd!.toISOString());
      const [first, second] = await unpaidOf(subscription);
      await settle(second!.id, 'succeeded');
      await settle(first!.id, outcome);
      expect((await shop.events(`order-${first!.id}`)).map(({ type }) => type)).toContain('OrderPaymentFailed');
      expect((await unpaidOf(subscription)).map(({ status }) => status)).toEqual(['pending', 'paid']);
      expect(await after(subscription)).toMatchObject({ status: 'active' });
      await shop.seller.subscriptions.revoke({ id: subscription.id });
      await shop.settled();
    },
  );

  it('refunds money that arrives after the subscription was revoked', async () => {
    const subscription = await renewed(waiting);
    const [order] = await unpaidOf(subscription);
    await shop.seller.subscriptions.revoke({ id: subscription.id });
    await shop.settled();
    const paymentId = await settle(order!.id, 'succeeded');
    expect(await raw(`orders/${order!.id}`)).toMatchObject({ status: 'pending', voided_at: expect.any(String) });
    expect((await paymentTypes(paymentId)).slice(-2)).toEqual(['PaymentReversalRequested', 'PaymentReversed']);
  });

  it('refunds a payment that its order does not accept, and logs it', async () => {
    const subscription = await renewed(waiting);
    const [order] = await unpaidOf(subscription);
    replaceNext(shop, PayOrder, ({ data, context }, execute) =>
      execute(new PayOrder({ ...data, currency: 'eur' }, context)),
    );
    const paymentId = await settle(order!.id, 'succeeded');
    expect((await paymentTypes(paymentId)).slice(-2)).toEqual(['PaymentReversalRequested', 'PaymentReversed']);
    expect((await shop.events(`order-${order!.id}`)).map(({ type }) => type)).toEqual([
      'OrderCreated',
      'OrderPaymentFailed',
    ]);
    expect(await after(subscription)).toMatchObject({ status: 'past_due' });
    const reason = 'Due is 2000 usd, and 2000 eur was paid (in minor units)';
    expect(shop.logged).toContainEqual(expect.objectContaining({ level: 'error', paymentId, reason }));
    await shop.seller.subscriptions.revoke({ id: subscription.id });
    await shop.settled();
  });

  it('is either paid or refunded when money arrives during a revocation', async () => {
    const subscriptions: Subscription[] = [];
    for (let n = 0; n < 4; n++) subscriptions.push(await shop.subscribe(productId));
    renewals(waiting);
    await shop.advanceTo(subscriptions[0]!.currentPeriodEnd!.toISOString());
    asEver();
    const orders = await Promise.all(subscriptions.map(async (each) => (await unpaidOf(each))[0]!.id));
    const paymentIds = await Promise.all(
      orders.map(async (orderId, index) => {
        const [paymentId] = await Promise.all([
          settle(orderId, 'succeeded'),
          shop.seller.subscriptions.revoke({ id: subscriptions[index]!.id }),
        ]);
        return paymentId;
      }),
    );
    await shop.settled();
    for (const [index, orderId] of orders.entries()) {
      const isRefunded = (await shop.processor.callsOf(paymentIds[index]!)).reversed;
      const { status, voided_at } = await raw(`orders/${orderId}`);
      expect([status === 'paid', voided_at !== null, isRefunded]).toEqual(
        isRefunded ? [false, true, true] : [true, false, false],
      );
    }
  });

  it('ends with its period if declined while canceled, and leaves nothing to pay', async () => {
    const subscription = await renewed(waiting);
    const [order] = await unpaidOf(subscription);
    await Promise.all([
      settle(order!.id, 'declined'),
      shop.seller.subscriptions.update({ id: subscription.id, subscriptionUpdate: { cancelAtPeriodEnd: true } }),
    ]);
    await shop.settled();
    const flagged = await after(subscription);
    expect(flagged).toMatchObject({ status: 'past_due', cancelAtPeriodEnd: true });
    await shop.advanceTo(flagged.currentPeriodEnd!.toISOString());
    expect(await after(subscription)).toMatchObject({ status: 'canceled' });
    expect(await raw(`orders/${order!.id}`)).toMatchObject({ voided_at: expect.any(String) });
  });

  it('still accepts a payment for a period that was used to its end', async () => {
    const [paid, unpaid] = [await shop.subscribe(productId), await shop.subscribe(productId)];
    renewals(waiting);
    await shop.advanceTo(paid.currentPeriodEnd!.toISOString());
    const orders = [(await unpaidOf(paid))[0]!.id, (await unpaidOf(unpaid))[0]!.id];
    for (const { id } of [paid, unpaid])
      await shop.seller.subscriptions.update({ id, subscriptionUpdate: { cancelAtPeriodEnd: true } });
    await shop.advanceTo((await after(paid)).currentPeriodEnd!.toISOString());
    expect(await after(paid)).toMatchObject({ status: 'canceled' });
    const paymentId = await settle(orders[0]!, 'succeeded');
    await settle(orders[1]!, 'declined');
    expect(await raw(`orders/${orders[0]!}`)).toMatchObject({ status: 'paid', voided_at: null });
    expect((await paymentTypes(paymentId)).at(-1)).toBe('PaymentSucceeded');
    expect(await raw(`orders/${orders[1]!}`)).toMatchObject({ status: 'pending', voided_at: expect.any(String) });
  });
});

it('keeps its organization from being deleted until nothing is left to pay', async () => {
  const shop = await openShop({ at: NOW, allowSeveral: true });
  const charge = shop.processor.chargeOffSession.bind(shop.processor);
  shop.processor.chargeOffSession = async (request) =>
    request.method === 'sandbox_pm_ctoken_slow' ? { outcome: 'pending', reference: request.id } : charge(request);
  const { id: productId } = await shop.product({ amount: 2_000, interval: 'month' });
  const moveTo = async (at: string) => {
    shop.clock.set(at);
    await shop.runtime.ticker.tick();
    await shop.settled();
  };
  const isHeld = () => shop.app.get(OrganizationDeletion, { strict: false }).isHeld(shop.organizationId);
  const heldAfter: boolean[] = [];
  const subscribed = async (token: string) => {
    await shop.buy(productId, { token });
    return (await shop.seller.subscriptions.list({ active: true })).result.items[0]!;
  };

  const declined = await subscribed('ctoken_renewal_declined');
  await moveTo(declined.currentPeriodEnd!.toISOString());
  heldAfter.push(await isHeld());
  await shop.seller.subscriptions.revoke({ id: declined.id });
  await shop.settled();
  heldAfter.push(await isHeld());

  const { id, currentPeriodEnd } = await subscribed('ctoken_slow');
  await moveTo(currentPeriodEnd!.toISOString());
  await shop.seller.subscriptions.update({ id, subscriptionUpdate: { cancelAtPeriodEnd: true } });
  const { endsAt } = await shop.seller.subscriptions.get({ id });
  await moveTo(endsAt!.toISOString());
  const { status } = await shop.seller.subscriptions.get({ id });
  heldAfter.push(await isHeld());
  const [order] = (await shop.seller.orders.list({ sorting: ['-created_at'] })).result.items;
  const [{ data }] = (await shop.events<OrderEvent>(`order-${order!.id}`)) as [
    Recorded<Extract<OrderEvent, { type: 'OrderCreated' }>>,
  ];
  const no = { outcome: 'declined', code: 'card_declined', message: 'No' } as const;
  const record = new RecordPaymentOutcome({ paymentId: data.paymentId!, ...no }, shop.context());
  await shop.app.get(CommandBus).execute(record);
  await shop.settled();
  heldAfter.push(await isHeld());
  await shop.close();
  expect(status).toBe('canceled');
  expect(heldAfter).toEqual([true, false, true, false]);
});
