import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AlreadyCanceledSubscription } from '@polar-sh/sdk/models/errors/alreadycanceledsubscription.js';
import type { Subscription } from '@polar-sh/sdk/models/components/subscription.js';
import { ConfirmClaim, ReleaseClaim } from '../../../src/kernel/claim.ts';
import { BillRenewal, FailOrderPayment, PayOrder } from '../../../src/features/billing/orders/order.commands.ts';
import type { PaymentEvent } from '../../../src/features/billing/payments/payment.events.ts';
import { FailRenewal } from '../../../src/features/billing/subscriptions/subscription.commands.ts';
import { subscriptionDecider } from '../../../src/features/billing/subscriptions/subscription.decider.ts';
import { renewDue } from '../../../src/features/billing/subscriptions/subscription.due.ts';
import type { SubscriptionEvent } from '../../../src/features/billing/subscriptions/subscription.events.ts';
import {
  ownsActiveClaim,
  renewalProcess,
  subscriptionClaimsProcess,
} from '../../../src/features/billing/subscriptions/subscription.process.ts';
import { subscriptionProjection } from '../../../src/features/billing/subscriptions/subscription.projection.ts';
import { deriveUuid, newUuid, seedOf } from '../../../src/kernel/ids.ts';
import { addSeconds, msOf } from '../../../src/kernel/clock.ts';
import { documentsOf, NOW, recorded, specOf } from '../../support/given.ts';
import { polar } from '../../support/sellers.ts';
import { openShop, type Shop } from '../../support/shop.ts';

type Of<T extends SubscriptionEvent['type']> = Extract<SubscriptionEvent, { type: T }>;

const claim = { kind: 'active-subscription', digest: 'd1' };
const about = { subscriptionId: 's1', organizationId: 'o1', customerId: 'c1' };
const sold = { productId: 'x1', amount: 2_000, currency: 'usd', recurringInterval: 'month' as const };
const FEBRUARY = '2026-02-28T10:00:00.000Z';
const MARCH = '2026-03-31T10:00:00.000Z';
const orderAt = (dueAt: string) => deriveUuid(seedOf(msOf(dueAt), 's1'), 'order');

const asked = {
  ...about,
  ...sold,
  prices: [{ id: 'q1', amountType: 'fixed' as const, amount: 2_000, currency: 'usd' }],
  checkoutId: 'k1',
  paymentMethodId: 'm1',
  activeClaim: claim,
  metadata: {},
};
const created: Of<'SubscriptionCreated'> = {
  type: 'SubscriptionCreated',
  data: { ...asked, anchorDay: 31, startedAt: NOW, currentPeriodEnd: FEBRUARY },
};
const renewed: Of<'SubscriptionRenewed'> = {
  type: 'SubscriptionRenewed',
  data: { ...about, periodStart: FEBRUARY, periodEnd: MARCH, orderId: orderAt(FEBRUARY) },
};
const failed = (endsAt: string | null = null): SubscriptionEvent => ({
  type: 'SubscriptionRenewalFailed',
  data: {
    ...about,
    orderId: orderAt(FEBRUARY),
    paymentId: 'p1',
    endsAt,
  },
});
const canceled = (endsAt = FEBRUARY): SubscriptionEvent => ({
  type: 'SubscriptionCanceled',
  data: {
    ...about,
    canceledAt: NOW,
    endsAt,
    reason: 'unused',
    comment: null,
  },
});
const revoked = (wasCanceled = false): SubscriptionEvent => ({
  type: 'SubscriptionRevoked',
  data: {
    ...about,
    ...sold,
    endedAt: NOW,
    reason: null,
    comment: null,
    wasCanceled,
    released: claim,
  },
});
const ended: SubscriptionEvent = {
  type: 'SubscriptionEnded',
  data: { ...about, ...sold, endedAt: FEBRUARY, released: claim },
};
const uncanceled = (renewsAt: string | null): SubscriptionEvent => ({
  type: 'SubscriptionUncanceled',
  data: { ...about, renewsAt },
});

