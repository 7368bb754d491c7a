import { describe, expect, it } from '@jest/globals';
import { orderDecider } from '../../../src/features/billing/orders/order.decider.ts';
import type { OrderEvent } from '../../../src/features/billing/orders/order.events.ts';
import { orderProjection } from '../../../src/features/billing/orders/order.projection.ts';
import { paymentDecider } from '../../../src/features/billing/payments/payment.decider.ts';
import { enquireDue } from '../../../src/features/billing/payments/payment.due.ts';
import type { PaymentEvent } from '../../../src/features/billing/payments/payment.events.ts';
import { paymentProjection } from '../../../src/features/billing/payments/payment.projection.ts';
import { anchorDayOf, periodEndOf } from '../../../src/features/billing/subscriptions/subscription.periods.ts';
import { addSeconds, msOf, toInstant } from '../../../src/kernel/clock.ts';
import { documentsOf, NOW, recorded, specOf } from '../../support/given.ts';

type Of<E extends { type: string }, T extends E['type']> = Extract<E, { type: T }>;

const purpose = { kind: 'checkout', checkoutId: 'k1' } as const;
const about = { paymentId: 'p1', organizationId: 'o1', purpose };
const money = { amount: 2_000, currency: 'usd' };
const requested: Of<PaymentEvent, 'PaymentRequested'> = {
  type: 'PaymentRequested',
  data: { ...about, ...money, customerId: 'c1', paymentMethodId: 'm1' },
};
const pending: PaymentEvent = { type: 'PaymentPending', data: { ...about, action: 'wait', reference: 'r1' } };
const succeeded: PaymentEvent = { type: 'PaymentSucceeded', data: { ...about, ...money, reference: 'r1' } };
const declined: PaymentEvent = { type: 'PaymentDeclined', data: { ...about, code: 'card_declined', message: 'No' } };
const mismatched: PaymentEvent = { type: 'PaymentMismatched', data: { ...about, ...money, reference: 'r1' } };
const reversing: PaymentEvent = { type: 'PaymentReversalRequested', data: { ...about, reason: 'lost' } };
const reversed: PaymentEvent = { type: 'PaymentReversed', data: { ...about, reference: 're1' } };

const given = specOf(paymentDecider);
const request = { type: 'RequestPayment', data: requested.data } as const;
const reverse = { type: 'ReversePayment', data: { paymentId: 'p1', reason: 'lost' } } as const;
type Report = Extract<Parameters<ReturnType<typeof given>['when']>[0], { type: 'RecordPaymentOutcome' }>['data'];
const report = (data: Omit<Report, 'paymentId'>) =>
  ({ type: 'RecordPaymentOutcome', data: { paymentId: 'p1', ...data } as Report }) as const;
const paid = report({ outcome: 'succeeded', reference: 'r1', ...money } as Report);
const refused = report({ outcome: 'declined', code: 'card_declined', message: 'No' } as Report);

