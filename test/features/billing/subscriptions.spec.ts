import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { AlreadyActiveSubscriptionError } from '@polar-sh/sdk/models/errors/alreadyactivesubscriptionerror.js';
import { AlreadyCanceledSubscription } from '@polar-sh/sdk/models/errors/alreadycanceledsubscription.js';
import type { Subscription } from '@polar-sh/sdk/models/components/subscription.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteVault } from '../../../src/adapters/sqlite/sqlite-vault.ts';
import { features } from '../../../src/app.module.ts';
import { ConfirmClaim, ReleaseClaim } from '../../../src/kernel/writing/claim.ts';
import { progressEntry } from '../../../src/kernel/reacting/progress.ts';
import {
  BillSubscription,
  FailOrderPayment,
  PayOrder,
  VoidUnpaidOrders,
} from '../../../src/features/billing/orders/order.commands.ts';
import type { OrderEvent } from '../../../src/features/billing/orders/order.events.ts';
import { MeasureSubscription } from '../../../src/features/billing/customer-meters/customer-meter.commands.ts';
import { OrganizationDeletion } from '../../../src/features/accounts/organizations/deletion.service.ts';
import { OrderHold } from '../../../src/features/billing/orders/orders.queries.ts';
import type { ChargeOutcome, OffSessionCharge } from '../../../src/features/billing/payments/payment-processor.ts';
import { RecordPaymentOutcome } from '../../../src/features/billing/payments/payment.commands.ts';
import type { PaymentEvent } from '../../../src/features/billing/payments/payment.events.ts';
import type { Price } from '../../../src/features/billing/products/product.events.ts';
import {
  FailRenewal,
  RevokeCustomerSubscriptions,
} from '../../../src/features/billing/subscriptions/subscription.commands.ts';
import { subscriptionDecider } from '../../../src/features/billing/subscriptions/subscription.decider.ts';
import { DEFAULT_DUNNING } from '../../../src/features/billing/subscriptions/dunning.rules.ts';
import { renewDue } from '../../../src/features/billing/subscriptions/subscription.due.ts';
import type { SubscriptionEvent } from '../../../src/features/billing/subscriptions/subscription.events.ts';
import {
  customerDeletionProcess,
  ownsActiveClaim,
  renewalProcess,
  subscriptionClaimsProcess,
  unpaidOrdersProcess,
} from '../../../src/features/billing/subscriptions/subscription.process.ts';
import { subscriptionProjection } from '../../../src/features/billing/subscriptions/subscription.projection.ts';
import {
  SubscriptionExport,
  SubscriptionReader,
} from '../../../src/features/billing/subscriptions/subscriptions.queries.ts';
import { paymentMethodEntry } from '../../../src/features/billing/payments/payment.events.ts';
import { VAULT } from '../../../src/app/tokens.ts';
import { readVault, type Vault } from '../../../src/kernel/ports/vault.ts';
import { NotFound } from '../../../src/kernel/errors.ts';
import type { Recorded } from '../../../src/kernel/writing/events.ts';
import { deriveUuid, newUuid, seedOf } from '../../../src/kernel/ids.ts';
import { addDays, addSeconds, msOf } from '../../../src/kernel/ports/clock.ts';
import { collectionOf } from '../../../src/kernel/reading/projection.ts';
import { signUp } from '../../support/accounts.ts';
import { startApp } from '../../support/app.ts';
import { until } from '../../support/until.ts';
import { documentsOf, NOW, recorded, specOf } from '../../support/given.ts';
import { happen, polar, sellers } from '../../support/sellers.ts';
import { openShop, type Shop } from '../../support/shop.ts';

type Of<T extends SubscriptionEvent['type']> = Extract<SubscriptionEvent, { type: T }>;

const claim = { kind: 'active-subscription', digest: 'd1' };
const about = { subscriptionId: 's1', organizationId: 'o1', customerId: 'c1' };
const sold = { productId: 'x1', amount: 2_000, currency: 'eur', recurringInterval: 'month' as const };
const FEBRUARY = '2026-02-28T10:00:00.000Z';
const MARCH = '2026-03-31T10:00:00.000Z';
const orderAt = (dueAt: string) => deriveUuid(seedOf(msOf(dueAt), 's1'), 'order');