describe('a subscription', () => {
  const given = specOf(subscriptionDecider);
  const mine = { subscriptionId: 's1', organizationIds: ['o1'] };
  const theirs = { subscriptionId: 's1', organizationIds: ['o2'] };
  const words = { reason: 'unused', comment: null } as const;
  const noWords = { reason: null, comment: null };
  const create = { type: 'CreateSubscription', data: asked } as const;
  const cancel = { type: 'CancelSubscription', data: { ...mine, ...words } } as const;
  const uncancel = { type: 'UncancelSubscription', data: mine } as const;
  const revoke = { type: 'RevokeSubscription', data: { ...mine, ...noWords } } as const;
  const renewAt = (dueAt: string, now = dueAt) =>
    ({ type: 'RenewSubscription', data: { id: 's1', dueAt }, now }) as const;
  const fail = {
    type: 'FailRenewal',
    data: { subscriptionId: 's1', orderId: orderAt(FEBRUARY), paymentId: 'p1' },
  } as const;

  it('starts with a period anchored on its day', () => given().when(create).then(created));
  it('is made once', () => given(created).when(create).then());
  it('is refused where its claim was forfeited', () =>
    given({ type: 'ClaimForfeited', data: claim }).when(create).thenRefused('ClaimForfeited'));
  it('is made where another claim was forfeited', () =>
    given({ type: 'ClaimForfeited', data: { ...claim, digest: 'd2' } })
      .when(create)
      .then(created));

  it("renews at its period's end", () => given(created).when(renewAt(FEBRUARY)).then(renewed));
  it('returns to its anchor day', () =>
    given(created, renewed)
      .when(renewAt(MARCH))
      .then({
        type: 'SubscriptionRenewed',
        data: { ...about, periodStart: MARCH, periodEnd: '2026-04-30T10:00:00.000Z', orderId: orderAt(MARCH) },
      }));
  it('does not renew before', () => given(created).when(renewAt(FEBRUARY, NOW)).thenRefused('NotDue'));
  it('does not renew a period twice', () => given(created, renewed).when(renewAt(FEBRUARY)).then());
  it('is not cycled while past due', () => given(created, renewed, failed()).when(renewAt(MARCH)).then());
  it('ends at the period it was canceled to', () => given(created, canceled()).when(renewAt(FEBRUARY)).then(ended));
  it('renews when it was uncanceled', () =>
    given(created, canceled(), uncanceled(FEBRUARY)).when(renewAt(FEBRUARY)).then(renewed));
  it('does not renew once ended', () => given(created, revoked()).when(renewAt(FEBRUARY)).then());

  it('is past due when the renewal is declined', () => given(created, renewed).when(fail).then(failed()));
  it('is past due once', () => given(created, renewed, failed()).when(fail).then());
  it("minds only the present period's order", () => given(created).when(fail).then());
  it('still ends with its period when it is past due and canceled', () =>
    given(created, renewed, canceled(MARCH)).when(fail).then(failed(MARCH)));

  it('cancels to the end of its period', () => given(created).when(cancel).then(canceled()));
  it('does not cancel twice', () => given(created, canceled()).when(cancel).thenRefused('AlreadyCanceledSubscription'));
  it('does not cancel once ended', () =>
    given(created, revoked()).when(cancel).thenRefused('AlreadyCanceledSubscription'));
  it('is uncanceled', () => given(created, canceled()).when(uncancel).then(uncanceled(FEBRUARY)));
  it('is uncanceled while past due, without renewing', () =>
    given(created, renewed, failed(), canceled(MARCH)).when(uncancel).then(uncanceled(null)));
  it('is not uncanceled where it is not canceled', () => given(created).when(uncancel).thenRefused('BadRequest'));
  it('is not uncanceled once ended', () => given(created, revoked()).when(uncancel).thenRefused('ResourceUnavailable'));

  it('is revoked at once', () => given(created).when(revoke).then(revoked()));
  it('is revoked after it was canceled', () => given(created, canceled()).when(revoke).then(revoked(true)));
  it('is revoked while past due', () => given(created, renewed, failed()).when(revoke).then(revoked()));
  it('is not revoked twice', () => given(created, revoked()).when(revoke).thenRefused('AlreadyCanceledSubscription'));
  it('is revoked by a process once, without complaint', () =>
    given(created, revoked())
      .when({ type: 'RevokeSubscription', data: { subscriptionId: 's1', organizationIds: 'system', ...noWords } })
      .then());
  it.each([
    { type: 'CancelSubscription', data: { ...theirs, ...noWords } } as const,
    { type: 'UncancelSubscription', data: theirs } as const,
    { type: 'RevokeSubscription', data: { ...theirs, ...noWords } } as const,
  ])("is not another organization's to change: $type", (intent) =>
    given(created).when(intent).thenRefused('ResourceNotFound'),
  );
});

