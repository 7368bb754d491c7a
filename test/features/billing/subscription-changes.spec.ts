import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AlreadyCanceledSubscription } from '@polar-sh/sdk/models/errors/alreadycanceledsubscription.js';
import type { Order } from '@polar-sh/sdk/models/components/order.js';
import type { Subscription } from '@polar-sh/sdk/models/components/subscription.js';
import { CommandBus } from '@nestjs/cqrs';
import { accountDecider } from '../../../src/features/billing/customer-accounts/account.decider.ts';
import { balanceIn } from '../../../src/features/billing/customer-accounts/account.rules.ts';
import { accountStream, type AccountEvent } from '../../../src/features/billing/customer-accounts/account.events.ts';
import { accountProcess } from '../../../src/features/billing/customer-accounts/account.process.ts';
import { accountProjection } from '../../../src/features/billing/customer-accounts/account.projection.ts';
import { ReturnApplied } from '../../../src/features/billing/customer-accounts/account.commands.ts';
import { prorated } from '../../../src/features/billing/pricing/proration.ts';
import { PaymentMethods } from '../../../src/features/billing/payments/payment-methods.service.ts';
import type { Price } from '../../../src/features/billing/products/product.events.ts';
import { DEFAULT_DUNNING } from '../../../src/features/billing/subscriptions/dunning.rules.ts';
import { ChangePaymentMethod } from '../../../src/features/billing/subscriptions/subscription.commands.ts';
import { subscriptionDecider } from '../../../src/features/billing/subscriptions/subscription.decider.ts';
import { graceDue, retryDue } from '../../../src/features/billing/subscriptions/subscription.due.ts';
import type { SubscriptionEvent } from '../../../src/features/billing/subscriptions/subscription.events.ts';
import { billedBy } from '../../../src/features/billing/subscriptions/subscription-bill.rules.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { addDays, addSeconds } from '../../../src/kernel/ports/clock.ts';
import { fold } from '../../../src/kernel/writing/decider.ts';
import { documentsOf, NOW, recorded, specOf } from '../../support/given.ts';
import { openShop, type Shop } from '../../support/shop.ts';

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

