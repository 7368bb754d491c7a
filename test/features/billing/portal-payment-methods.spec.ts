import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addDays } from '../../../src/kernel/ports/clock.ts';
import { upToEnd } from '../../../src/kernel/ports/event-store.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { Commands } from '../../../src/app/commands.ts';
import { PaymentMethods } from '../../../src/features/billing/payments/payment-methods.service.ts';
import { SettlePayment } from '../../../src/features/billing/payments/payment.commands.ts';
import { SubscriptionReader } from '../../../src/features/billing/subscriptions/subscriptions.queries.ts';
import { openShop, somebody, type Shop } from '../../support/shop.ts';
import { placeOf, portalOf, refusal } from '../../support/portal.ts';

/** The payment methods that customers save, choose and remove (docs/BILLING.md#customer-portal). */
let shop: Shop;
const { ask, portal, customer, boundSession } = portalOf(() => shop);

beforeAll(async () => {
  shop = await openShop({ allowSeveral: true });
});
afterAll(() => shop.close());

describe('payment methods', () => {
  type Method = { id: string; default: boolean; card: { last4: string }; status: string; client_secret: string | null };
  const path = 'customers/me/payment-methods';
  const listed = async (session: string) => {
    await shop.settled();
    return (await portal(session, `${path}/`)).body['items'] as Method[];
  };
  const add = async (session: string, confirmation_token_id: string, set_default = false) =>
    portal(session, path, 'POST', { confirmation_token_id, set_default, return_url: shop.url });
  const added = async (session: string, token: string, setDefault = false) =>
    (await add(session, token, setDefault)).body as unknown as Method;
  const chargedWith = async (subscriptionId: string) =>
    (await shop.app.get(SubscriptionReader).folded(subscriptionId))!.payment_method_id;

  it('are those of checkouts that renew, and those that the customer adds, newest first', async () => {
    const { session, email, subscriptionId } = await customer();
    await shop.buy((await shop.product({})).id, { email });
    expect(await listed(session)).toMatchObject([
      { id: await chargedWith(subscriptionId), type: 'card', default: true, card: { brand: 'visa', last4: '4242' } },
    ]);
    const second = await added(session, 'ctoken_refund_pending');
    expect(second).toMatchObject({ default: false, card: { brand: 'mastercard', last4: '4444' }, status: 'succeeded' });
    expect((await listed(session)).map(({ card, ...method }) => [method.default, card.last4])).toEqual([
      [false, '4444'],
      [true, '4242'],
    ]);
    const page = (await portal(session, `${path}?limit=1&page=2`)).body;
    expect(page).toMatchObject({ items: [{ default: true }], pagination: { total_count: 2, max_page: 2 } });
    expect(await chargedWith(subscriptionId)).not.toBe(second.id);
  });

  it('are in no event but by our id', async () => {
    const { session, customerId } = await customer();
    const { id } = await added(session, 'ctoken_ok_unmistakable');
    const stored: string[] = [];
    for await (const batch of upToEnd(shop.ports.store))
      for (const { stream, data } of batch)
        if (JSON.stringify(data).includes(id)) stored.push(`${stream.split('-')[0]} ${JSON.stringify(data)}`);
    expect(stored.map((event) => event.split(' ')[0])).toEqual(['payment', 'payment', 'savedmethods']);
    expect(stored.join()).not.toContain('unmistakable');
    expect(stored.join()).toContain(customerId);
  });

  it('charge every subscription once they are the default, from the one added or a later choice', async () => {
    const { session, email, subscriptionId } = await customer();
    const checkoutId = await shop.buy((await shop.product({ interval: 'month' })).id, { email });
    const [order] = (await shop.seller.orders.list({ checkoutId })).result.items;
    const free = await shop.buy((await shop.product({ interval: 'month', amount: 0 })).id, { email, token: null });
    const [freeOrder] = (await shop.seller.orders.list({ checkoutId: free })).result.items;
    const charged = () => Promise.all([subscriptionId, order!.subscriptionId!].map(chargedWith));
    const first = await added(session, 'ctoken_ok', true);
    expect(first).toMatchObject({ default: true });
    expect(await charged()).toEqual([first.id, first.id]);
    const [, , old] = await listed(session);
    expect((await portal(session, `${path}/${old!.id}/default`, 'POST')).body).toMatchObject({ default: true });
    expect(await charged()).toEqual([old!.id, old!.id]);
    expect((await listed(session)).filter((method) => method.default)).toMatchObject([{ id: old!.id }]);
    expect(await chargedWith(freeOrder!.subscriptionId!)).toBeNull();
    const choose = (id: string) => portal(session, 'customers/me', 'PATCH', { default_payment_method_id: id });
    expect((await choose(first.id)).status).toBe(200);
    expect(await charged()).toEqual([first.id, first.id]);
    const theirs = (await listed((await customer()).session))[0]!.id;
    expect(refusal(await choose(theirs))).toEqual([404, 'ResourceNotFound']);
  });

  it.each([
    ['usd', 1_000],
    ['eur', 2_500],
  ])('pay a past-due order at once when they become the default, in %s', async (priceCurrency, priceAmount) => {
    const { id } = await shop.seller.products.create({
      name: 'Plan',
      recurringInterval: 'month',
      prices: [{ amountType: 'fixed', priceAmount, priceCurrency }],
    });
    const { session, subscriptionId } = await customer(id, 'ctoken_renewal_declined');
    await shop.advanceTo(addDays(shop.clock.now(), 32));
    const shown = async () => (await portal(session, `subscriptions/${subscriptionId}`)).body;
    expect(await shown()).toMatchObject({ status: 'past_due' });
    await added(session, 'ctoken_ok', true);
    await shop.settled();
    expect(await shown()).toMatchObject({ status: 'active', dunning: null });
    const orders = (await portal(session, 'orders/')).body['items'] as object[];
    expect(orders).toMatchObject([
      { status: 'paid', total_amount: priceAmount, currency: priceCurrency },
      { status: 'paid', total_amount: priceAmount, currency: priceCurrency },
    ]);
  });

  it('are kept while a subscription is charged with them, and forgotten once they are removed', async () => {
    const { session, subscriptionId, customerId } = await customer();
    const used = (await chargedWith(subscriptionId))!;
    const remove = (id: string) => portal(session, `${path}/${id}`, 'DELETE');
    expect(refusal(await remove(used))).toEqual([400, 'PaymentMethodInUse']);
    const spare = await added(session, 'ctoken_ok');
    expect((await remove(spare.id)).status).toBe(204);
    expect((await listed(session)).map(({ id }) => id)).toEqual([used]);
    expect(await shop.app.get(PaymentMethods).find(spare.id)).toBeUndefined();
    expect(await shop.app.get(PaymentMethods).find(used)).toBeDefined();
    expect(refusal(await remove(spare.id))).toEqual([404, 'ResourceNotFound']);
    expect(refusal(await portal(session, `${path}/${spare.id}/default`, 'POST'))).toEqual([404, 'ResourceNotFound']);
    await shop.seller.subscriptions.revoke({ id: subscriptionId });
    expect((await remove(used)).status).toBe(204);
    expect(await listed(session)).toEqual([]);
    // A seller cannot charge what the customer has removed, but what they have added since.
    const { id: product_id } = await shop.product({ interval: 'month' });
    const subscribe = () => ask(shop.bearer, 'POST', '/v1/subscriptions/', { product_id, customer_id: customerId });
    expect(placeOf(await subscribe())).toEqual([422, 'body.customer_id']);
    const { id } = await added(session, 'ctoken_ok');
    const { body } = await subscribe();
    expect(body).toMatchObject({ status: 'active' });
    expect(await chargedWith(body['id'] as string)).toBe(id);
  });

  it('are not saved when they are declined, nor before the bank has confirmed them', async () => {
    const { session, subscriptionId } = await customer();
    const used = await chargedWith(subscriptionId);
    expect(refusal(await add(session, 'ctoken_declined', true))).toEqual([400, 'PaymentError']);
    expect(placeOf(await portal(session, path, 'POST', { set_default: true }))).toEqual([
      422,
      'body.confirmation_token_id',
    ]);
    const waiting = await added(session, 'ctoken_requires_action', true);
    expect(waiting).toMatchObject({ status: 'requires_action', default: false, client_secret: null });
    expect((await listed(session)).map(({ id }) => id)).toEqual([used]);
    const payment = await paymentOf(waiting.id);
    await shop.processor.settle(payment, 'succeeded');
    await shop.app.get(Commands).execute(new SettlePayment({ paymentId: payment }, shop.context()));
    expect((await listed(session)).map(({ id }) => id)).toEqual([waiting.id, used]);
    expect(await chargedWith(subscriptionId)).toBe(waiting.id);
  });

  it('are added once if the request is repeated', async () => {
    const { session } = await customer();
    const body = JSON.stringify({ confirmation_token_id: 'ctoken_ok', set_default: false, return_url: shop.url });
    const headers = {
      authorization: `Bearer ${session}`,
      'content-type': 'application/json',
      'idempotency-key': newUuid(),
    };
    const send = async () => {
      const answer = await fetch(`${shop.url}/v1/customer-portal/${path}`, { method: 'POST', headers, body });
      return ((await answer.json()) as Method).id;
    };
    expect(await send()).toBe(await send());
    expect(await listed(session)).toHaveLength(2);
  });

  it('are at most twenty', async () => {
    const { id: customerId } = await shop.seller.customers.create({ email: somebody() });
    const { token } = await shop.seller.customerSessions.create({ customerId });
    for (let count = 0; count < 20; count += 1) expect((await add(token, 'ctoken_ok')).status).toBe(201);
    expect(refusal(await add(token, 'ctoken_ok'))).toEqual([400, 'TooManyPaymentMethods']);
  });

  it('are not shown to who only knows the e-mail address', async () => {
    const known = await customer();
    const bound = await boundSession(known, (await shop.product({ interval: 'month' })).id);
    for (const [method, target] of [
      ['GET', path],
      ['DELETE', `${path}/${newUuid()}`],
      ['POST', `${path}/${newUuid()}/default`],
    ] as const)
      expect(refusal(await portal(bound.session, target, method))).toEqual([403, 'NotPermitted']);
    expect(refusal(await add(bound.session, 'ctoken_ok'))).toEqual([403, 'NotPermitted']);
  });

  /** The payment that saves a method. */
  async function paymentOf(paymentMethodId: string): Promise<string> {
    for await (const batch of upToEnd(shop.ports.store))
      for (const { type, data } of batch)
        if (type === 'PaymentRequested' && JSON.stringify(data).includes(paymentMethodId))
          return (data as { paymentId: string }).paymentId;
    throw new Error('There is no such payment');
  }
});
