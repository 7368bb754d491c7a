import { describe, expect, it } from '@jest/globals';
import { ConfirmClaim, ReleaseClaim } from '../../../src/kernel/writing/claim.ts';
import {
  BillSubscription,
  FailOrderPayment,
  PayOrder,
  VoidUnpaidOrders,
} from '../../../src/features/billing/orders/order.commands.ts';
import type { OrderEvent } from '../../../src/features/billing/orders/order.events.ts';
import { MeasureSubscription } from '../../../src/features/billing/customer-meters/customer-meter.commands.ts';
import type { PaymentEvent } from '../../../src/features/billing/payments/payment.events.ts';
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
} from '../../../src/features/billing/subscriptions/subscription.process.ts';
import { isOwing } from '../../../src/features/billing/subscriptions/subscription-state.rules.ts';
import { fold } from '../../../src/kernel/writing/decider.ts';
import { subscriptionProjection } from '../../../src/features/billing/subscriptions/subscription.projection.ts';
import { deriveUuid, seedOf } from '../../../src/kernel/ids.ts';
import { addDays, msOf } from '../../../src/kernel/ports/clock.ts';
import { documentsOf, NOW, recorded, specOf } from '../../support/given.ts';

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
  billedBy: 'b1',
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

  it('owes an order whose charge has failed, until it is paid or the subscription ends', () => {
    const owes = (...events: SubscriptionEvent[]) => isOwing(fold(subscriptionDecider, events));
    expect([owes(), owes(created, renewed), owes(created, renewed, failed(), canceled(MARCH))]).toEqual([
      false,
      false,
      true,
    ]);
    expect(owes(created, renewed, failed(), revoked())).toBe(false);
  });

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
    data: {
      paymentId: 'p1',
      organizationId: 'o1',
      customerId: 'c1',
      purpose,
      reference: 'r',
      amount: 1,
      currency: 'eur',
    },
  };
  const declined: PaymentEvent = {
    type: 'PaymentDeclined',
    data: { paymentId: 'p1', organizationId: 'o1', customerId: 'c1', purpose, code: 'card_declined', message: 'No' },
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
