import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RefundAmountTooHigh } from '@polar-sh/sdk/models/errors/refundamounttoohigh.js';
import { RefundedAlready } from '@polar-sh/sdk/models/errors/refundedalready.js';
import type { Order } from '@polar-sh/sdk/models/components/order.js';
import type { RefundCreate } from '@polar-sh/sdk/models/components/refundcreate.js';
import { RFCDate } from '@polar-sh/sdk/types/rfcdate.js';
import { Commands } from '../../../src/app/commands.ts';
import { EVENT_STORE } from '../../../src/app/tokens.ts';
import type { EventStore } from '../../../src/kernel/ports/event-store.ts';
import { RecordRefundOutcome } from '../../../src/features/billing/refunds/refund.commands.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { startReceiver, type Receiver } from '../../support/receiver.ts';
import { polar } from '../../support/sellers.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { until } from '../../support/until.ts';

describe('refunds over HTTP', () => {
  let shop: Shop;
  let receiver: Receiver;
  let paper: string;
  let monthly: string;
  let buyers = 0;

  beforeAll(async () => {
    receiver = await startReceiver();
    shop = await openShop({ at: '2026-03-01T10:00:00.000Z' });
    const rate = { organization_id: undefined, country: 'DE', name: 'USt', percent: '19' };
    expect((await http('POST', '/api/dashboard/tax-rates', rate)).status).toBe(201);
    const { id: benefit } = await shop.seller.benefits.create({
      type: 'custom',
      description: 'Support',
      properties: { note: null },
    });
    paper = (await shop.product({ amount: 1_000 })).id;
    monthly = (await shop.product({ amount: 2_000, interval: 'month' })).id;
    await shop.seller.products.updateBenefits({ id: paper, productBenefitsUpdate: { benefits: [benefit] } });
    const events = ['refund.created', 'refund.updated', 'order.refunded'];
    const endpoint = { url: receiver.url, format: 'raw', events };
    expect((await http('POST', '/v1/webhooks/endpoints', endpoint)).status).toBe(201);
  });
  afterAll(async () => {
    await shop.close();
    await receiver.close();
  });

  async function http(method: string, path: string, body?: object, bearer = shop.bearer) {
    const answer = await fetch(`${shop.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> & { detail: unknown } };
  }
  const refund = (order: Pick<Order, 'id'>, amount: number, more: Partial<RefundCreate> = {}) =>
    shop.seller.refunds.create({ orderId: order.id, amount, reason: 'customer_request', ...more });
  const orderOf = async (checkoutId: string): Promise<Order> =>
    (await shop.seller.orders.list({ checkoutId })).result.items[0]!;
  const again = ({ id }: Pick<Order, 'id'>) => shop.seller.orders.get({ id });
  const email = () => `${shop.slug}-${(buyers += 1)}@example.com`;
  const buy = async (productId = paper, token = 'ctoken_ok') =>
    orderOf(await shop.buy(productId, { email: email(), token }));
  const settle = (id: string, outcome: string) => http('POST', `/sandbox/refunds/${id}/settle`, { outcome });
  const sent = async (wanted: number) => {
    await until(() => receiver.received.length >= wanted, `${wanted} messages`);
    const bodies = receiver.received.map(
      ({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> },
    );
    receiver.received.length = 0;
    return bodies.map(({ type, data }) => [type, data.status ?? data.is_granted]);
  };
  const mails = async (to: string) =>
    ((await (await fetch(`${shop.url}/sandbox/outbox?kind=refund&to=${to}`)).json()) as { text: string }[]).map(
      ({ text }) => text,
    );
  const figures = async () => {
    const { totals } = await shop.seller.metrics.get({
      startDate: new RFCDate('2026-03-01'),
      endDate: new RFCDate('2026-03-31'),
      interval: 'month',
    });
    return { revenue: totals.revenue, orders: totals.orders, once: totals.oneTimeProductsRevenue };
  };

  it('refund an order in parts, with its tax, and take it off the revenue', async () => {
    const order = await buy();
    receiver.received.length = 0;
    const before = await figures();
    expect(await refund(order, 333)).toMatchObject({
      status: 'succeeded',
      amount: 333,
      taxAmount: 63,
      currency: 'usd',
    });
    expect(await again(order)).toMatchObject({
      status: 'partially_refunded',
      paid: true,
      refundedAmount: 333,
      refundedTaxAmount: 63,
    });
    expect(await sent(2)).toEqual([
      ['refund.created', 'succeeded'],
      ['order.refunded', 'partially_refunded'],
    ]);
    expect(await refund(order, 667, { comment: 'broken', metadata: { ticket: 7 } })).toMatchObject({
      taxAmount: 127,
      metadata: { ticket: 7 },
    });
    expect(await again(order)).toMatchObject({ status: 'refunded', refundedAmount: 1_000, refundedTaxAmount: 190 });
    expect(await sent(2)).toEqual([
      ['refund.created', 'succeeded'],
      ['order.refunded', 'refunded'],
    ]);
    await expect(refund(order, 1)).rejects.toBeInstanceOf(RefundedAlready);
    await shop.settled();
    const after = await figures();
    expect(after).toEqual({ revenue: before.revenue - 1_000, orders: before.orders, once: before.once - 1_000 });
    const [first] = await mails(order.customer.email);
    for (const words of ['$3.33', '$0.63', '$3.96']) expect(first).toContain(words);
    const charge = (await shop.seller.payments.list({ orderId: order.id })).result.items[0]!;
    expect(await shop.processor.callsOf(charge.id)).toEqual({ calls: 1, reversed: true });
  });

  it('refuse what the contract refuses', async () => {
    const order = await buy();
    const one = { order_id: order.id, reason: 'other', amount: 1 };
    await expect(refund(order, 1_001)).rejects.toBeInstanceOf(RefundAmountTooHigh);
    const free = await buy((await shop.product({ amount: 0 })).id, null as never);
    expect(await http('POST', '/v1/refunds/', { ...one, order_id: free.id })).toMatchObject({
      status: 404,
      body: { error: 'RefundUnknownPayment' },
    });
    const subscribed = await buy(monthly);
    expect(
      await http('POST', '/v1/refunds/', { ...one, order_id: subscribed.id, revoke_benefits: true }),
    ).toMatchObject({ status: 400, body: { error: 'RevokeSubscriptionBenefitsProhibited' } });
    for (const [wrong, field] of [
      [{ order_id: newUuid() }, 'order_id'],
      [{ order_id: 'o1' }, 'order_id'],
      [{ amount: 0 }, 'amount'],
      [{ amount: -5 }, 'amount'],
      [{ amount: 1.5 }, 'amount'],
      [{ amount: '1' }, 'amount'],
      [{ amount: 3_000_000_000 }, 'amount'],
      [{ reason: 'whim' }, 'reason'],
      [{ comment: 'x'.repeat(5_001) }, 'comment'],
      [{ metadata: { deep: { er: 1 } } }, 'metadata'],
      [{ revoke_benefits: 'yes' }, 'revoke_benefits'],
    ] as const) {
      const { status, body } = await http('POST', '/v1/refunds/', { ...one, ...wrong });
      expect([field, status, (body.detail as { loc: string[] }[])[0]!.loc[1]]).toEqual([field, 422, field]);
    }
    expect((await http('POST', '/v1/refunds/', one, shop.bearer.replace('seller', 'reader'))).status).toBe(403);
    expect((await http('POST', '/v1/refunds/', one, 'nobody')).status).toBe(401);
    expect((await http('GET', '/v1/refunds/?order_id=o1')).status).toBe(422);
    expect((await http('GET', '/v1/refunds/?sorting=reason')).status).toBe(422);
    expect((await http('GET', '/v1/refunds/?succeeded=perhaps')).status).toBe(422);
    expect((await shop.seller.refunds.list({ orderId: order.id })).result.items).toEqual([]);
    expect((await again(order)).status).toBe('paid');
  });

  it('are another organization’s where the order is', async () => {
    const order = await buy();
    await refund(order, 100);
    const other = polar(shop.url, 'seller-other');
    const asked = { order_id: order.id, amount: 1, reason: 'other' };
    expect(await http('POST', '/v1/refunds/', asked, 'seller-other')).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'order_id'] }] },
    });
    expect((await other.refunds.list({ orderId: order.id })).result.items).toEqual([]);
    expect((await other.payments.list({ orderId: order.id })).result.items).toEqual([]);
    const [payment] = (await shop.seller.payments.list({ orderId: order.id })).result.items;
    expect((await http('GET', `/v1/payments/${payment!.id}`, undefined, 'seller-other')).status).toBe(404);
    expect((await again(order)).refundedAmount).toBe(100);
  });

  it('stay pending until the processor settles them, and are announced again then', async () => {
    const order = await buy(paper, 'ctoken_refund_pending');
    await shop.settled();
    receiver.received.length = 0;
    const [first, second, third] = [await refund(order, 400), await refund(order, 300), await refund(order, 300)];
    expect([first!.status, second!.status, third!.status]).toEqual(['pending', 'pending', 'pending']);
    await expect(refund(order, 1)).rejects.toBeInstanceOf(RefundAmountTooHigh);
    expect(await again(order)).toMatchObject({ status: 'paid', refundedAmount: 0 });
    expect(await sent(3)).toEqual(Array(3).fill(['refund.created', 'pending']));
    expect((await settle(first!.id, 'succeeded')).body).toEqual({ id: first!.id, status: 'succeeded' });
    expect((await settle(second!.id, 'failed')).body.status).toBe('failed');
    expect((await settle(third!.id, 'canceled')).body.status).toBe('canceled');
    expect((await settle(newUuid(), 'succeeded')).status).toBe(404);
    expect((await settle(first!.id, 'perhaps')).status).toBe(422);
    expect(await sent(4)).toEqual([
      ['refund.updated', 'succeeded'],
      ['order.refunded', 'partially_refunded'],
      ['refund.updated', 'failed'],
      ['refund.updated', 'canceled'],
    ]);
    expect(await again(order)).toMatchObject({ refundedAmount: 400, refundedTaxAmount: 76 });
    const { items } = (await shop.seller.refunds.list({ orderId: order.id, succeeded: true })).result;
    expect(items.map(({ id }) => id)).toEqual([first!.id]);
    expect((await shop.seller.refunds.list({ orderId: order.id, succeeded: false })).result.items).toHaveLength(3);
    expect((await refund(order, 600))!.taxAmount).toBe(114);
  });

  it('fail where the bank refuses, and say why', async () => {
    const order = await buy(paper, 'ctoken_refund_failed');
    const refused = await refund(order, 1_000);
    expect(refused!.status).toBe('failed');
    const { body } = await http('GET', `/v1/refunds/?id=${refused!.id}`);
    expect(body.items).toMatchObject([
      { failure_code: 'expired_or_canceled_card', failure_message: expect.stringMatching(/bank/) },
    ]);
    expect(await again(order)).toMatchObject({ status: 'paid', refundedAmount: 0 });
    expect(await mails(order.customer.email)).toEqual([]);
  });

  it('revoke the benefits of a one-time product, and grant them again when the refund is reversed', async () => {
    const order = await buy();
    await shop.settled();
    const granted = async () => (await shop.seller.customers.getState({ id: order.customerId })).grantedBenefits.length;
    expect(await granted()).toBe(1);
    await refund(order, 10);
    await shop.settled();
    expect(await granted()).toBe(1);
    const before = await figures();
    const revoking = await refund(order, 500, { revokeBenefits: true });
    await shop.settled();
    expect(await granted()).toBe(0);
    // A change of the product grants nothing back.
    const { benefits } = await shop.seller.products.get({ id: paper });
    const extra = await shop.seller.benefits.create({
      type: 'custom',
      description: 'Extra',
      properties: { note: null },
    });
    const update = (ids: string[]) =>
      shop.seller.products.updateBenefits({ id: paper, productBenefitsUpdate: { benefits: ids } });
    await update([...benefits.map(({ id }) => id), extra.id]);
    await shop.settled();
    expect(await granted()).toBe(0);
    await update(benefits.map(({ id }) => id));
    await shop.settled();
    receiver.received.length = 0;
    expect((await settle(revoking!.id, 'failed')).body.status).toBe('failed');
    expect(await again(order)).toMatchObject({
      status: 'partially_refunded',
      refundedAmount: 10,
      refundedTaxAmount: 2,
    });
    await shop.settled();
    expect(await granted()).toBe(1);
    expect(await figures()).toEqual(before);
    expect(await sent(1)).toEqual([['refund.updated', 'failed']]);
    expect((await refund(order, 990))!.status).toBe('succeeded');
    expect(await again(order)).toMatchObject({ status: 'refunded', refundedTaxAmount: 190 });
  });

  it('never exceed the payment when fifty race for the last cent', async () => {
    const order = await buy();
    await refund(order, 999);
    const racing = await Promise.allSettled(Array.from({ length: 50 }, () => refund(order, 1)));
    expect(racing.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of racing)
      if (one.status === 'rejected')
        expect(['RefundedAlready', 'RefundAmountTooHigh', 'Conflict']).toContain(
          (one.reason as { error?: string }).error,
        );
    const { items } = (await shop.seller.refunds.list({ orderId: order.id, limit: 100 })).result;
    expect(items.map(({ amount, taxAmount }) => [amount, taxAmount])).toEqual([
      [1, 0],
      [999, 190],
    ]);
    expect(await again(order)).toMatchObject({ status: 'refunded', refundedAmount: 1_000, refundedTaxAmount: 190 });
    const [payment] = (await shop.seller.payments.list({ orderId: order.id })).result.items;
    expect((await shop.processor.callsOf(payment!.id)).reversed).toBe(true);
  });

  it('race their own reversal: what is free again is refunded once', async () => {
    const order = await buy();
    const all = await refund(order, 1_000);
    const shown = (await http('GET', `/v1/refunds/?id=${all!.id}`)).body.items as { payment_id: string }[];
    const paymentId = shown[0]!.payment_id;
    await shop.processor.settleRefund(paymentId, all!.id, 'failed');
    const reversal = () =>
      shop.app
        .get(Commands)
        .execute(new RecordRefundOutcome({ paymentId, refundId: all!.id, outcome: 'failed' }, shop.context()));
    const racing = await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? reversal() : refund(order, 1_000))),
    );
    expect(racing.filter(({ status }, n) => n % 2 === 0 && status === 'rejected')).toEqual([]);
    const { items } = (await shop.seller.refunds.list({ orderId: order.id, limit: 100 })).result;
    expect(items.filter(({ status }) => status === 'succeeded').length).toBeLessThanOrEqual(1);
    expect(items.find(({ id }) => id === all!.id)!.status).toBe('failed');
    const counted = items.filter(({ status }) => status === 'succeeded').length * 1_000;
    expect((await again(order)).refundedAmount).toBe(counted);
    const reversed = (await shop.events(`refunds-${paymentId}`)).filter(({ type }) => type === 'RefundReversed');
    expect(reversed).toHaveLength(1);
  });

  it('are repeated under their own id until the processor answers', async () => {
    const order = await buy();
    const refunding = shop.processor.refund.bind(shop.processor);
    let calls = 0;
    shop.processor.refund = async (asked) => {
      calls += 1;
      // The money was refunded, but the answer is lost.
      if (calls === 1) await refunding(asked);
      if (calls <= 2) throw new Error('connection reset');
      return refunding(asked);
    };
    try {
      const pending = await refund(order, 250);
      expect(pending!.status).toBe('pending');
      await shop.settled();
      await until(async () => (await again(order)).refundedAmount === 250, 'it is refunded');
      const [payment] = (await shop.seller.payments.list({ orderId: order.id })).result.items;
      expect((await shop.processor.callsOf(payment!.id)).reversed).toBe(false);
      expect(
        await refunding({ id: newUuid(), chargeId: payment!.id, money: { amount: 941, currency: 'usd' } }),
      ).toMatchObject({ outcome: 'failed' });
    } finally {
      shop.processor.refund = refunding;
    }
  });

  it('answer the same to a repeat with the same key', async () => {
    const order = await buy();
    const body = JSON.stringify({ order_id: order.id, amount: 100, reason: 'other' });
    const headers = {
      authorization: `Bearer ${shop.bearer}`,
      'content-type': 'application/json',
      'idempotency-key': newUuid(),
    };
    const send = async (agent: string) => {
      const sent = { ...headers, 'user-agent': `speakeasy-sdk/typescript ${agent} 2.0.0` };
      const answer = await fetch(`${shop.url}/v1/refunds/`, { method: 'POST', headers: sent, body });
      return [answer.status, ((await answer.json()) as { id: string }).id];
    };
    const [status, id] = await send('0.42.5');
    expect(status).toBe(200);
    expect(await send('0.43.0')).toEqual([201, id]);
    expect((await again(order)).refundedAmount).toBe(100);
  });
});

describe('payments over HTTP', () => {
  let shop: Shop;
  beforeAll(async () => (shop = await openShop({ at: '2026-03-01T10:00:00.000Z' })));
  afterAll(() => shop.close());

  it('are listed with their card, their order, and why they were declined', async () => {
    const { id: paper } = await shop.product({ amount: 1_000 });
    const { id: monthly } = await shop.product({ amount: 2_000, interval: 'month' });
    const checkout = await shop.seller.checkouts.create({ products: [paper] });
    const attempt = (token: string) => shop.confirm(checkout.clientSecret, { email: 'Ann@example.com', token });
    await expect(attempt('ctoken_insufficient_funds')).rejects.toThrow();
    await attempt('ctoken_ok');
    await shop.buy(monthly, { email: 'bob@example.com', token: 'ctoken_pending' });
    await shop.settled();
    const list = async (query = '') => {
      const answer = await fetch(`${shop.url}/v1/payments/?${query}`, {
        headers: { authorization: `Bearer ${shop.bearer}` },
      });
      return { status: answer.status, items: ((await answer.json()) as { items: Record<string, unknown>[] }).items };
    };
    const { result } = await shop.seller.payments.list({ sorting: ['amount', 'created_at'] });
    expect(result.items.map(({ status, amount }) => [status, amount])).toEqual([
      ['failed', 1_000],
      ['succeeded', 1_000],
      ['pending', 2_000],
    ]);
    const [order] = (await shop.seller.orders.list({})).result.items;
    const { items } = await list('sorting=amount&sorting=created_at');
    expect(items).toMatchObject([
      {
        processor: 'stripe',
        method: 'card',
        method_metadata: { brand: 'visa', last4: '9995' },
        decline_reason: 'insufficient_funds',
        decline_message: 'Your card has insufficient funds.',
        checkout_id: checkout.id,
        order_id: null,
      },
      {
        method_metadata: { brand: 'visa', last4: '4242' },
        decline_reason: null,
        decline_message: null,
        checkout_id: checkout.id,
        order_id: order!.id,
        customer_email: 'Ann@example.com',
      },
      { status: 'pending', order_id: null },
    ]);
    expect(items[2]).not.toHaveProperty('method_metadata');
    const [failed, succeeded, pending] = result.items.map(({ id }) => id);
    for (const [query, ids] of [
      [`checkout_id=${checkout.id}`, [succeeded, failed]],
      [`order_id=${order!.id}`, [succeeded]],
      ['status=failed', [failed]],
      ['status=failed&status=pending', [pending, failed]],
      ['method=card', [pending, succeeded, failed]],
      ['method=sepa', []],
      ['customer_email=ann@example.com', [succeeded, failed]],
      ['customer_email=ANN@example.com&status=succeeded', [succeeded]],
      ['customer_email=nobody@example.com', []],
      ['query=bob', [pending]],
      ['sorting=status&sorting=amount', [failed, pending, succeeded]],
      ['sorting=-method&sorting=-created_at', [pending, succeeded, failed]],
    ] as const)
      expect([query, (await list(query)).items.map(({ id }) => id).sort()]).toEqual([query, [...ids].sort()]);
    for (const wrong of ['status=declined', 'order_id=1', 'sorting=customer'])
      expect([wrong, (await list(wrong)).status]).toEqual([wrong, 422]);
    expect(await shop.seller.payments.get({ id: succeeded! })).toMatchObject({ id: succeeded, orderId: order!.id });
    const answer = await fetch(`${shop.url}/v1/payments/`, { headers: { authorization: 'Bearer nobody' } });
    expect(answer.status).toBe(401);
    const dashboard = async (path: string, bearer = shop.bearer) =>
      (
        await fetch(`${shop.url}/api/dashboard/payments/${path}`, { headers: { authorization: `Bearer ${bearer}` } })
      ).text();
    const of = (count: number, ...totals: object[]) => ({ count, totals });
    expect(JSON.parse(await dashboard('totals'))).toEqual(of(3, { currency: 'usd', count: 3, amount: 4_000 }));
    expect(JSON.parse(await dashboard('totals?status=failed&currency=usd'))).toEqual(
      of(1, { currency: 'usd', count: 1, amount: 1_000 }),
    );
    expect(JSON.parse(await dashboard('totals?currency=jpy'))).toEqual(of(0));
    expect(JSON.parse(await dashboard('totals', 'seller-other'))).toEqual(of(0));
    const [head, ...rows] = (await dashboard('export?query=ann')).trim().split('\r\n');
    expect(head).toContain('created_on,status,customer_email,');
    expect(rows).toEqual([
      expect.stringContaining(
        'failed,Ann@example.com,Ada,USD,10.00,card,visa,9995,insufficient_funds,Your card has insufficient funds.,',
      ),
      expect.stringContaining('succeeded,Ann@example.com,Ada,USD,10.00,card,visa,4242,,,'),
    ]);
    expect((await dashboard('export', 'seller-other')).trim().split('\r\n')).toHaveLength(1);
  });

  it('keep the card out of the log except sealed with the key of its customer', async () => {
    const { id: paper } = await shop.product({ amount: 1_500 });
    const { id: customerId } = await shop.seller.customers.create({ email: 'cleo@example.com' });
    const { clientSecret } = await shop.seller.checkouts.create({ products: [paper], customerId });
    await shop.confirm(clientSecret, { email: 'cleo@example.com' });
    await shop.settled();
    const [payment] = (await shop.seller.payments.list({ customerEmail: 'cleo@example.com' })).result.items;
    const events = await shop.events<never>(`payment-${payment!.id}`);
    expect(JSON.stringify(events)).toContain('"4242"');
    const stored = await shop.app.get<EventStore>(EVENT_STORE).read(`payment-${payment!.id}`);
    expect(JSON.stringify(stored)).not.toContain('"4242"');
  });
});
