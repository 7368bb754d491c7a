import { describe, expect, it } from '@jest/globals';
import { prorated } from '../../../src/features/billing/pricing/proration.ts';
import type { Price } from '../../../src/features/billing/products/product.events.ts';
import { DEFAULT_DUNNING } from '../../../src/features/billing/subscriptions/dunning.rules.ts';
import { subscriptionDecider } from '../../../src/features/billing/subscriptions/subscription.decider.ts';
import { graceDue, retryDue } from '../../../src/features/billing/subscriptions/subscription.due.ts';
import type { SubscriptionEvent } from '../../../src/features/billing/subscriptions/subscription.events.ts';
import { billedBy } from '../../../src/features/billing/subscriptions/subscription-bill.rules.ts';
import { addDays } from '../../../src/kernel/ports/clock.ts';
import { fold } from '../../../src/kernel/writing/decider.ts';
import { NOW, recorded, specOf } from '../../support/given.ts';

type Of<T extends SubscriptionEvent['type']> = Extract<SubscriptionEvent, { type: T }>;

const FEBRUARY = '2026-02-28T10:00:00.000Z';
const MARCH = '2026-03-31T10:00:00.000Z';
/** Half of the first period is left. */
const HALF = '2026-02-14T10:00:00.000Z';
const about = { subscriptionId: 's1', organizationId: 'o1', customerId: 'c1' };
const fixed = (id: string, amount: number, currency = 'eur'): Price => ({ id, amountType: 'fixed', amount, currency });
const items = (productId: string, price: Price) => [{ productId, price, quantity: 1 }] as const;

const created = (changes: Partial<Of<'SubscriptionCreated'>['data']> = {}): Of<'SubscriptionCreated'> => ({
  type: 'SubscriptionCreated',
  data: {
    ...about,
    items: items('x1', fixed('q1', 3_000)),
    currency: 'eur',
    recurringInterval: 'month',
    discount: null,
    trial: null,
    checkoutId: 'k1',
    paymentMethodId: 'm1',
    activeClaim: null,
    billingAddress: null,
    billingName: null,
    customFieldData: {},
    metadata: {},
    anchorDay: 31,
    startedAt: NOW,
    currentPeriodEnd: FEBRUARY,
    ...changes,
  },
});

const to = (price: Price, changes: object = {}) => ({
  type: 'ChangeSubscriptionProduct' as const,
  data: {
    subscriptionId: 's1',
    items: items('x2', price),
    currency: 'eur',
    recurringInterval: 'month' as const,
    keepsDiscount: false,
    behavior: 'prorate' as const,
    seenChanges: 0,
    ...changes,
  },
  now: HALF,
});

const decide = (given: readonly SubscriptionEvent[], intent: object): SubscriptionEvent[] => [
  ...subscriptionDecider.decide({ machineNow: NOW, now: NOW, ...intent } as never, fold(subscriptionDecider, given)),
];
const amounts = ([event]: SubscriptionEvent[]) =>
  (event as Of<'SubscriptionProductChanged'>).data.entries.map(({ amount }) => amount);

