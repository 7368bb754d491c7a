import { describe, expect, it } from '@jest/globals';
import { nextCharge } from '../../../src/features/billing/subscriptions/next-charge.rules.ts';
import { afterPayment, paidSubscription } from '../../../src/features/billing/subscriptions/paid-order.rules.ts';
import { subscriptionDecider } from '../../../src/features/billing/subscriptions/subscription.decider.ts';
import type { SubscriptionEvent } from '../../../src/features/billing/subscriptions/subscription.events.ts';
import { subscriptionProjection } from '../../../src/features/billing/subscriptions/subscription.projection.ts';
import { project } from '../../../src/kernel/reading/projection.ts';
import { fold } from '../../../src/kernel/writing/decider.ts';
import { NOW, recorded } from '../../support/given.ts';

const FEBRUARY = '2026-02-28T10:00:00.000Z';
const MARCH = '2026-03-31T10:00:00.000Z';

describe.each([
  ['eur', 2_000],
  ['kwd', 12_340],
])('a subscription of %s %d whose order is paid', (currency, amount) => {
  const about = { subscriptionId: 's1', organizationId: 'o1', customerId: 'c1' };
  const price = { id: 'q1', amountType: 'fixed', amount, currency } as const;
  const bought = {
    ...about,
    ...{ items: [{ productId: 'x1', price, quantity: 1 }] as const, currency, recurringInterval: 'month' as const },
    ...{ paymentMethodId: 'm1', activeClaim: null, billingAddress: null, billingName: null },
    ...{ customFieldData: {}, metadata: {}, anchorDay: 31 },
  };
  const created: SubscriptionEvent = {
    type: 'SubscriptionCreated',
    data: {
      ...{ ...bought, discount: null, trial: null, checkoutId: 'k1' },
      ...{ startedAt: NOW, currentPeriodEnd: FEBRUARY },
    },
  };
  const renewed: SubscriptionEvent = {
    type: 'SubscriptionRenewed',
    data: { ...about, periodStart: FEBRUARY, periodEnd: MARCH, orderId: 'b1' },
  };
  const declined: SubscriptionEvent = {
    type: 'SubscriptionRenewalFailed',
    data: {
      ...{ ...about, orderId: 'b1', paymentId: 'p1', attempt: 1, nextAttemptAt: null, endsAt: null, released: null },
      pastDue: { productId: 'x1', amount, currency, recurringInterval: 'month' },
    },
  };
  const unpaid: SubscriptionEvent = { type: 'SubscriptionMarkedUnpaid', data: { ...about, orderId: 'b1' } };
  const canceled: SubscriptionEvent = {
    type: 'SubscriptionCanceled',
    data: { ...about, canceledAt: FEBRUARY, endsAt: MARCH, reason: null, comment: null },
  };
  const requested: SubscriptionEvent = {
    type: 'SubscriptionRequested',
    data: { ...bought, orderId: 'b1', periodStart: NOW, periodEnd: FEBRUARY, expiresAt: MARCH },
  };
  const chargeAfter = (events: SubscriptionEvent[], paidAt: string, orderId = 'b1') => {
    const history = events.map((event) => recorded(event, { occurredAt: FEBRUARY }));
    const subscription = paidSubscription(history as never[], { orderId, paidAt });
    const next = subscription && nextCharge(subscription);
    return next && { at: next.at, amount: next.amount, currency: next.currency };
  };
  const next = (at: string) => ({ at, amount, currency });

  it.each([
    ['is charged at the end of its period after a retry', [declined], '2026-03-02T10:00:00.000Z', MARCH],
    ['renews at once if it was unpaid for longer than a period', [declined, unpaid], '2026-04-20T10:00:00.000Z', null],
  ])('%s', (_, events, paidAt, at) => {
    const history = [created, renewed, ...events];
    expect(chargeAfter(history, paidAt)).toEqual(next(at ?? paidAt));
    // Whether or not that has been recorded.
    const recovered = afterPayment({ orderId: 'b1' }, paidAt, fold(subscriptionDecider, history));
    expect(recovered.map(({ type }) => type)).toEqual(['SubscriptionRecovered']);
    expect(chargeAfter([...history, ...recovered], paidAt)).toEqual(next(at ?? paidAt));
  });

  it('is charged for its second period once the order that its seller asked for is paid', () => {
    expect(chargeAfter([requested], '2026-01-31T11:00:00.000Z')).toEqual(next(FEBRUARY));
  });

  it('is not charged if it was canceled, or owes another order', () => {
    const history = [created, renewed, declined];
    expect(chargeAfter([...history, canceled], '2026-03-02T10:00:00.000Z')).toBeNull();
    expect(chargeAfter(history, '2026-03-02T10:00:00.000Z', 'b0')).toBeNull();
  });

  it('is none for an order without a subscription', () => {
    expect(paidSubscription([], { orderId: 'b1', paidAt: NOW })).toBeUndefined();
  });

  it('is shown as its own events show it, but for what the payment changes', () => {
    const history = [created, renewed].map((event) => recorded(event)) as never[];
    expect(paidSubscription(history, { orderId: 'b1', paidAt: MARCH })).toEqual(
      project(subscriptionProjection, history),
    );
  });
});