const ADDRESS = { line1: null, line2: null, postalCode: null, city: null, state: null, country: 'FR' };
const price = { id: 'q1', amountType: 'fixed', amount: 2_000, currency: 'eur' } as const;
const terms = {
  ...about,
  items: [{ productId: 'x1', price, quantity: 1 }] as const,
  currency: 'eur',
  recurringInterval: 'month' as const,
  discount: null,
  trial: null,
  checkoutId: 'k1',
  paymentMethodId: 'm1',
  activeClaim: claim,
  billingAddress: ADDRESS,
  billingName: 'Ada Ltd',
  customFieldData: {},
  metadata: {},
};
const created: Of<'SubscriptionCreated'> = {
  type: 'SubscriptionCreated',
  data: { ...terms, anchorDay: 31, startedAt: NOW, currentPeriodEnd: FEBRUARY },
};
const renewed: Of<'SubscriptionRenewed'> = {
  type: 'SubscriptionRenewed',
  data: { ...about, periodStart: FEBRUARY, periodEnd: MARCH, orderId: orderAt(FEBRUARY) },
};
const renewedInMarch: Of<'SubscriptionRenewed'> = {
  type: 'SubscriptionRenewed',
  data: { ...about, periodStart: MARCH, periodEnd: '2026-04-30T10:00:00.000Z', orderId: orderAt(MARCH) },
};
const failed = (endsAt: string | null = null, released: typeof claim | null = claim): SubscriptionEvent => ({
  type: 'SubscriptionRenewalFailed',
  data: {
    ...about,
    orderId: orderAt(FEBRUARY),
    paymentId: 'p1',
    attempt: 1,
    nextAttemptAt: addDays(NOW, 2),
    pastDue: sold,
    endsAt,
    released,
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
const revoked = (
  wasCanceled = false,
  released: typeof claim | null = claim,
  wasPastDue = false,
): SubscriptionEvent => ({
  type: 'SubscriptionRevoked',
  data: {
    ...about,
    ...sold,
    endedAt: NOW,
    reason: null,
    comment: null,
    wasCanceled,
    wasPastDue,
    released,
  },
});
const ended: SubscriptionEvent = {
  type: 'SubscriptionEnded',
  data: { ...about, ...sold, endedAt: FEBRUARY, wasPastDue: false, released: claim },
};
const uncanceled = (renewsAt: string | null): SubscriptionEvent => ({
  type: 'SubscriptionUncanceled',
  data: { ...about, renewsAt },
});

describe('a subscription', () => {
  const given = specOf(subscriptionDecider);
  const mine = { subscriptionId: 's1' };
  const words = { reason: 'unused', comment: null } as const;
  const noWords = { reason: null, comment: null };
  const create = { type: 'CreateSubscription', data: terms } as const;
  const cancel = { type: 'CancelSubscription', data: { ...mine, ...words } } as const;
  const uncancel = { type: 'UncancelSubscription', data: mine } as const;
  const revoke = { type: 'RevokeSubscription', data: { ...mine, ...noWords } } as const;
  const renewAt = (dueAt: string, now = dueAt) =>
    ({ type: 'RenewSubscription', data: { id: 's1', dueAt }, now }) as const;
  const failWhere = (...paidOrderIds: string[]) =>
    ({
      type: 'FailRenewal',
      data: {
        subscriptionId: 's1',
        orderId: orderAt(FEBRUARY),
        paymentId: 'p1',
        paidOrderIds,
        dunning: DEFAULT_DUNNING,
      },
    }) as const;
  const fail = failWhere();

  it('starts with a period anchored on its day', () => given().when(create).then(created));
  it('is created once', () => given(created).when(create).then());
  it('is refused if its claim was forfeited', () =>
    given({ type: 'ClaimForfeited', data: claim }).when(create).thenRefused('ClaimForfeited'));
  it('is created if another claim was forfeited', () =>
    given({ type: 'ClaimForfeited', data: { ...claim, digest: 'd2' } })
      .when(create)
      .then(created));

  it('renews at the end of its period', () => given(created).when(renewAt(FEBRUARY)).then(renewed));
  it('returns to its anchor day', () => given(created, renewed).when(renewAt(MARCH)).then(renewedInMarch));
  it('does not renew early', () => given(created).when(renewAt(FEBRUARY, NOW)).thenRefused('NotDue'));
  it('does not renew a period twice', () => given(created, renewed).when(renewAt(FEBRUARY)).then());
  it('does not renew while past due', () => given(created, renewed, failed()).when(renewAt(MARCH)).then());
  it('ends with its period once canceled', () => given(created, canceled()).when(renewAt(FEBRUARY)).then(ended));
  it('renews after it was uncanceled', () =>
    given(created, canceled(), uncanceled(FEBRUARY)).when(renewAt(FEBRUARY)).then(renewed));
  it('does not renew after it has ended', () => given(created, revoked()).when(renewAt(FEBRUARY)).then());

  it('is past due when the renewal is declined', () => given(created, renewed).when(fail).then(failed()));
  it('is past due once', () => given(created, renewed, failed()).when(fail).then());
  it("ignores orders that are not its renewals'", () => given(created).when(fail).then());
  it('is past due when a payment is declined after the next period has begun', () =>
    given(created, renewed, renewedInMarch).when(fail).then(failed()));
  it('stays active when a payment is declined after a later period was paid', () =>
    given(created, renewed, renewedInMarch)
      .when(failWhere(orderAt(MARCH)))
      .then());
  it('is past due when a payment is declined after an earlier period was paid', () =>
    given(created, renewed, renewedInMarch)
      .when({ ...fail, data: { ...failWhere(orderAt(FEBRUARY)).data, orderId: orderAt(MARCH), paymentId: 'p2' } })
      .then({
        ...failed(),
        data: { ...failed().data, orderId: orderAt(MARCH), paymentId: 'p2' },
      } as SubscriptionEvent));
  it('is past due once, whichever order is declined next', () =>
    given(created, renewed, renewedInMarch, failed())
      .when({ ...fail, data: { ...fail.data, orderId: orderAt(MARCH), paymentId: 'p2' } })
      .then());
  it('still ends with its period when it is past due and canceled', () =>
    given(created, renewed, canceled(MARCH)).when(fail).then(failed(MARCH)));

  it('cancels to the end of its period', () => given(created).when(cancel).then(canceled()));
  it('does not cancel twice', () => given(created, canceled()).when(cancel).thenRefused('AlreadyCanceledSubscription'));
  it('does not cancel after it has ended', () =>
    given(created, revoked()).when(cancel).thenRefused('AlreadyCanceledSubscription'));
  it('is uncanceled', () => given(created, canceled()).when(uncancel).then(uncanceled(FEBRUARY)));
  it('is uncanceled while past due, without renewing', () =>
    given(created, renewed, failed(), canceled(MARCH)).when(uncancel).then(uncanceled(null)));
  it('is not uncanceled unless it is canceled', () => given(created).when(uncancel).thenRefused('BadRequest'));
  it('is not uncanceled after it has ended', () =>
    given(created, revoked()).when(uncancel).thenRefused('ResourceUnavailable'));

  it('is revoked at once', () => given(created).when(revoke).then(revoked()));
  it('is revoked after it was canceled', () => given(created, canceled()).when(revoke).then(revoked(true)));
  it('is revoked while past due, after its claim was released', () => {
    given(created, renewed, failed())
      .when(revoke)
      .then(revoked(false, null, true));
    given(created, renewed, failed(null, null))
      .when(revoke)
      .then(revoked(false, claim, true));
  });
  it('ends as past due only if its failure recorded what is past due', () => {
    const untold = failed(MARCH, null);
    const before = { ...untold, data: { ...untold.data, pastDue: null } } as SubscriptionEvent;
    const end = (wasPastDue: boolean) => ({ ...ended, data: { ...ended.data, endedAt: MARCH, wasPastDue } });
    for (const [failure, wasPastDue] of [[untold, true] as const, [before, false] as const])
      given(created, renewed, canceled(MARCH), failure)
        .when(renewAt(MARCH))
        .then(end(wasPastDue) as SubscriptionEvent);
  });
  it('is not revoked twice', () => given(created, revoked()).when(revoke).thenRefused('AlreadyCanceledSubscription'));
  it('is revoked once by a process, without a refusal', () =>
    given(created, revoked())
      .when({ type: 'RevokeSubscription', data: { subscriptionId: 's1', evenIfEnded: true, ...noWords } })
      .then());
});

describe('the renewal of a subscription', () => {
  const after = (event: SubscriptionEvent) => renewDue.dueAfter(recorded(event));
  const at = (dueAt: string | null) => ({ entity: 's1', dueAt });
  it('is due at the end of the first period', () => expect(after(created)).toEqual(at(FEBRUARY)));
  it('is due at the end of the next period', () => expect(after(renewed)).toEqual(at(MARCH)));
  it('is due at its end once canceled', () => expect(after(canceled())).toEqual(at(FEBRUARY)));
  it('is due as before once uncanceled', () => expect(after(uncanceled(FEBRUARY))).toEqual(at(FEBRUARY)));
  it('is not due while past due', () => expect(after(failed())).toEqual(at(null)));
  it('is due at its end if past due and canceled', () => expect(after(failed(MARCH))).toEqual(at(MARCH)));
  it('is not due once revoked or ended', () => expect([after(revoked()), after(ended)]).toEqual([at(null), at(null)]));
  it('is not changed by a forfeited claim', () =>
    expect(after({ type: 'ClaimForfeited', data: claim })).toBeUndefined());
});

describe('the processes of a subscription', () => {
  const purpose = { kind: 'order', orderId: 'b1', subscriptionId: 's1' } as const;
  const paid: PaymentEvent = {
    type: 'PaymentSucceeded',
    data: { paymentId: 'p1', organizationId: 'o1', purpose, reference: 'r', amount: 1, currency: 'eur' },
  };
  const declined: PaymentEvent = {
    type: 'PaymentDeclined',
    data: { paymentId: 'p1', organizationId: 'o1', purpose, code: 'card_declined', message: 'No' },
  };
  const unpaid: Extract<OrderEvent, { type: 'OrderPaymentFailed' }> = {
    type: 'OrderPaymentFailed',
    data: { ...about, orderId: 'b1', billingReason: 'subscription_cycle', paymentId: 'p1', code: 'card_declined' },
  };
  const steps = (event: SubscriptionEvent | PaymentEvent | OrderEvent) =>
    renewalProcess.react(recorded(event)).map(({ command, data }) => [command, data]);
  const elsewhere = { kind: 'checkout', checkoutId: 'k1' } as const;

  it('bill a renewal', () =>
    expect(steps(renewed)).toEqual([[BillSubscription, { subscriptionId: 's1', orderId: orderAt(FEBRUARY) }]]));
  it('pay its order with what was taken', () =>
    expect(steps(paid)).toEqual([[PayOrder, { orderId: 'b1', paymentId: 'p1', amount: 1, currency: 'eur' }]]));
  it('fail the payment of its order', () =>
    expect(steps(declined)).toEqual([[FailOrderPayment, { orderId: 'b1', paymentId: 'p1', code: 'card_declined' }]]));
  it('fail the renewal of an unpaid order, and void it if the subscription has ended', () => {
    expect(steps(unpaid)).toEqual([
      [FailRenewal, { subscriptionId: 's1', orderId: 'b1', paymentId: 'p1' }],
      [VoidUnpaidOrders, { subscriptionId: 's1', reason: 'subscription_ended' }],
    ]);
    expect(steps({ ...unpaid, data: { ...unpaid.data, subscriptionId: null } })).toEqual([]);
  });
  it('void unpaid orders once the subscription is revoked or has ended', () => {
    const measure = [MeasureSubscription, { subscriptionId: 's1' }];
    const voided = (reason: string) => [VoidUnpaidOrders, { subscriptionId: 's1', reason }];
    expect(steps(revoked())).toEqual([voided('subscription_revoked'), measure]);
    expect(steps(ended)).toEqual([measure, voided('subscription_ended')]);
  });
  it('void unpaid orders of subscriptions that ended under earlier releases', () => {
    const past = (event: SubscriptionEvent) =>
      unpaidOrdersProcess.react(recorded(event as never)).map(({ command, data }) => [command, data]);
    expect(unpaidOrdersProcess.from).toBe('beginning');
    expect(past(revoked())).toEqual([[VoidUnpaidOrders, { subscriptionId: 's1', reason: 'subscription_revoked' }]]);
    expect(past(ended)).toEqual([[VoidUnpaidOrders, { subscriptionId: 's1', reason: 'subscription_ended' }]]);
  });
  it('end the subscriptions of a deleted customer', () => {
    const deleted = recorded({
      type: 'CustomerDeleted',
      data: { customerId: 'c1', organizationId: 'o1', released: [] },
    });
    const steps = customerDeletionProcess.react(deleted as never).map(({ command, data }) => [command, data]);
    expect(steps).toEqual([[RevokeCustomerSubscriptions, { customerId: 'c1' }]]);
  });
  it('ignore the payment of a checkout', () => {
    expect(steps({ ...paid, data: { ...paid.data, purpose: elsewhere } } as PaymentEvent)).toEqual([]);
    expect(steps({ ...declined, data: { ...declined.data, purpose: elsewhere } } as PaymentEvent)).toEqual([]);
  });
  it('handle the events of one subscription in order', () => {
    const stream = 'subscription-s1';
    expect([paid, declined, unpaid].map((event) => renewalProcess.key!(recorded(event)))).toEqual(
      Array(3).fill(stream),
    );
    expect(renewalProcess.key!(recorded(revoked(), { stream }))).toBe(stream);
  });

  it('confirm and release the claim', () => {
    const claims = (event: SubscriptionEvent) =>
      subscriptionClaimsProcess.react(recorded(event)).map(({ command, data }) => [command, data]);
    const owned = { claim, owner: 'subscription-s1' };
    expect(claims(created)).toEqual([[ConfirmClaim, owned]]);
    expect(claims(revoked())).toEqual([[ReleaseClaim, owned]]);
    expect(claims(ended)).toEqual([[ReleaseClaim, owned]]);
    expect(claims(failed())).toEqual([[ReleaseClaim, owned]]);
    expect(claims(failed(null, null))).toEqual([]);
  });
  it('own the claim while the subscription is active', () => {
    expect(ownsActiveClaim([], claim)).toBe(false);
    expect(ownsActiveClaim([created, renewed], claim)).toBe(true);
    expect(ownsActiveClaim([created, renewed, failed()], claim)).toBe(false);
    expect(ownsActiveClaim([created, renewed, failed(null, null)], claim)).toBe(true);
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
  it('moves to the next period', () =>
    expect(after(created, renewed)).toMatchObject({ current_period_start: FEBRUARY, current_period_end: MARCH }));
  it('is past due', () =>
    expect(after(created, renewed, failed())).toMatchObject({ status: 'past_due', active: false }));
  it('shows that it ends with its period', () =>
    expect(after(created, canceled())).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      canceled_at: NOW,
      ends_at: FEBRUARY,
      customer_cancellation_reason: 'unused',
    }));
  it('shows no cancellation once uncanceled', () =>
    expect(after(created, canceled(), uncanceled(FEBRUARY))).toMatchObject({
      cancel_at_period_end: false,
      canceled_at: null,
      ends_at: null,
      customer_cancellation_reason: null,
    }));
  it('ends with its period once canceled', () =>
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

  it('cancels and uncancels, and refuses either twice', async () => {
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

  it('rejects a change of product, an empty change and an unknown id', async () => {
    const { id } = await subscribe();
    const change = await patch(id, { product_id: newUuid() });
    expect([change.status, (await body(change)).detail[0]!.loc]).toEqual([422, ['body', 'product_id']]);
    await update(id, { cancelAtPeriodEnd: true });
    await expect(update(id, { productId })).rejects.toThrow(AlreadyCanceledSubscription);
    await update(id, { cancelAtPeriodEnd: false });
    expect((await patch(newUuid(), { product_id: productId })).status).toBe(404);
    const nothing = await patch(id, {});
    expect([nothing.status, (await body(nothing)).detail[0]!.loc]).toEqual([422, ['body', 'cancel_at_period_end']]);
    expect((await patch(newUuid(), { revoke: true })).status).toBe(404);
    const stranger = polar(shop.url, 'seller-stranger');
    await expect(stranger.subscriptions.get({ id })).rejects.toMatchObject({ error: 'ResourceNotFound' });
    await expect(stranger.subscriptions.revoke({ id })).rejects.toMatchObject({ error: 'ResourceNotFound' });
    expect((await stranger.subscriptions.list({})).result.items).toEqual([]);
    expect((await patch(id, { revoke: true }, 'reader-shop1')).status).toBe(403);
  });

  it('cancels once for concurrent requests', async () => {
    const { id } = await subscribe();
    const answers = await Promise.all(Array.from({ length: 50 }, () => patch(id, { cancel_at_period_end: true })));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 49 }, () => 403)]);
    const events = await shop.events<SubscriptionEvent>(`subscription-${id}`);
    expect(events.map(({ type }) => type)).toEqual(['SubscriptionCreated', 'SubscriptionCanceled']);
  });

  it('renews, retries what is declined, and ends what was canceled, each when due', async () => {
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
    expect(await after(failing)).toMatchObject({ status: 'canceled', endedAt: new Date('2026-03-21T10:00:00.000Z') });
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

  describe('whose renewal is not paid', () => {
    let chargeOffSession: Shop['processor']['chargeOffSession'];
    let statusOf: Shop['processor']['statusOf'];
    const asEver = (): void => void Object.assign(shop.processor, { chargeOffSession, statusOf });
    beforeAll(async () => {
      chargeOffSession = shop.processor.chargeOffSession.bind(shop.processor);
      statusOf = shop.processor.statusOf.bind(shop.processor);
      const { result } = await shop.seller.subscriptions.list({ active: false, limit: 100 });
      for (const { id, status } of result.items)
        if (status === 'past_due') await shop.seller.subscriptions.revoke({ id });
      await shop.settled();
    });
    afterEach(asEver);

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
      (await ordersOf(subscription)).filter(({ billingReason }) => billingReason === 'subscription_cycle');
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
      const subscription = await subscribe(`ctoken_only${buyers + 1}`);
      renewals(only(`only${buyers}`, answer));
      await advance(subscription.currentPeriodEnd!.toISOString());
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
      await expect(shop.confirm(clientSecret, { email: customer.email })).rejects.toThrow(
        AlreadyActiveSubscriptionError,
      );
      for (const { id } of result.items) await shop.seller.subscriptions.revoke({ id });
      await shop.settled();
    });

    it('is past due for a payment that is declined when the next period has begun', async () => {
      const subscription = await renewed(waiting);
      const { currentPeriodEnd } = await after(subscription);
      await advance(currentPeriodEnd!.toISOString());
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

    it.each(['declined', 'mismatched'] as const)(
      'stays active where the payment of an old period is %s and a later one was paid',
      async (outcome) => {
        const subscription = await renewed(waiting);
        const { currentPeriodEnd } = await after(subscription);
        await advance(currentPeriodEnd!.toISOString());
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
      const bus = shop.app.get(CommandBus);
      const execute = bus.execute.bind(bus);
      bus.execute = ((command: object) => {
        if (!(command instanceof PayOrder)) return execute(command as never);
        bus.execute = execute as never;
        return execute(new PayOrder({ ...command.data, currency: 'eur' }, command.context) as never);
      }) as never;
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
      for (let n = 0; n < 4; n++) subscriptions.push(await subscribe());
      renewals(waiting);
      await advance(subscriptions[0]!.currentPeriodEnd!.toISOString());
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
      await advance(flagged.currentPeriodEnd!.toISOString());
      expect(await after(subscription)).toMatchObject({ status: 'canceled' });
      expect(await raw(`orders/${order!.id}`)).toMatchObject({ voided_at: expect.any(String) });
    });

    it('still accepts a payment for a period that was used to its end', async () => {
      const [paid, unpaid] = [await subscribe(), await subscribe()];
      renewals(waiting);
      await advance(paid.currentPeriodEnd!.toISOString());
      const orders = [(await unpaidOf(paid))[0]!.id, (await unpaidOf(unpaid))[0]!.id];
      for (const { id } of [paid, unpaid])
        await shop.seller.subscriptions.update({ id, subscriptionUpdate: { cancelAtPeriodEnd: true } });
      await advance((await after(paid)).currentPeriodEnd!.toISOString());
      expect(await after(paid)).toMatchObject({ status: 'canceled' });
      const paymentId = await settle(orders[0]!, 'succeeded');
      await settle(orders[1]!, 'declined');
      expect(await raw(`orders/${orders[0]!}`)).toMatchObject({ status: 'paid', voided_at: null });
      expect((await paymentTypes(paymentId)).at(-1)).toBe('PaymentSucceeded');
      expect(await raw(`orders/${orders[1]!}`)).toMatchObject({ status: 'pending', voided_at: expect.any(String) });
    });
  });

  it('renews in the currency it was bought in', async () => {
    const product = await sellIn('eur');
    const subscription = await subscribe('ctoken_ok', product);
    expect(subscription).toMatchObject({ currency: 'eur', amount: 1_750 });
    const charged: unknown[] = [];
    const charge = shop.processor.chargeOffSession.bind(shop.processor);
    shop.processor.chargeOffSession = (request) => {
      charged.push([request.amount, request.currency]);
      return charge(request);
    };
    await advance(subscription.currentPeriodEnd!.toISOString());
    shop.processor.chargeOffSession = charge;
    expect(charged).toContainEqual([1_750, 'eur']);
    const orders = await ordersOf(subscription);
    expect(orders.map(({ status, totalAmount, currency }) => [status, totalAmount, currency])).toEqual([
      ['paid', 1_750, 'eur'],
      ['paid', 1_750, 'eur'],
    ]);
    const { paymentId } = (await shop.events<OrderEvent>(`order-${orders[1]!.id}`)).find(
      ({ type }) => type === 'OrderPaid',
    )!.data as { paymentId: string };
    expect((await shop.processor.callsOf(paymentId)).reversed).toBe(false);
  });

  it('is renewed by the method that its purchase saved, or by the bare token that an earlier release kept', async () => {
    const vault = shop.app.get<Vault>(VAULT);
    const keptBy = async ({ id }: Subscription) => {
      const { paymentMethodId } = (await shop.events<SubscriptionEvent>(`subscription-${id}`))[0]!
        .data as Of<'SubscriptionCreated'>['data'];
      return paymentMethodEntry(paymentMethodId!);
    };
    const [saved, bare] = [await subscribe('ctoken_one'), await subscribe('ctoken_two')];
    const [savedEntry, bareEntry] = [await keptBy(saved), await keptBy(bare)];
    const customer = `sandbox_cus_${saved.customerId}`;
    expect(JSON.parse((await readVault(vault, savedEntry))!)).toEqual({
      token: 'ctoken_one',
      isReused: true,
      saved: { customer, method: 'sandbox_pm_ctoken_one' },
    });
    await vault.put(bareEntry, 'ctoken_two');
    const charged: unknown[] = [];
    const charge = shop.processor.chargeOffSession.bind(shop.processor);
    shop.processor.chargeOffSession = (request) => {
      charged.push([request.customer, request.method]);
      return charge(request);
    };
    await advance(bare.currentPeriodEnd!.toISOString());
    shop.processor.chargeOffSession = charge;
    expect(charged).toContainEqual([customer, 'sandbox_pm_ctoken_one']);
    expect(charged).toContainEqual([`sandbox_cus_${bare.customerId}`, 'ctoken_two']);
    for (const each of [saved, bare])
      expect((await ordersOf(each)).map(({ status }) => status)).toEqual(['paid', 'paid']);
  });

  it('is billed to the address and name of its checkout, even if the customer has others', async () => {
    const email = `buyer${(buyers += 1)}@example.com`;
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
    await advance(subscription!.currentPeriodEnd!.toISOString());
    for (const order of await ordersOf(subscription!)) {
      expect(order.billingAddress).toMatchObject(customerBillingAddress);
      const answer = await fetch(`${shop.url}/v1/orders/${order.id}`, {
        headers: { authorization: `Bearer ${shop.bearer}` },
      });
      expect(await answer.json()).toMatchObject({ billing_name: 'Ada Ltd' });
    }
    expect(await ordersOf(subscription!)).toHaveLength(2);
    expect(await shop.seller.customers.get({ id: known.id })).toMatchObject({ billingAddress: { country: 'DE' } });
    const stored = await shop.ports.store.read(`subscription-${subscription!.id}`);
    expect(JSON.stringify(stored)).not.toMatch(/Rue de la Paix|Ada Ltd/);
  });

  it("is billed to the customer's own address and name once those are changed after its checkout", async () => {
    const email = `buyer${(buyers += 1)}@example.com`;
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
    await advance(subscription!.currentPeriodEnd!.toISOString());
    const [bought, billed] = await ordersOf(subscription!);
    expect(bought!.billingAddress).toMatchObject({ country: 'FR', city: 'Paris' });
    expect(billed!.billingAddress).toMatchObject({ country: 'SE', city: 'Lund' });
    const answer = await fetch(`${shop.url}/v1/orders/${billed!.id}`, {
      headers: { authorization: `Bearer ${shop.bearer}` },
    });
    expect(await answer.json()).toMatchObject({ billing_name: 'Ada Lovelace' });
  });

  it('is billed as it was when its period began, whatever happened since', async () => {
    const subscription = await subscribe();
    await advance(subscription.currentPeriodEnd!.toISOString());
    const [, order] = await ordersOf(subscription);
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
    const { id: subscriptionId } = await subscribe();
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
    const subscription = await subscribe('ctoken_ok', free.id);
    await advance(subscription.currentPeriodEnd!.toISOString());
    const [, cycle] = await ordersOf(subscription);
    expect(cycle).toMatchObject({ billingReason: 'subscription_cycle', status: 'paid', paid: true, netAmount: 0 });
    expect(await shop.events(`order-${cycle!.id}`)).toHaveLength(1);
  });

  it('moves the business clock only forward, to a time with an offset', async () => {
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
    for (const far of [addDays(shop.clock.now(), 401), '9999-12-31T23:59:59Z', '9999-12-31T23:59:59-14:00'])
      expect(await clock({ advance_to: far })).toEqual([422, undefined]);
    expect(shop.clock.now()).toBe(now);
  });

  it('stops moving the clock when its caller leaves', async () => {
    for (let index = 0; index < 5; index++) await subscribe();
    const start = shop.clock.now();
    const target = addDays(start, 400);
    const leaving = new AbortController();
    const moving = post(target, leaving.signal).catch(() => 'left');
    await until(() => shop.clock.now() > start, 'the first due item');
    leaving.abort();
    expect(await moving).toBe('left');
    // The next one waits its turn.
    expect((await post(start)).status).toBe(422);
    // Their last renewal before the target is at most a month before it.
    expect(shop.clock.now() < addDays(target, -40)).toBe(true);
  });

  it('starts the clock of an empty log in the past, but of no other', async () => {
    const empty = await startApp();
    const past = '2020-02-29T12:00:00.000Z';
    expect(await (await post(past, undefined, empty)).json()).toEqual({ now: past });
    expect(await (await post('2019-02-28T12:00:00.000Z', undefined, empty)).json()).toEqual({
      now: '2019-02-28T12:00:00.000Z',
    });
    expect((await post('0001-01-01T00:00:00.000Z', undefined, empty)).status).toBe(422);
    await signUp(empty);
    expect((await post('2019-02-28T11:59:59.000Z', undefined, empty)).status).toBe(422);
    expect(empty.clock.now()).toBe('2019-02-28T12:00:00.000Z');
    await empty.close();
  });

  it('ends the subscriptions of a deleted customer', async () => {
    const { id, customerId } = await subscribe();
    await shop.seller.customers.delete({ id: customerId });
    await shop.settled();
    expect(await shop.seller.subscriptions.get({ id })).toMatchObject({ status: 'canceled' });
  });

  it('exports CSV that the official client reads and no spreadsheet executes', async () => {
    const name = '=HYPERLINK("https://evil.example","Ada, Ltd")';
    const email = `buyer${(buyers += 1)}@example.com`;
    const { clientSecret } = await shop.seller.checkouts.create({ products: [productId] });
    await shop.confirm(clientSecret, { email }, { customerName: name });
    await shop.settled();
    const csv = (await shop.seller.subscriptions.export({})) as string;
    const lines = csv.split('\r\n');
    expect(lines[0]).toBe(
      'id,email,name,product,started_at,status,amount,currency,recurring_interval,current_period_end,ended_at',
    );
    const { result } = await shop.seller.subscriptions.list({ limit: 100, sorting: ['started_at'] });
    expect(lines.slice(1, -1).map((line) => line.slice(0, 36))).toEqual(result.items.map(({ id }) => id));
    const line = lines.find((one) => one.includes(email));
    expect(line).toContain(`,"'=HYPERLINK(""https://evil.example"",""Ada, Ltd"")",Zebra paper,`);
    expect(line).toContain(',active,2000,usd,month,');
    const stranger = polar(shop.url, 'seller-stranger');
    expect(((await stranger.subscriptions.export({})) as string).split('\r\n')).toHaveLength(2);
    const { organizationId } = shop;
    expect(((await stranger.subscriptions.export({ organizationId })) as string).split('\r\n')).toHaveLength(2);
  });

  it('exports each of a thousand subscriptions once, in the order they started', async () => {
    const document = (await shop.ports.documents.find(collectionOf(subscriptionProjection), { limit: 1 })).items[0]!;
    const writes = Array.from({ length: 1_050 }, (_, n) => {
      const [id, started_at] = [newUuid(), addSeconds(NOW, n % 7)];
      const one = { ...document, id, organization_id: 'crowded', started_at };
      return { collection: collectionOf(subscriptionProjection), id, seen: undefined, position: '0', document: one };
    });
    await shop.ports.documents.save(writes);
    let csv = '';
    for await (const part of shop.app.get(SubscriptionExport).parts({ organizationIds: ['crowded'] })) csv += part;
    const rows = csv.split('\r\n').slice(1, -1);
    const times = rows.map((row) => row.match(/20\d\d-[^,]*/)![0]);
    expect(times).toEqual([...times].sort());
    expect(new Set(rows.map((row) => row.slice(0, 36)))).toEqual(new Set(writes.map(({ id }) => id)));
    expect(rows).toHaveLength(1_050);
  });

  it('filters lists by customer, product and status, and sorts by related entities', async () => {
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
    expect((await post(to)).status).toBe(200);
  }

  function post(to: string, signal?: AbortSignal, at: Pick<Shop, 'url'> = shop): Promise<Response> {
    const headers = { 'content-type': 'application/json' };
    return fetch(`${at.url}/sandbox/clock`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ advance_to: to }),
      signal,
    });
  }
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

it('voids pending orders that an earlier release left for a revoked subscription', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tillbook-'));
  const shop = await openShop({ at: NOW, dataDir });
  const { id: productId } = await shop.product({ amount: 2_000, interval: 'month' });
  await shop.buy(productId);
  const [subscription] = (await shop.seller.subscriptions.list({})).result.items;
  await shop.seller.subscriptions.revoke({ id: subscription!.id });
  await shop.settled();
  const [bought] = (await shop.seller.orders.list({})).result.items;
  const [{ data }] = (await shop.events<OrderEvent>(`order-${bought!.id}`)) as [
    Recorded<Extract<OrderEvent, { type: 'OrderCreated' }>>,
  ];
  const orderId = newUuid();
  const pending = { ...data, orderId, billingReason: 'subscription_cycle', status: 'pending', paymentId: newUuid() };
  await happen(shop, `order-${orderId}`, { type: 'OrderCreated', data: pending });
  await shop.settled();
  const hasPending = ({ app }: Pick<Shop, 'app'>) => app.get(OrderHold).holds(shop.organizationId);
  const before = await hasPending(shop);
  await shop.close();
  const vault = new SqliteVault(dataDir);
  await vault.delete(progressEntry('unpaid-orders'));
  await vault.close();

  const later = await startApp({ dataDir, features: [sellers, ...features] });
  await later.runtime.settled();
  const after = await hasPending(later);
  await later.close();
  await rm(dataDir, { recursive: true });
  expect([before, after]).toEqual([true, false]);
});

async function body(answer: Response): Promise<{ error: string; detail: { loc: unknown[] }[] }> {
  return (await answer.json()) as { error: string; detail: { loc: unknown[] }[] };
}