describe('a change of product', () => {
  const given = specOf(subscriptionDecider);

  it('credits what is left of the old price and charges what is left of the new one', () => {
    const [event] = decide([created()], to(fixed('q2', 9_000)));
    expect(event).toMatchObject({
      type: 'SubscriptionProductChanged',
      data: {
        from: { productId: 'x1', amount: 3_000, currency: 'eur', recurringInterval: 'month' },
        behavior: 'prorate',
        beginsPeriod: false,
        periodStart: NOW,
        periodEnd: FEBRUARY,
        orderId: null,
        entries: [
          { productId: 'x1', priceId: 'q1', amount: -1_500, period: { start: HALF, end: FEBRUARY } },
          { productId: 'x2', priceId: 'q2', amount: 4_500, period: { start: HALF, end: FEBRUARY } },
        ],
      },
    });
  });

  it.each([
    [1, 14, 28, 0],
    [3, 14, 28, 2],
    [25, 14, 28, 12],
    [27, 14, 28, 14],
    [30_000, 16, 30, 16_000],
    [1_000, 1, 3, 333],
    [99_999_999, 27, 28, 96_428_570],
  ])('costs, half to even: %d for %d of %d days is %d', (price, left, whole, amount) => {
    const days = { leftSeconds: left * 86_400, periodSeconds: whole * 86_400 };
    expect(prorated({ price, discount: 0, ...days })).toBe(amount);
    expect(prorated({ price: price + 10, discount: 10, ...days })).toBe(amount);
  });

  it('takes discounts off both parts, and the new one only if it applies there', () => {
    const discount = {
      discountId: 'd1',
      type: 'percentage' as const,
      basisPoints: 1_000,
      duration: 'forever' as const,
      startedAt: NOW,
    };
    const before = [created({ discount })];
    expect(amounts(decide(before, to(fixed('q2', 9_000), { keepsDiscount: true })))).toEqual([-1_350, 4_050]);
    const [event] = decide(before, to(fixed('q2', 9_000)));
    expect(amounts([event!])).toEqual([-1_350, 4_500]);
    expect(event!.data).toMatchObject({ discount: null });
  });

  it.each([
    ['eur', 'once', false],
    ['jpy', 'once', false],
    ['eur', { months: 1 }, false],
    ['kwd', { months: 2 }, true],
    ['jpy', 'forever', true],
  ] as const)('has a discount in a period that it begins only if that lasts (%s, %j)', (currency, duration, isKept) => {
    const discount = { discountId: 'd1', type: 'percentage' as const, basisPoints: 10_000, duration, startedAt: NOW };
    const monthly = created({ items: items('x1', fixed('q1', 3_000, currency)), currency, discount });
    const year = fixed('q2', 90_000, currency);
    const yearly = { currency, keepsDiscount: true, recurringInterval: 'year' };
    const change = decide([monthly], to(year, yearly))[0] as Of<'SubscriptionProductChanged'>;
    expect(change.data).toMatchObject({ beginsPeriod: true, discount: isKept ? discount : null });
    expect(billedBy([monthly, change], change.data.orderId!)!.discount).toEqual(isKept ? discount : null);
    const sameInterval = decide([monthly], to(year, { currency, keepsDiscount: true }))[0]!;
    expect(sameInterval.data).toMatchObject({ beginsPeriod: false, discount });
  });

  it('prorates fixed prices only', () => {
    const free = created({ items: items('x1', { id: 'q1', amountType: 'free' }) });
    expect(amounts(decide([free], to(fixed('q2', 9_000))))).toEqual([4_500]);
    expect(amounts(decide([created()], to({ id: 'q2', amountType: 'free' })))).toEqual([-1_500]);
  });

  it('is billed now with what waited before', () => {
    const first = decide([created()], to(fixed('q2', 9_000)))[0]!;
    const then = { seenChanges: 1, behavior: 'invoice', items: items('x3', fixed('q3', 6_000)) };
    const second = decide([created(), first], to(fixed('q3', 6_000), then))[0] as Of<'SubscriptionProductChanged'>;
    const bill = billedBy([created(), first, second], second.data.orderId!)!;
    expect(bill.reason).toBe('subscription_update');
    expect(bill.items).toEqual([]);
    expect(bill.entries.map(({ amount }) => amount)).toEqual([-1_500, 4_500, -4_500, 3_000]);
    expect(
      decide([created(), first, second], {
        type: 'RenewSubscription',
        data: { id: 's1', dueAt: FEBRUARY },
        now: FEBRUARY,
      }),
    ).toMatchObject([{ type: 'SubscriptionRenewed' }]);
  });

  it('waits for the renewal, which bills it with the new period', () => {
    const change = decide([created()], to(fixed('q2', 9_000)))[0]!;
    const renewal = decide([created(), change], {
      type: 'RenewSubscription',
      data: { id: 's1', dueAt: FEBRUARY },
      now: FEBRUARY,
    });
    const [renewed] = renewal as Of<'SubscriptionRenewed'>[];
    const bill = billedBy([created(), change, renewed!], renewed!.data.orderId)!;
    expect(bill).toMatchObject({ reason: 'subscription_cycle', period: { start: FEBRUARY, end: MARCH } });
    expect(bill.items.map(({ price }) => price.id)).toEqual(['q2']);
    expect(bill.entries.map(({ amount }) => amount)).toEqual([-1_500, 4_500]);
  });

  it('to another interval begins a period now, with one order', () => {
    const yearly = { recurringInterval: 'year', behavior: 'prorate' };
    const change = decide([created()], to(fixed('q2', 90_000), yearly))[0] as Of<'SubscriptionProductChanged'>;
    expect(change.data).toMatchObject({
      beginsPeriod: true,
      anchorDay: 14,
      periodStart: HALF,
      periodEnd: '2027-02-14T10:00:00.000Z',
      entries: [{ amount: -1_500 }],
    });
    const bill = billedBy([created(), change], change.data.orderId!)!;
    expect([bill.reason, bill.items.length, bill.entries.length]).toEqual(['subscription_cycle', 1, 1]);
  });

  it('takes effect with the next period, and can be withdrawn', () => {
    const next = decide([created()], to(fixed('q2', 9_000), { behavior: 'next_period' }))[0]!;
    expect(next).toMatchObject({ type: 'SubscriptionChangeScheduled', data: { takesEffectAt: FEBRUARY } });
    const renewal = { type: 'RenewSubscription', data: { id: 's1', dueAt: FEBRUARY }, now: FEBRUARY };
    const events = decide([created(), next], renewal);
    expect(events).toMatchObject([
      { type: 'SubscriptionProductChanged', data: { behavior: 'next_period', entries: [], orderId: null } },
      { type: 'SubscriptionRenewed', data: { periodStart: FEBRUARY, periodEnd: MARCH } },
    ]);
    const withdraw = { type: 'WithdrawSubscriptionChange' as const, data: { subscriptionId: 's1' } };
    given(created(), next).when(withdraw).then({ type: 'SubscriptionChangeWithdrawn', data: about });
    given(created()).when(withdraw).thenRefused('BadRequest');
    const back = { items: items('x1', fixed('q1', 3_000)) };
    expect(decide([created(), next], to(fixed('q1', 3_000), back))).toMatchObject([
      { type: 'SubscriptionChangeWithdrawn' },
    ]);
  });

  it('is refused twice at once, once canceled, past due or ended, and changes nothing for the same prices', () => {
    const intent = to(fixed('q2', 9_000)) as never;
    const change = decide([created()], to(fixed('q2', 9_000)))[0]!;
    given(created(), change).when(intent).thenRefused('SubscriptionLocked');
    const canceled = decide([created()], {
      type: 'CancelSubscription',
      data: { subscriptionId: 's1', reason: null, comment: null },
    });
    given(created(), ...canceled)
      .when(intent)
      .thenRefused('AlreadyCanceledSubscription');
    expect(decide([created()], to(fixed('q1', 3_000), { items: items('x1', fixed('q1', 3_000)) }))).toEqual([]);
  });

  it('costs nothing during a trial, which ends when it was going to', () => {
    const trial = created({ trial: { endsAt: FEBRUARY } });
    const [event] = decide([trial], to(fixed('q2', 90_000), { recurringInterval: 'year' }));
    expect(event!.data).toMatchObject({ entries: [], orderId: null, beginsPeriod: false, periodEnd: FEBRUARY });
  });
});