describe('when a subscription is due', () => {
  const after = (event: SubscriptionEvent) => renewDue.dueAfter(recorded(event));
  const at = (dueAt: string | null) => ({ entity: 's1', dueAt });
  it('at the end of its first period', () => expect(after(created)).toEqual(at(FEBRUARY)));
  it('at the end of the next', () => expect(after(renewed)).toEqual(at(MARCH)));
  it('at its end, once canceled', () => expect(after(canceled())).toEqual(at(FEBRUARY)));
  it('as before, once uncanceled', () => expect(after(uncanceled(FEBRUARY))).toEqual(at(FEBRUARY)));
  it('no more, once past due', () => expect(after(failed())).toEqual(at(null)));
  it('at its end, once past due and canceled', () => expect(after(failed(MARCH))).toEqual(at(MARCH)));
  it('no more, once revoked or ended', () => expect([after(revoked()), after(ended)]).toEqual([at(null), at(null)]));
  it('is not changed by a lost claim', () => expect(after({ type: 'ClaimForfeited', data: claim })).toBeUndefined());
});

describe('what follows from a renewal', () => {
  const purpose = { kind: 'order', orderId: 'b1', subscriptionId: 's1' } as const;
  const paid: PaymentEvent = {
    type: 'PaymentSucceeded',
    data: { paymentId: 'p1', organizationId: 'o1', purpose, reference: 'r', amount: 1, currency: 'usd' },
  };
  const declined: PaymentEvent = {
    type: 'PaymentDeclined',
    data: { paymentId: 'p1', organizationId: 'o1', purpose, code: 'card_declined', message: 'No' },
  };
  const steps = (event: SubscriptionEvent | PaymentEvent) =>
    renewalProcess.react(recorded(event)).map(({ command, data }) => [command, data]);
  const elsewhere = { kind: 'checkout', checkoutId: 'k1' } as const;

  it('is billed', () =>
    expect(steps(renewed)).toEqual([
      [BillRenewal, { subscriptionId: 's1', orderId: orderAt(FEBRUARY), period: { start: FEBRUARY, end: MARCH } }],
    ]));
  it('pays its order', () => expect(steps(paid)).toEqual([[PayOrder, { orderId: 'b1', paymentId: 'p1' }]]));
  it('fails order and subscription', () =>
    expect(steps(declined)).toEqual([
      [FailOrderPayment, { orderId: 'b1', paymentId: 'p1', code: 'card_declined' }],
      [FailRenewal, { subscriptionId: 's1', orderId: 'b1', paymentId: 'p1' }],
    ]));
  it("leaves a checkout's payment alone", () => {
    expect(steps({ ...paid, data: { ...paid.data, purpose: elsewhere } } as PaymentEvent)).toEqual([]);
    expect(steps({ ...declined, data: { ...declined.data, purpose: elsewhere } } as PaymentEvent)).toEqual([]);
  });
  it("keeps one subscription's events in order", () =>
    expect(renewalProcess.key!(recorded(paid))).toBe('subscription-s1'));

  it('confirms and releases the claim', () => {
    const claims = (event: SubscriptionEvent) =>
      subscriptionClaimsProcess.react(recorded(event)).map(({ command, data }) => [command, data]);
    const owned = { claim, owner: 'subscription-s1' };
    expect(claims(created)).toEqual([[ConfirmClaim, owned]]);
    expect(claims(revoked())).toEqual([[ReleaseClaim, owned]]);
    expect(claims(ended)).toEqual([[ReleaseClaim, owned]]);
  });
  it('owns the claim from its start to its end', () => {
    expect(ownsActiveClaim([], claim)).toBe(false);
    expect(ownsActiveClaim([created, renewed, failed()], claim)).toBe(true);
    expect(ownsActiveClaim([created], { digest: 'd2' })).toBe(false);
    expect(ownsActiveClaim([created, ended], claim)).toBe(false);
  });
});

