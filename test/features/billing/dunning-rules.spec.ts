import { describe, expect, it } from '@jest/globals';
import { DEFAULT_DUNNING } from '../../../src/features/billing/subscriptions/dunning.rules.ts';
import { subscriptionDecider } from '../../../src/features/billing/subscriptions/subscription.decider.ts';
import { retryDue } from '../../../src/features/billing/subscriptions/subscription.due.ts';
import type { SubscriptionEvent } from '../../../src/features/billing/subscriptions/subscription.events.ts';
import { addDays, type Instant } from '../../../src/kernel/ports/clock.ts';
import { fold } from '../../../src/kernel/writing/decider.ts';
import { NOW, recorded, specOf } from '../../support/given.ts';

/** The renewal whose order is declined. */
const FEBRUARY = '2026-02-28T10:00:00.000Z';
const day = (days: number): Instant => addDays(FEBRUARY, days);
const about = { subscriptionId: 's1', organizationId: 'o1', customerId: 'c1' };
const price = { id: 'q1', amountType: 'fixed', amount: 2_000, currency: 'eur' } as const;
const renewedOnce: SubscriptionEvent[] = [
  {
    type: 'SubscriptionCreated',
    data: {
      ...about,
      ...{ items: [{ productId: 'x1', price, quantity: 1 }], currency: 'eur', recurringInterval: 'month' },
      ...{ discount: null, trial: null, checkoutId: 'k1', paymentMethodId: 'm2', activeClaim: null },
      ...{ billingAddress: null, billingName: null, customFieldData: {}, metadata: {} },
      ...{ anchorDay: 31, startedAt: NOW, currentPeriodEnd: FEBRUARY },
    },
  },
  {
    type: 'SubscriptionRenewed',
    data: { ...about, periodStart: FEBRUARY, periodEnd: '2026-03-31T10:00:00.000Z', orderId: 'b1' },
  },
];
const sold = { productId: 'x1', amount: 2_000, currency: 'eur', recurringInterval: 'month' } as const;

const declined = (paymentId: string, attempt: number, nextAttemptAt: Instant | null): SubscriptionEvent => ({
  type: 'SubscriptionRenewalFailed',
  data: {
    ...{ ...about, orderId: 'b1', paymentId, attempt, nextAttemptAt, endsAt: null, released: null },
    ...(paymentId === 'first' ? { pastDue: sold } : { pastDue: null, graceEndsAt: null, isRepeated: true }),
  },
});
/** @param attempt null: because the payment method has changed, in between */
const retried = (paymentId: string, attempt: number | null): SubscriptionEvent => ({
  type: 'SubscriptionPaymentRetried',
  data: { ...about, orderId: 'b1', paymentId, paymentMethodId: 'm2', attempt },
});
const chosen = (paymentMethodId: string): SubscriptionEvent => ({
  type: 'SubscriptionPaymentMethodChanged',
  data: { ...about, paymentMethodId },
});
type Given = Parameters<typeof subscriptionDecider.decide>[0];
const decided = (history: SubscriptionEvent[], intent: object): readonly SubscriptionEvent[] =>
  subscriptionDecider.decide({ now: day(1), machineNow: NOW, ...intent } as Given, fold(subscriptionDecider, history));
const unpaid: SubscriptionEvent = { type: 'SubscriptionMarkedUnpaid', data: { ...about, orderId: 'b1' } };
const decline = (paymentId: string, now: Instant, dunning = DEFAULT_DUNNING) =>
  ({
    type: 'FailRenewal',
    data: { subscriptionId: 's1', orderId: 'b1', paymentId, paidOrderIds: [], dunning },
    now,
  }) as const;

