import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AlreadyCanceledSubscription } from '@polar-sh/sdk/models/errors/alreadycanceledsubscription.js';
import type { Order } from '@polar-sh/sdk/models/components/order.js';
import type { Subscription } from '@polar-sh/sdk/models/components/subscription.js';
import { CommandBus } from '@nestjs/cqrs';
import { balanceIn } from '../../../src/features/billing/customer-accounts/account.rules.ts';
import { accountStream, type AccountEvent } from '../../../src/features/billing/customer-accounts/account.events.ts';
import { PaymentMethods } from '../../../src/features/billing/payments/payment-methods.service.ts';
import { ChangePaymentMethod } from '../../../src/features/billing/subscriptions/subscription.commands.ts';
import type { SubscriptionEvent } from '../../../src/features/billing/subscriptions/subscription.events.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { addDays, addSeconds } from '../../../src/kernel/ports/clock.ts';
import { savedCard } from '../../support/cards.ts';
import { NOW } from '../../support/given.ts';
import { openShop, type Shop } from '../../support/shop.ts';

/** Half of the first period is left. */
const HALF = '2026-02-14T10:00:00.000Z';

describe('changes over HTTP', () => {
  let shop: Shop;
  let [small, large, yearly] = ['', '', ''];
  beforeAll(async () => {
    shop = await openShop({ at: NOW });
    const sold = async (amount: number, interval: 'month' | 'year', name: string) =>
      (await shop.product({ amount, interval, name })).id;
    [small, large, yearly] = [
      await sold(3_000, 'month', 'Small'),
      await sold(9_000, 'month', 'Large'),
      await sold(90_000, 'year', 'Yearly'),
    ];
  });
  afterAll(() => shop.close());

  async function subscribe(productId: string, token = 'ctoken_ok'): Promise<Subscription> {
    const subscription = await shop.subscribe(productId, token);
    // So that its orders sort by time; half a minute is less than a cent.
    await shop.advanceTo(addSeconds(shop.clock.now(), 30));
    return subscription;
  }
  const headers = () => ({ 'content-type': 'application/json', authorization: `Bearer ${shop.bearer}` });
  const call = (method: string, path: string, body?: object) =>
    fetch(`${shop.url}${path}`, { method, headers: headers(), ...(body && { body: JSON.stringify(body) }) });
  const change = async (id: string, product_id: string, proration_behavior?: string) => {
    const answer = await call('PATCH', `/v1/subscriptions/${id}`, { product_id, proration_behavior });
    expect(answer.status).toBe(200);
    await shop.settled();
    return (await answer.json()) as Record<string, unknown>;
  };
  const raw = async (order: Order) =>
    (await (await call('GET', `/v1/orders/${order.id}`)).json()) as Record<string, number>;
  const account = async ({ customerId }: Subscription) =>
    (await (await call('GET', `/api/dashboard/customers/${customerId}/account`)).json()) as {
      balances: object[];
      lines: { type: string; amount: number }[];
    };
  const preview = async (id: string, body?: object) => {
    const answer = await call(body ? 'POST' : 'GET', `/v1/subscriptions/${id}/preview`, body);
    expect(answer.status).toBe(200);
    return (await answer.json()) as Record<
      'now' | 'next',
      { items: { amount: number; label: string }[] } & Record<string, number>
    > & { proration_behavior: string | null };
  };
  const explain = async ({ id }: Order) =>
    (await (await call('GET', `/api/ledger/orders/${id}/explanation`)).json()) as {
      amounts: { kind: string; item_id: string | null; arithmetic: string; event_ids: string[] }[];
      events: { id: string; type: string }[];
    };
  const shown = (order: Order) => order.items.map(({ label, amount, proration }) => [label, amount, proration]);

  it('bills an upgrade now, exactly as its preview and its explanation say', async () => {
    const subscription = await subscribe(small);
    await shop.advanceTo(HALF);
    const body = { product_id: large, proration_behavior: 'invoice' };
    const { now, next } = await preview(subscription.id, body);
    expect(await change(subscription.id, large, 'invoice')).toMatchObject({ product_id: large, amount: 9_000 });
    const order = (await shop.ordersOf(subscription))[1]!;
    expect(order).toMatchObject({ billingReason: 'subscription_update', status: 'paid', totalAmount: 3_000 });
    expect(shown(order)).toEqual([
      ['Remaining time on Small — From Feb 14, 2026 to Feb 28, 2026', -1_500, true],
      ['Large — From Feb 14, 2026 to Feb 28, 2026', 4_500, true],
    ]);
    expect(now.items.map(({ label, amount }) => [label, amount])).toEqual(
      order.items.map(({ label, amount }) => [label, amount]),
    );
    expect([now['total_amount'], now['due_amount']]).toEqual([3_000, 3_000]);
    expect(await explain(order)).toMatchObject({
      amounts: [
        { amount: -1_500, arithmetic: '14 of 28 days left × 30.00 = 15.00' },
        { amount: 4_500, arithmetic: '14 of 28 days left × 90.00 = 45.00' },
        { label: 'Subtotal', amount: 3_000, arithmetic: '−15.00 + 45.00 = 30.00' },
        { label: 'Net', amount: 3_000 },
        { label: 'Total', amount: 3_000 },
        { label: 'Due', amount: 3_000, arithmetic: '30.00 = 30.00' },
      ],
      events: [{ type: 'SubscriptionProductChanged' }, { type: 'OrderCreated' }],
    });
    await shop.advanceTo('2026-03-01T00:00:00.000Z');
    const renewal = (await shop.ordersOf(subscription))[2]!;
    expect(shown(renewal)).toEqual([['Large — From Feb 28, 2026 to Mar 31, 2026', 9_000, false]]);
    expect([next['total_amount'], next.items.map(({ label }) => label)]).toEqual([
      9_000,
      renewal.items.map(({ label }) => label),
    ]);
  });

  it('explains lines that waited for a renewal by the change that made them', async () => {
    const subscription = await subscribe(small);
    await shop.advanceTo(addSeconds(shop.clock.now(), 1.5));
    const { current_period_end: end } = await change(subscription.id, large, 'prorate');
    await shop.advanceTo(end as string);
    const renewal = (await shop.ordersOf(subscription))[1]!;
    const { amounts: explained, events } = await explain(renewal);
    const items = explained.filter(({ kind }) => kind === 'item');
    const typesOf = (ids: string[]) => ids.map((id) => events.find((event) => event.id === id)!.type);
    expect(items.map(({ item_id, event_ids }) => [item_id, typesOf(event_ids)])).toEqual(
      renewal.items.map(({ id, proration }) => [
        id,
        [proration ? 'SubscriptionProductChanged' : 'SubscriptionRenewed', 'OrderCreated'],
      ]),
    );
    expect(items[0]!.arithmetic).toMatch(/^\d+ days 23:59:28\.5 of \d+ days left × 30\.00 = 30\.00$/);
  });

  it('credits a downgrade, which pays the next renewals', async () => {
    const subscription = await subscribe(large);
    const { current_period_end: end } = await change(subscription.id, small, 'invoice');
    const [, update] = await shop.ordersOf(subscription);
    expect(update).toMatchObject({ billingReason: 'subscription_update', status: 'paid', totalAmount: -6_000 });
    expect(await account(subscription)).toMatchObject({ balances: [{ currency: 'usd', amount: 6_000 }] });
    const balance = await call('GET', `/v1/customers/${subscription.customerId}/balance`);
    const balances = [{ currency: 'usd', amount: 6_000 }];
    expect(await balance.json()).toEqual({ balance: 6_000, currency: 'usd', balances });
    expect(balanceIn('eur', [...balances, { currency: 'eur', amount: -50 }])).toBe(-50);
    expect(balanceIn('gbp', balances)).toBe(0);
    const { next } = await preview(subscription.id);
    expect(next).toMatchObject({ total_amount: 3_000, applied_balance_amount: -3_000, due_amount: 0 });
    await shop.advanceTo(end as string);
    const [, , first] = await shop.ordersOf(subscription);
    expect(await raw(first!)).toMatchObject({
      total_amount: 3_000,
      applied_balance_amount: -3_000,
      due_amount: 0,
      paid: true,
    });
    const { amounts: explained, events } = await explain(first!);
    const byCredit = explained.find(({ kind }) => kind === 'balance')!;
    expect(byCredit).toMatchObject({ amount: -3_000, arithmetic: '30.00 of the customer’s account' });
    expect(events.map(({ type }) => type)).toEqual(['SubscriptionRenewed', 'CreditApplied', 'OrderCreated']);
    expect(byCredit.event_ids).toEqual(events.slice(1).map(({ id }) => id));
    const { current_period_end: second } = (await (
      await call('GET', `/v1/subscriptions/${subscription.id}`)
    ).json()) as Record<string, string>;
    await shop.advanceTo(second!);
    expect((await account(subscription)).balances).toEqual([{ currency: 'usd', amount: 0 }]);
    expect((await account(subscription)).lines.map(({ type, amount }) => [type, amount])).toEqual([
      ['CreditApplied', -3_000],
      ['CreditApplied', -3_000],
      ['CreditBooked', 6_000],
    ]);
  });

  it('begins a year at once, and gives the benefits of the new product', async () => {
    const benefit = await shop.seller.benefits.create({
      type: 'custom',
      description: 'Thanks',
      properties: { note: null },
    });
    await shop.seller.products.updateBenefits({ id: yearly, productBenefitsUpdate: { benefits: [benefit.id] } });
    const subscription = await subscribe(small);
    const { now } = await preview(subscription.id, { product_id: yearly });
    const changed = await change(subscription.id, yearly);
    expect(changed).toMatchObject({ recurring_interval: 'year', current_period_start: shop.clock.now() });
    const [, order] = await shop.ordersOf(subscription);
    expect([order!.billingReason, order!.totalAmount, now['total_amount']]).toEqual([
      'subscription_cycle',
      87_000,
      87_000,
    ]);
    const grants = await shop.seller.benefits.grants({ id: benefit.id, customerId: subscription.customerId });
    expect(grants.result.items).toMatchObject([{ isGranted: true }]);
    await change(subscription.id, small);
    const after = await shop.seller.benefits.grants({ id: benefit.id, customerId: subscription.customerId });
    expect(after.result.items).toMatchObject([{ isGranted: false, isRevoked: true }]);
  });

  it('schedules a change, shows it, withdraws it, and makes it with the next period', async () => {
    const subscription = await subscribe(large);
    const scheduled = await change(subscription.id, small, 'next_period');
    expect(scheduled).toMatchObject({
      product_id: large,
      pending_change: { product_id: small, takes_effect_at: scheduled['current_period_end'] },
      pending_update: {
        ...{ id: expect.any(String), created_at: shop.clock.now(), modified_at: null },
        ...{ applies_at: scheduled['current_period_end'], product_id: small, seats: null, units: null },
      },
    });
    const withdrawn = await call('DELETE', `/v1/subscriptions/${subscription.id}/pending-change`);
    expect(await withdrawn.json()).toMatchObject({
      ...{ product_id: large, pending_change: null, pending_update: null },
    });
    expect((await call('DELETE', `/v1/subscriptions/${subscription.id}/pending-change`)).status).toBe(400);
    await change(subscription.id, small, 'next_period');
    await shop.advanceTo(scheduled['current_period_end'] as string);
    const [, order] = await shop.ordersOf(subscription);
    expect([order!.totalAmount, order!.product.id, order!.items.length]).toEqual([3_000, small, 1]);
  });

  it('does what the settings say unless the request does', async () => {
    const settings = {
      upgrade_behavior: 'invoice',
      downgrade_behavior: 'next_period',
      benefit_grace_days: 0,
      unpaid_action: 'cancel',
    };
    const path = `/v1/organizations/${shop.organizationId}`;
    expect((await call('PATCH', path, { billing_settings: settings })).status).toBe(200);
    await shop.settled();
    const subscription = await subscribe(small);
    const behaviorOf = async (body?: object) => (await preview(subscription.id, body)).proration_behavior;
    expect(await behaviorOf()).toBeNull();
    expect(await behaviorOf({ product_id: large })).toBe('invoice');
    expect(await behaviorOf({ product_id: large, proration_behavior: 'prorate' })).toBe('prorate');
    await change(subscription.id, large);
    expect(await shop.ordersOf(subscription)).toHaveLength(2);
    expect(await behaviorOf({ product_id: small })).toBe('next_period');
    expect(await change(subscription.id, small)).toMatchObject({
      product_id: large,
      pending_change: { product_id: small },
    });
    const reset = { ...settings, upgrade_behavior: null, downgrade_behavior: null };
    expect((await call('PATCH', path, { billing_settings: reset })).status).toBe(200);
    await shop.settled();
  });

  it('lets one of fifty changes at once count', async () => {
    const subscription = await subscribe(small);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        call('PATCH', `/v1/subscriptions/${subscription.id}`, { product_id: large, proration_behavior: 'invoice' }),
      ),
    );
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    await shop.settled();
    expect(await shop.ordersOf(subscription)).toHaveLength(2);
  });

  it('refuses products that cannot be changed to', async () => {
    const subscription = await subscribe(small);
    const once = await shop.product({ amount: 1_000 });
    const custom = await shop.seller.products.create({
      name: 'Give',
      recurringInterval: 'month',
      prices: [{ amountType: 'custom' }],
    });
    const archived = await shop.product({ amount: 500, interval: 'month' });
    await shop.seller.products.update({ id: archived.id, productUpdate: { isArchived: true } });
    const draft = await shop.product({ amount: 500, interval: 'month' });
    expect((await call('PATCH', `/v1/products/${draft.id}`, { visibility: 'draft' })).status).toBe(200);
    for (const product_id of [once.id, custom.id, archived.id, draft.id, newUuid()]) {
      for (const path of [`/v1/subscriptions/${subscription.id}`, `/v1/subscriptions/${subscription.id}/preview`]) {
        const answer = await call(path.endsWith('preview') ? 'POST' : 'PATCH', path, { product_id });
        const { detail } = (await answer.json()) as { detail: { loc: string[] }[] };
        expect([answer.status, detail[0]!.loc]).toEqual([422, ['body', 'product_id']]);
      }
    }
    expect((await call('GET', `/v1/subscriptions/${newUuid()}/preview`)).status).toBe(404);
    const free = await shop.product({ amount: 0, interval: 'month', name: 'Air' });
    const gratis = await subscribe(free.id);
    expect((await call('PATCH', `/v1/subscriptions/${gratis.id}`, { product_id: large })).status).toBe(
      gratis.amount === 0 ? 422 : 200,
    );
    await shop.seller.subscriptions.update({ id: subscription.id, subscriptionUpdate: { cancelAtPeriodEnd: true } });
    await expect(
      shop.seller.subscriptions.update({ id: subscription.id, subscriptionUpdate: { productId: large } }),
    ).rejects.toThrow(AlreadyCanceledSubscription);
  });

  it('is past due when the payment of a change is declined, and active again once another card pays', async () => {
    const subscription = await subscribe(small, 'ctoken_renewal_declined');
    await change(subscription.id, large, 'invoice');
    expect(await (await call('GET', `/v1/subscriptions/${subscription.id}`)).json()).toMatchObject({
      status: 'past_due',
      product_id: large,
      dunning: { attempts: 1, next_attempt_at: addDays(shop.clock.now(), 2) },
    });
    const paymentMethodId = newUuid();
    const stream = `subscription-${subscription.id}`;
    await shop.app.get(PaymentMethods, { strict: false }).keep(paymentMethodId, savedCard('ctoken_ok'), stream);
    const update = new ChangePaymentMethod({ subscriptionId: subscription.id, paymentMethodId }, shop.context());
    await shop.app.get(CommandBus).execute(update);
    await shop.settled();
    expect(await (await call('GET', `/v1/subscriptions/${subscription.id}`)).json()).toMatchObject({
      status: 'active',
      dunning: null,
    });
    expect((await shop.ordersOf(subscription)).map(({ status }) => status)).toEqual(['paid', 'paid']);
    const types = (await shop.events<SubscriptionEvent>(stream)).map(({ type }) => type);
    expect(types).toEqual([
      'SubscriptionCreated',
      'SubscriptionProductChanged',
      'SubscriptionRenewalFailed',
      'SubscriptionPaymentMethodChanged',
      'SubscriptionPaymentRetried',
      'SubscriptionRecovered',
    ]);
  });

  it('takes back what a plan was taxed with, wherever its customer is now, and nothing that was refunded', async () => {
    const subscription = await subscribe(yearly);
    const rate = { country: 'FR', name: 'TVA', percent: '19' };
    expect((await call('POST', '/api/dashboard/tax-rates', rate)).status).toBe(201);
    const moved = { billing_address: { country: 'FR' } };
    expect((await call('PATCH', `/v1/customers/${subscription.customerId}`, moved)).status).toBe(200);
    const body = { product_id: small, proration_behavior: 'invoice' };
    const { now } = await preview(subscription.id, body);
    await change(subscription.id, small, 'invoice');
    const [bought, changed] = await shop.ordersOf(subscription);
    expect(now.items.map(({ amount }) => amount)).toEqual([-90_000, 3_000]);
    const sums = { net_amount: -87_000, tax_amount: 570, total_amount: -86_430, due_amount: 0 };
    expect([now, await raw(changed!)]).toMatchObject([sums, sums]);
    expect(await account(subscription)).toMatchObject({ balances: [{ currency: 'usd', amount: 86_430 }] });
    // Of what is refunded now, the credit settles a part, and what is credited later settles the rest.
    const refund = async (order: Order, amount: number) => {
      const answer = await call('POST', '/v1/refunds/', { order_id: order.id, reason: 'other', amount });
      expect(answer.status).toBe(200);
      await shop.settled();
    };
    await refund(bought!, 90_000);
    expect(await account(subscription)).toMatchObject({ balances: [{ currency: 'usd', amount: 0 }] });

    const other = await subscribe(large);
    const [paid] = await shop.ordersOf(other);
    await refund(paid!, 9_000);
    expect((await preview(other.id, body)).now).toMatchObject({ subtotal_amount: 3_000 });
    await change(other.id, small, 'invoice');
    const [, after] = await shop.ordersOf(other);
    expect(await raw(after!)).toMatchObject({ subtotal_amount: 3_000, due_amount: 3_000 });
    expect(await account(other)).toMatchObject({ balances: [] });
  });

  it('takes back nothing that is not paid yet', async () => {
    const subscription = await subscribe(small, 'ctoken_renewal_pending');
    await change(subscription.id, large, 'invoice');
    const body = { product_id: small, proration_behavior: 'invoice' };
    for (const [method, path] of [
      ['PATCH', ''],
      ['POST', '/preview'],
    ] as const) {
      const answer = await call(method, `/v1/subscriptions/${subscription.id}${path}`, body);
      expect([answer.status, await answer.json()]).toMatchObject([409, { error: 'SubscriptionLocked' }]);
    }
    expect(await account(subscription)).toMatchObject({ balances: [] });
  });

  it('carries what is less than can be charged', async () => {
    const tiny = await shop.product({ amount: 3_040, interval: 'month', name: 'Tiny' });
    const subscription = await subscribe(small);
    await change(subscription.id, tiny.id, 'invoice');
    const [, order] = await shop.ordersOf(subscription);
    expect(await raw(order!)).toMatchObject({ total_amount: 40, due_amount: 40, paid: true });
    expect(await account(subscription)).toMatchObject({ balances: [{ currency: 'usd', amount: -40 }] });
    expect((await preview(subscription.id)).next).toMatchObject({
      total_amount: 3_040,
      applied_balance_amount: 40,
      due_amount: 3_080,
    });
    const events = await shop.events<AccountEvent>(accountStream(subscription.customerId));
    expect(events.map(({ type }) => type)).toEqual(['OrderCredited', 'DebtBooked']);
  });
});