describe('a payment', () => {
  it('is requested before the processor is called', () => given().when(request).then(requested));
  it('is requested once', () => given(requested).when(request).then());
  it('succeeds when the processor says so', () => given(requested).when(paid).then(succeeded));
  it('succeeds after it was pending', () => given(requested, pending).when(paid).then(succeeded));
  it('succeeds once, however often it is told', () => given(requested, succeeded).when(paid).then());
  it('is declined when the processor says so', () => given(requested).when(refused).then(declined));
  it('is declined once', () => given(requested, declined).when(refused).then());
  it('stays paid when a late decline comes', () => given(requested, succeeded).when(refused).then());
  it('waits', () =>
    given(requested)
      .when(report({ outcome: 'pending', reference: 'r1' } as Report))
      .then(pending));
  it('waits once', () =>
    given(requested, pending)
      .when(report({ outcome: 'requires_action', reference: 'r1' } as Report))
      .then());
  it('parks another amount, never booking it as paid', () =>
    given(requested)
      .when(report({ outcome: 'succeeded', reference: 'r1', amount: 1_999, currency: 'usd' } as Report))
      .then({ type: 'PaymentMismatched', data: { ...about, amount: 1_999, currency: 'usd', reference: 'r1' } }));
  it('parks another currency', () =>
    given(requested)
      .when(report({ outcome: 'succeeded', reference: 'r1', amount: 2_000, currency: 'eur' } as Report))
      .then({ type: 'PaymentMismatched', data: { ...about, amount: 2_000, currency: 'eur', reference: 'r1' } }));
  it('parks money that comes after it was declined', () => given(requested, declined).when(paid).then(mismatched));
  it('goes back once it is there', () => given(requested, succeeded).when(reverse).then(reversing));
  it('goes back where it was parked', () => given(requested, mismatched).when(reverse).then(reversing));
  it('goes back once', () => given(requested, succeeded, reversing, reversed).when(reverse).then());
  it('has nothing to give back where it was declined', () => given(requested, declined).when(reverse).then());
  it('does not go back before it is settled', () =>
    given(requested, pending).when(reverse).thenRefused('PaymentNotSettled'));
  it('is reversed when the processor says so', () =>
    given(requested, succeeded, reversing)
      .when(report({ outcome: 'reversed', reference: 're1' } as Report))
      .then(reversed));
  it('is not known under another id', () => given().when(paid).thenRefused('ResourceNotFound'));
});

describe('asking for a payment', () => {
  const dueOf = (event: PaymentEvent) => enquireDue.dueAfter(recorded(event));
  it('is due a minute after the charge, in case its answer got lost', () =>
    expect(dueOf(requested)).toEqual({ entity: 'p1', dueAt: addSeconds(NOW, 60) }));
  it('is due an hour after it is pending', () =>
    expect(dueOf(pending)).toEqual({ entity: 'p1', dueAt: addSeconds(NOW, 3_600) }));
  it('is due a minute after the money should have gone back', () =>
    expect(dueOf(reversing)).toEqual({ entity: 'p1', dueAt: addSeconds(NOW, 60) }));
  it.each([succeeded, declined, mismatched, reversed])('is no more due after $type', (event) =>
    expect(dueOf(event)).toEqual({ entity: 'p1', dueAt: null }),
  );
});

it('shows what has become of a payment', () => {
  const after = (...events: PaymentEvent[]) =>
    documentsOf(
      paymentProjection,
      events.map((event) => recorded(event)),
    )['p1']?.status;
  expect([after(requested), after(requested, pending), after(requested, succeeded)]).toEqual([
    'requested',
    'pending',
    'succeeded',
  ]);
});

const aboutOrder = { orderId: 'b1', organizationId: 'o1', customerId: 'c1', subscriptionId: 's1' };
const ordered = (status: 'pending' | 'paid'): Of<OrderEvent, 'OrderCreated'> => ({
  type: 'OrderCreated',
  data: {
    ...aboutOrder,
    productId: 'x1',
    checkoutId: null,
    billingReason: 'subscription_cycle',
    status,
    items: [{ id: 'i1', label: 'Paper', amount: 2_000, taxAmount: 0, proration: false, priceId: 'q1' }],
    discountAmount: 0,
    taxAmount: 0,
    currency: 'usd',
    period: { start: NOW, end: NOW },
    paymentId: 'p1',
    paymentMethodId: 'm1',
    billingAddress: null,
    metadata: { plan: 'a' },
  },
});
const orderPaid: OrderEvent = {
  type: 'OrderPaid',
  data: {
    ...aboutOrder,
    paymentId: 'p1',
    billingReason: 'subscription_cycle',
    productId: 'x1',
    netAmount: 2_000,
    currency: 'usd',
  },
};
const orderFailed: OrderEvent = {
  type: 'OrderPaymentFailed',
  data: { ...aboutOrder, paymentId: 'p1', billingReason: 'subscription_cycle', code: 'card_declined' },
};