describe('a declined attempt in between', () => {
  const given = specOf(subscriptionDecider);
  const keptUnpaid = { ...DEFAULT_DUNNING, finalAction: 'unpaid' } as const;

  it.each([
    { attempts: 1, on: day(1), next: day(2) },
    { attempts: 2, on: day(3), next: day(7) },
    { attempts: 3, on: day(13), next: day(14) },
    { attempts: 4, on: day(20), next: day(21) },
  ])('does not move the next scheduled attempt after $attempts of them', ({ attempts, on, next }) =>
    given(...renewedOnce, declined('first', attempts, next), retried('between', null))
      .when(decline('between', on))
      .then(declined('between', attempts, next)),
  );

  it('does not count towards the schedule, however many there are', () =>
    given(
      ...renewedOnce,
      ...[declined('first', 1, day(2)), retried('between', null), declined('between', 1, day(2))],
      ...[retried('another', null), declined('another', 1, day(2)), retried('second', 2)],
    )
      .when(decline('second', day(2)))
      .then(declined('second', 2, day(7))));

  it('marks the subscription unpaid only once', () =>
    given(...renewedOnce, declined('first', 5, null), unpaid, retried('between', null))
      .when(decline('between', day(30), keptUnpaid))
      .then(declined('between', 5, null)));

  it.each([
    {
      attempts: 1,
      last: [declined('first', 1, day(2)), retried('between', null)],
      then: [declined('between', 1, day(2))],
    },
    {
      attempts: 2,
      last: [declined('first', 1, day(2)), retried('between', 2)],
      then: [declined('between', 2, day(7))],
    },
    {
      attempts: 5,
      last: [declined('first', 4, day(21)), retried('between', 5)],
      then: [declined('between', 5, null), unpaid],
    },
  ])('charges the method that was chosen meanwhile at once, after $attempts attempts', ({ attempts, last, then }) => {
    const history = [...renewedOnce, ...last, chosen('m3')];
    const after = decided(history, decline('between', attempts === 2 ? day(2) : day(21), keptUnpaid));
    expect(after.slice(0, -1)).toEqual(then);
    expect(after.at(-1)).toMatchObject({
      type: 'SubscriptionPaymentRetried',
      data: { paymentMethodId: 'm3', attempt: null },
    });
  });

  it('is a charge of its own, whichever method it is of', () => {
    const history = [...renewedOnce, declined('first', 1, day(2))];
    const ids = new Set<string>();
    for (const paymentMethodId of ['m1', 'm2', 'm1', 'm2', 'm3', 'm1']) {
      const change = { type: 'ChangePaymentMethod', data: { subscriptionId: 's1', paymentMethodId } } as const;
      history.push(...decided(history, change));
      const { paymentId } = history.at(-1)!.data as { paymentId: string };
      ids.add(paymentId);
      history.push(...decided(history, decline(paymentId, day(1))));
    }
    history.push(...decided(history, { type: 'RetryPayment', data: { id: 's1', dueAt: day(2) }, now: day(2) }));
    ids.add((history.at(-1)!.data as { paymentId: string }).paymentId);
    expect(ids.size).toBe(7);
  });

  it('takes the scheduled one off the list, until it has failed', () => {
    const dueAfter = (event: SubscriptionEvent) => retryDue.dueAfter(recorded(event) as never);
    expect(dueAfter(retried('between', null))).toEqual({ entity: 's1', dueAt: null });
    expect(dueAfter(declined('between', 1, day(2)))).toEqual({ entity: 's1', dueAt: day(2) });
  });

  it('leaves an unpaid subscription unpaid', () => {
    const history = [...renewedOnce, declined('first', 5, null), unpaid, retried('between', null)];
    const statusAfter = (...events: SubscriptionEvent[]) => fold(subscriptionDecider, events).status;
    expect(statusAfter(...history)).toBe('unpaid');
    expect(statusAfter(...history, declined('between', 5, null))).toBe('unpaid');
  });
});

describe('the payment of an order', () => {
  const given = specOf(subscriptionDecider);
  const pastDue = [...renewedOnce, declined('first', 1, day(2))];
  const recover = (orderId: string) =>
    ({ type: 'RecoverSubscription', data: { subscriptionId: 's1', orderId }, now: day(1) }) as const;

  it('makes the subscription active again that is past due for it, and no other', () => {
    const recovered: SubscriptionEvent = {
      type: 'SubscriptionRecovered',
      data: { ...about, ...sold, orderId: 'b1', periodEnd: '2026-03-31T10:00:00.000Z', wasPastDue: true },
    };
    given(...pastDue)
      .when(recover('b1'))
      .then(recovered);
    given(...pastDue)
      .when(recover('b0'))
      .then();
    expect(fold(subscriptionDecider, [...pastDue, recovered]).status).toBe('active');
  });
});