describe('dunning', () => {
  const renewed = decide([created()], {
    type: 'RenewSubscription',
    data: { id: 's1', dueAt: FEBRUARY },
    now: FEBRUARY,
  });
  const { orderId } = (renewed[0] as Of<'SubscriptionRenewed'>).data;
  const fail = (paymentId: string, now: string, dunning = DEFAULT_DUNNING) => ({
    type: 'FailRenewal',
    data: { subscriptionId: 's1', orderId, paymentId, paidOrderIds: [], dunning },
    now,
  });

  /** Each attempt is declined, until nothing is due any more. */
  function lost(dunning = DEFAULT_DUNNING): SubscriptionEvent[] {
    let history = [created(), ...renewed, ...decide([created(), ...renewed], fail('p1', FEBRUARY, dunning))];
    for (;;) {
      const failed = history.findLast(
        ({ type }) => type === 'SubscriptionRenewalFailed',
      ) as Of<'SubscriptionRenewalFailed'>;
      const dueAt = failed.data.nextAttemptAt;
      if (dueAt === null) return history;
      const [retried] = decide(history, { type: 'RetryPayment', data: { id: 's1', dueAt }, now: dueAt });
      history = [...history, retried!];
      const { paymentId } = (retried as Of<'SubscriptionPaymentRetried'>).data;
      history = [...history, ...decide(history, fail(paymentId, dueAt, dunning))];
    }
  }

  it('retries on days 2, 7, 14 and 21, and then cancels', () => {
    const history = lost();
    const days = history.flatMap((event) =>
      event.type === 'SubscriptionRenewalFailed' ? [[event.data.attempt, event.data.nextAttemptAt]] : [],
    );
    expect(days).toEqual([
      [1, addDays(FEBRUARY, 2)],
      [2, addDays(FEBRUARY, 7)],
      [3, addDays(FEBRUARY, 14)],
      [4, addDays(FEBRUARY, 21)],
      [5, null],
    ]);
    expect(history.at(-1)).toMatchObject({
      type: 'SubscriptionRevoked',
      data: { cause: 'payment_failed', endedAt: addDays(FEBRUARY, 21), wasPastDue: true },
    });
  });

  it('keeps it unpaid where the organization says so, until another method pays', () => {
    const history = lost({ graceDays: 0, finalAction: 'unpaid' });
    expect(history.at(-1)).toMatchObject({ type: 'SubscriptionMarkedUnpaid', data: { orderId } });
    const change = { type: 'ChangePaymentMethod', data: { subscriptionId: 's1', paymentMethodId: 'm2' } };
    const changed = decide(history, change);
    expect(changed).toMatchObject([
      { type: 'SubscriptionPaymentMethodChanged', data: { paymentMethodId: 'm2' } },
      { type: 'SubscriptionPaymentRetried', data: { orderId, paymentMethodId: 'm2', attempt: null } },
    ]);
    const late = '2026-05-01T10:00:00.000Z';
    const paid = { type: 'RecoverSubscription', data: { subscriptionId: 's1', orderId }, now: late };
    const recovered = decide([...history, ...changed], paid);
    expect(recovered).toMatchObject([{ type: 'SubscriptionRecovered', data: { periodEnd: late, wasPastDue: true } }]);
    // Periods count from the day that it was paid on, no longer from the 31st.
    const renewal = { type: 'RenewSubscription', data: { id: 's1', dueAt: late }, now: late };
    expect(decide([...history, ...changed, ...recovered], renewal)).toMatchObject([
      { type: 'SubscriptionRenewed', data: { periodStart: late, periodEnd: '2026-06-01T10:00:00.000Z' } },
    ]);
  });

  it('does not count an attempt in between', () => {
    const [failed] = decide([created(), ...renewed], fail('p1', FEBRUARY));
    const history = [created(), ...renewed, failed!];
    const changed = decide(history, {
      type: 'ChangePaymentMethod',
      data: { subscriptionId: 's1', paymentMethodId: 'm2' },
    });
    const { paymentId } = (changed[1] as Of<'SubscriptionPaymentRetried'>).data;
    expect(decide([...history, ...changed], fail(paymentId, addDays(FEBRUARY, 1)))).toMatchObject([
      { data: { attempt: 1, nextAttemptAt: addDays(FEBRUARY, 2), isRepeated: true } },
    ]);
    // Neither is the outcome of a payment that is not awaited.
    expect(decide([...history, ...changed], fail('p1', addDays(FEBRUARY, 1)))).toEqual([]);
  });

  it('ends benefits after the grace period only', () => {
    const [failed] = decide([created(), ...renewed], fail('p1', FEBRUARY, { graceDays: 5, finalAction: 'cancel' }));
    const graceEndsAt = addDays(FEBRUARY, 5);
    expect(failed!.data).toMatchObject({ graceEndsAt });
    expect(graceDue.dueAfter(recorded(failed as never))).toEqual({ entity: 's1', dueAt: graceEndsAt });
    const end = { type: 'EndGrace', data: { id: 's1', dueAt: graceEndsAt }, now: graceEndsAt };
    const history = [created(), ...renewed, failed!];
    const ended = decide(history, end);
    expect(ended).toMatchObject([{ type: 'SubscriptionGraceEnded' }]);
    expect(decide([...history, ...ended], end)).toEqual([]);
    expect(() => decide(history, { ...end, now: FEBRUARY })).toThrow('not due');
    const ofEarlierFailure = { ...end, data: { id: 's1', dueAt: addDays(NOW, 5) } };
    expect(decide(history, ofEarlierFailure)).toEqual([]);
  });

  it('is due as its events say', () => {
    const history = lost();
    const due = history.flatMap((event) =>
      (retryDue.handles as readonly string[]).includes(event.type) ? [retryDue.dueAfter(recorded(event as never))] : [],
    );
    expect(due.map((item) => item?.dueAt)).toEqual([
      ...[2, 7, 14, 21].flatMap((day) => [addDays(FEBRUARY, day), null]),
      null,
      null,
    ]);
    const retryEarly = { type: 'RetryPayment', data: { id: 's1', dueAt: addDays(FEBRUARY, 2) }, now: FEBRUARY };
    expect(() => decide(history.slice(0, 3), retryEarly)).toThrow('not due');
  });
});