describe('a subscription on the wire', () => {
  const after = (...events: SubscriptionEvent[]) =>
    documentsOf(subscriptionProjection, events.map((event) => recorded(event)) as never)['s1'];
  it('starts active', () =>
    expect(after(created)).toMatchObject({
      status: 'active',
      started_at: NOW,
      current_period_start: NOW,
      current_period_end: FEBRUARY,
      cancel_at_period_end: false,
      canceled_at: null,
      ends_at: null,
      ended_at: null,
      amount: 2_000,
    }));
  it('moves on', () =>
    expect(after(created, renewed)).toMatchObject({ current_period_start: FEBRUARY, current_period_end: MARCH }));
  it('is past due', () =>
    expect(after(created, renewed, failed())).toMatchObject({ status: 'past_due', active: false }));
  it('is flagged', () =>
    expect(after(created, canceled())).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      canceled_at: NOW,
      ends_at: FEBRUARY,
      customer_cancellation_reason: 'unused',
    }));
  it('forgets that it was', () =>
    expect(after(created, canceled(), uncanceled(FEBRUARY))).toMatchObject({
      cancel_at_period_end: false,
      canceled_at: null,
      ends_at: null,
      customer_cancellation_reason: null,
    }));
  it('ends where it was canceled to', () =>
    expect(after(created, canceled(), ended)).toMatchObject({
      status: 'canceled',
      canceled_at: NOW,
      ended_at: FEBRUARY,
      current_period_end: FEBRUARY,
    }));
  it('ends at once when revoked', () =>
    expect(after(created, revoked())).toMatchObject({
      status: 'canceled',
      canceled_at: NOW,
      ends_at: NOW,
      ended_at: NOW,
      current_period_end: FEBRUARY,
    }));
});