describe('an order', () => {
  const givenOrder = specOf(orderDecider);
  const create = { type: 'CreateOrder', data: ordered('pending').data } as const;
  const pay = { type: 'PayOrder', data: { orderId: 'b1', paymentId: 'p1' } } as const;
  const fail = { type: 'FailOrderPayment', data: { orderId: 'b1', paymentId: 'p1', code: 'card_declined' } } as const;
  it('is made', () => givenOrder().when(create).then(ordered('pending')));
  it('is made once', () => givenOrder(ordered('pending')).when(create).then());
  it('is paid', () => givenOrder(ordered('pending')).when(pay).then(orderPaid));
  it('is paid once', () => givenOrder(ordered('pending'), orderPaid).when(pay).then());
  it('is not paid again where it was born paid', () => givenOrder(ordered('paid')).when(pay).then());
  it('remembers that its payment failed', () => givenOrder(ordered('pending')).when(fail).then(orderFailed));
  it('remembers it once per payment', () => givenOrder(ordered('pending'), orderFailed).when(fail).then());
  it('is paid after another payment failed', () =>
    givenOrder(ordered('pending'), orderFailed).when(pay).then(orderPaid));
  it('is not known before it is made', () => givenOrder().when(pay).thenRefused('ResourceNotFound'));

  it('shows amounts, legacy names and items', () => {
    const { b1 } = documentsOf(orderProjection, [recorded(ordered('pending'))]);
    expect(b1).toMatchObject({
      status: 'pending',
      paid: false,
      subtotal_amount: 2_000,
      net_amount: 2_000,
      amount: 2_000,
      total_amount: 2_000,
      product_billing_type: 'recurring',
      metadata_entries: ['plan=a'],
      items: [{ id: 'i1', label: 'Paper', amount: 2_000, product_price_id: 'q1', created_at: NOW }],
    });
  });

  it('shows that it is paid', () => {
    const { b1 } = documentsOf(orderProjection, [recorded(ordered('pending')), recorded(orderPaid)]);
    expect(b1).toMatchObject({ status: 'paid', paid: true, modified_at: NOW });
  });
});

describe('periods', () => {
  const months = (start: string, count: number) => {
    const anchor = anchorDayOf(start);
    const ends: string[] = [];
    for (let end = start; ends.length < count;) ends.push((end = periodEndOf(end, 'month', anchor)));
    return ends.map((end) => end.slice(0, 10));
  };

  it('return to the 31st where the month has one', () =>
    expect(months('2026-01-31T10:00:00.000Z', 4)).toEqual(['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']));
  it('know leap years', () => expect(months('2024-01-31T10:00:00.000Z', 2)).toEqual(['2024-02-29', '2024-03-31']));
  it('cross the year', () => expect(months('2026-12-15T00:00:00.000Z', 1)).toEqual(['2027-01-15']));
  it('go from 29 February to the 28th and back', () => {
    const years = ['2024-02-29T08:00:00.000Z'];
    for (let year = 0; year < 4; year++) years.push(periodEndOf(years.at(-1)!, 'year', 29));
    expect(years.map((end) => end.slice(0, 10))).toEqual([
      '2024-02-29',
      '2025-02-28',
      '2026-02-28',
      '2027-02-28',
      '2028-02-29',
    ]);
  });

  it('keep time of day, go on without gap or overlap, and stay on the anchor or the last day, from any start', () => {
    let seed = 20260131;
    const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    for (let round = 0; round < 500; round++) {
      const start = toInstant(Math.floor(msOf('2023-01-01T00:00:00.000Z') + random() * 4 * 366 * 86_400_000));
      const anchor = anchorDayOf(start);
      const interval = round % 2 === 0 ? 'month' : 'year';
      let from = start;
      for (let step = 1; step <= 14; step++) {
        const end = periodEndOf(from, interval, anchor);
        const date = new Date(end);
        const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
        const monthsOn = (date.getUTCFullYear() - new Date(start).getUTCFullYear()) * 12 + date.getUTCMonth();
        expect(end.slice(10)).toBe(start.slice(10));
        expect(date.getUTCDate()).toBe(Math.min(anchor, lastDay));
        expect(monthsOn - new Date(start).getUTCMonth()).toBe(interval === 'month' ? step : step * 12);
        from = end;
      }
    }
  });
});