describe("a customer's account", () => {
  const given = specOf(accountDecider);
  const settle = (orderId: string, total: number, changes: object = {}) => ({
    type: 'SettleOrder' as const,
    data: {
      customerId: 'c1',
      organizationId: 'o1',
      orderId,
      total,
      currency: 'eur',
      minimum: 50,
      canCharge: true,
      ...changes,
    },
  });
  const booking = (type: string, orderId: string, amount: number, currency = 'eur') =>
    ({ type, data: { customerId: 'c1', organizationId: 'o1', orderId, amount, currency } }) as AccountEvent;
  const credit = booking('CreditBooked', 'b1', 2_500);

  it('keeps what an order owes the customer', () => given().when(settle('b1', -2_500)).then(credit));
  it('is settled once per order', () => given(credit).when(settle('b1', -2_500)).then());
  it('is not touched by an order while it is empty', () => given().when(settle('b1', 2_000)).then());
  it('pays as much as it can', () => {
    given(credit)
      .when(settle('b2', 2_000))
      .then(booking('CreditApplied', 'b2', 2_000));
    given(credit)
      .when(settle('b2', 9_000))
      .then(booking('CreditApplied', 'b2', 2_500));
  });
  it('pays in its own currency only', () =>
    given(credit)
      .when(settle('b2', 2_000, { currency: 'jpy' }))
      .then());
  it('carries what is less than can be charged', () => {
    given()
      .when(settle('b1', 49))
      .then(booking('DebtBooked', 'b1', 49));
    given().when(settle('b1', 50)).then();
    given(credit)
      .when(settle('b2', 2_530))
      .then(booking('CreditApplied', 'b2', 2_500), booking('DebtBooked', 'b2', 30));
    given()
      .when(settle('b1', 99, { currency: 'jpy', minimum: 100 }))
      .then(booking('DebtBooked', 'b1', 99, 'jpy'));
  });
  it('charges a debt with the next order that can be charged', () => {
    const debt = booking('DebtBooked', 'b1', 30);
    given(debt)
      .when(settle('b2', 2_000))
      .then(booking('DebtApplied', 'b2', 30));
    given(debt)
      .when(settle('b2', 0))
      .then(booking('DebtApplied', 'b2', 30), booking('DebtBooked', 'b2', 30));
    given(debt)
      .when(settle('b2', 0, { canCharge: false }))
      .then();
    given(debt)
      .when(settle('b2', -2_500))
      .then(booking('CreditBooked', 'b2', 2_500));
  });
  it('takes back what was applied to an order that will not be paid', () => {
    const undo = { type: 'ReturnApplied' as const, data: { customerId: 'c1', orderId: 'b2' } };
    const applied = booking('CreditApplied', 'b2', 2_000);
    given(credit, applied)
      .when(undo)
      .then(booking('CreditReturned', 'b2', 2_000));
    given(credit, applied, booking('CreditReturned', 'b2', 2_000))
      .when(undo)
      .then();
    given(booking('DebtApplied', 'b2', 30))
      .when(undo)
      .then(booking('DebtReturned', 'b2', 30));
    given(booking('DebtBooked', 'b2', 30))
      .when(undo)
      .then(booking('DebtCanceled', 'b2', 30));
    given(credit).when(undo).then();
    const voided = { customerId: 'c1', orderId: 'b2' };
    expect(accountProcess.react(recorded({ type: 'OrderVoided', data: voided } as never))).toMatchObject([
      { command: ReturnApplied, data: voided },
    ]);
  });
  it('settles credits with what a refund pays back, and takes back what was paid by credit', () => {
    const about = { customerId: 'c1', organizationId: 'o1', orderId: 'b2', refundId: 'r1', currency: 'eur' };
    const refund = (paymentAmount: number, balanceAmount: number) =>
      ({ type: 'SettleRefund', data: { ...about, paymentAmount, balanceAmount } }) as const;
    const settled = { type: 'CreditRefunded', data: { ...about, amount: 2_000 } } as const;
    const credited = { type: 'RefundCredited', data: { ...about, amount: 700 } } as const;
    given(credit).when(refund(2_000, 0)).then(settled);
    given(credit, settled).when(refund(2_000, 0)).then();
    given().when(refund(2_000, 0)).then();
    given().when(refund(2_000, 700)).then(credited);
    const undo = { type: 'UndoRefund', data: { customerId: 'c1', refundId: 'r1' } } as const;
    given(credit, settled)
      .when(undo)
      .then({ type: 'RefundCredited', data: { ...about, amount: 2_000 } });
    given(credited)
      .when(undo)
      .then({ type: 'CreditRefunded', data: { ...about, amount: 700 } });
    given(credit).when(undo).then();
  });
  it('is the sum of its lines, by currency', () => {
    const lines = [credit, booking('CreditApplied', 'b2', 2_000), booking('DebtBooked', 'b3', 99, 'jpy')];
    const shown = documentsOf(
      accountProjection,
      lines.map((line) => recorded(line)),
    )['c1']!;
    expect(shown.balances).toEqual([
      { currency: 'eur', amount: 500 },
      { currency: 'jpy', amount: -99 },
    ]);
    expect(shown.lines.map(({ amount, balance }) => [amount, balance])).toEqual([
      [2_500, 2_500],
      [-2_000, 500],
      [-99, -99],
    ]);
  });
});

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
    await shop.app
      .get(PaymentMethods, { strict: false })
      .keep(paymentMethodId, { token: 'ctoken_ok', isReused: true }, stream);
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
    expect(events.map(({ type }) => type)).toEqual(['DebtBooked']);
  });
});