describe('subscriptions over HTTP', () => {
  let shop: Shop;
  let productId: string;
  let buyers = 0;

  beforeAll(async () => {
    shop = await openShop({ at: NOW });
    productId = (await shop.product({ amount: 2_000, interval: 'month', name: 'Zebra paper' })).id;
  });
  afterAll(() => shop.close());

  /** Somebody new subscribes; the business clock stands still. */
  async function subscribe(token = 'ctoken_ok', product = productId): Promise<Subscription> {
    const email = `buyer${(buyers += 1)}@example.com`;
    await shop.buy(product, { email, token });
    const { result } = await shop.seller.subscriptions.list({
      productId: product,
      sorting: ['-started_at'],
      limit: 100,
    });
    return result.items.find(({ customer }) => customer.email === email)!;
  }
  const update = (id: string, subscriptionUpdate: object) =>
    shop.seller.subscriptions.update({ id, subscriptionUpdate: subscriptionUpdate as never });
  const patch = (id: string, body: object, bearer = shop.bearer) =>
    fetch(`${shop.url}/v1/subscriptions/${id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const ordersOf = async (subscription: Subscription) =>
    (await shop.seller.orders.list({ customerId: subscription.customerId, sorting: ['created_at'] })).result.items;

  it('cancels, uncancels, and tells who asks twice', async () => {
    const { id } = await subscribe();
    const flagged = await update(id, {
      cancelAtPeriodEnd: true,
      customerCancellationReason: 'too_expensive',
      customerCancellationComment: 'Too dear',
    });
    expect(flagged).toMatchObject({
      status: 'active',
      cancelAtPeriodEnd: true,
      customerCancellationReason: 'too_expensive',
      customerCancellationComment: 'Too dear',
    });
    expect(flagged.endsAt).toEqual(flagged.currentPeriodEnd);
    await expect(update(id, { cancelAtPeriodEnd: true })).rejects.toThrow(AlreadyCanceledSubscription);
    const unflagged = await update(id, { cancelAtPeriodEnd: false });
    expect(unflagged).toMatchObject({ cancelAtPeriodEnd: false, endsAt: null, customerCancellationReason: null });
    const again = await patch(id, { cancel_at_period_end: false });
    expect([again.status, (await body(again)).error]).toEqual([400, 'BadRequest']);
    expect(await shop.seller.subscriptions.get({ id })).toEqual(unflagged);
  });

  it('revokes at once, by either call', async () => {
    const [first, second] = [await subscribe(), await subscribe()];
    expect(await shop.seller.subscriptions.revoke({ id: first.id })).toMatchObject({ status: 'canceled' });
    expect(await update(second.id, { revoke: true })).toMatchObject({ status: 'canceled' });
    await expect(shop.seller.subscriptions.revoke({ id: first.id })).rejects.toThrow(AlreadyCanceledSubscription);
    const late = await patch(first.id, { cancel_at_period_end: false });
    expect([late.status, (await body(late)).error]).toEqual([410, 'ResourceUnavailable']);
  });

  it('lets a customer buy again once the subscription has been revoked', async () => {
    const { id, customer } = await subscribe();
    await shop.seller.subscriptions.revoke({ id });
    await shop.buy(productId, { email: customer.email });
    const { result } = await shop.seller.subscriptions.list({ customerId: customer.id, active: true });
    expect(result.items).toHaveLength(1);
  });

  it('refuses a change of product, an empty change, and what is not there', async () => {
    const { id } = await subscribe();
    const change = await patch(id, { product_id: productId });
    expect([change.status, (await body(change)).detail[0]!.loc]).toEqual([422, ['body', 'product_id']]);
    const nothing = await patch(id, {});
    expect([nothing.status, (await body(nothing)).detail[0]!.loc]).toEqual([422, ['body', 'cancel_at_period_end']]);
    expect((await patch(newUuid(), { revoke: true })).status).toBe(404);
    const stranger = polar(shop.url, 'seller-stranger');
    await expect(stranger.subscriptions.get({ id })).rejects.toMatchObject({ error: 'ResourceNotFound' });
    await expect(stranger.subscriptions.revoke({ id })).rejects.toMatchObject({ error: 'ResourceNotFound' });
    expect((await stranger.subscriptions.list({})).result.items).toEqual([]);
    expect((await patch(id, { revoke: true }, 'reader-shop1')).status).toBe(403);
  });

  it('cancels once, however many ask at the same time', async () => {
    const { id } = await subscribe();
    const answers = await Promise.all(Array.from({ length: 50 }, () => patch(id, { cancel_at_period_end: true })));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 49 }, () => 403)]);
    const events = await shop.events<SubscriptionEvent>(`subscription-${id}`);
    expect(events.map(({ type }) => type)).toEqual(['SubscriptionCreated', 'SubscriptionCanceled']);
  });

  it('renews, stays past due when declined, and ends what was canceled, each at its time', async () => {
    const before = await shop.processor.taken();
    const [lasting, failing, ending] = [
      await subscribe(),
      await subscribe('ctoken_renewal_declined'),
      await subscribe(),
    ];
    await update(ending.id, { cancelAtPeriodEnd: true });
    await advance('2026-04-01T00:00:00.000Z');

    const after = async ({ id }: Subscription) => shop.seller.subscriptions.get({ id });
    expect(await after(lasting)).toMatchObject({
      status: 'active',
      currentPeriodStart: new Date('2026-03-31T10:00:00.000Z'),
      currentPeriodEnd: new Date('2026-04-30T10:00:00.000Z'),
    });
    expect(await after(failing)).toMatchObject({ status: 'past_due', currentPeriodEnd: new Date(MARCH) });
    expect(await after(ending)).toMatchObject({ status: 'canceled', endedAt: new Date(FEBRUARY) });

    expect((await ordersOf(lasting)).map((order) => [order.billingReason, order.status, order.createdAt])).toEqual([
      ['subscription_create', 'paid', new Date(NOW)],
      ['subscription_cycle', 'paid', new Date(FEBRUARY)],
      ['subscription_cycle', 'paid', new Date(MARCH)],
    ]);
    expect((await ordersOf(lasting))[1]!.items[0]).toMatchObject({
      label: 'Zebra paper — From Feb 28, 2026 to Mar 31, 2026',
      amount: 2_000,
    });
    expect((await ordersOf(failing)).map(({ status }) => status)).toEqual(['paid', 'pending']);
    expect(await ordersOf(ending)).toHaveLength(1);
    const others = (await shop.seller.subscriptions.list({ active: true, limit: 100 })).result.items.length - 1;
    expect((await shop.processor.taken()) - before).toBe(3 + 2 + others * 2);
  });

  it('bills a free subscription with an order that is born paid', async () => {
    const free = await shop.product({ amount: 0, interval: 'month', name: 'Air' });
    const subscription = await subscribe('ctoken_ok', free.id);
    await advance(subscription.currentPeriodEnd!.toISOString());
    const [, cycle] = await ordersOf(subscription);
    expect(cycle).toMatchObject({ billingReason: 'subscription_cycle', status: 'paid', paid: true, netAmount: 0 });
    expect(await shop.events(`order-${cycle!.id}`)).toHaveLength(1);
  });

  it('moves the business clock forward only, to a time that says its offset', async () => {
    const clock = async (body?: object) => {
      const headers = { 'content-type': 'application/json' };
      const options = body && { method: 'POST', headers, body: JSON.stringify(body) };
      const answer = await fetch(`${shop.url}/sandbox/clock`, options);
      return [answer.status, ((await answer.json()) as { now?: string }).now];
    };
    const [, now] = await clock();
    expect(now).toBe(shop.clock.now());
    expect(await clock({ advance_to: addSeconds(shop.clock.now(), -1) })).toEqual([422, undefined]);
    expect(await clock({ advance_to: '2030-01-01T00:00:00' })).toEqual([422, undefined]);
    expect(await clock({})).toEqual([422, undefined]);
    expect(await clock({ advance_to: now as string })).toEqual([200, now]);
  });

  it('ends the subscriptions of a customer who is deleted', async () => {
    const { id, customerId } = await subscribe();
    await shop.seller.customers.delete({ id: customerId });
    await shop.settled();
    expect(await shop.seller.subscriptions.get({ id })).toMatchObject({ status: 'canceled' });
  });

  it('lists by customer, product and state, and sorts also by neighbours', async () => {
    const other = await shop.product({ amount: 500, interval: 'year', name: 'Ant paper' });
    const { customer } = await subscribe('ctoken_ok', other.id);
    const list = async (query: object) => (await shop.seller.subscriptions.list({ limit: 100, ...query })).result.items;
    expect((await list({ productId: other.id })).map((item) => item.customerId)).toEqual([customer.id]);
    expect((await list({ customerId: customer.id })).map((item) => item.productId)).toEqual([other.id]);
    expect((await list({ active: false })).every((item) => item.status !== 'active')).toBe(true);
    const names = (await list({ sorting: ['product'] })).map((item) => item.product.name);
    expect(names).toEqual([...names].sort());
    const emails = (await list({ sorting: ['-customer'] })).map((item) => item.customer.email);
    expect(emails).toEqual([...emails].sort().reverse());
    const { result } = await shop.seller.subscriptions.list({ sorting: ['customer'], page: 2, limit: 2 });
    expect(result.items.map((item) => item.customer.email)).toEqual([...emails].reverse().slice(2, 4));
    expect(result.pagination.totalCount).toBe(emails.length);
    const amounts = (await list({ sorting: ['amount', '-started_at'] })).map((item) => item.amount);
    expect(amounts).toEqual([...amounts].sort((a, b) => a - b));
  });

  async function advance(to: string): Promise<void> {
    const answer = await fetch(`${shop.url}/sandbox/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advance_to: to }),
    });
    expect(answer.status).toBe(200);
  }
});

async function body(answer: Response): Promise<{ error: string; detail: { loc: unknown[] }[] }> {
  return (await answer.json()) as { error: string; detail: { loc: unknown[] }[] };
}
