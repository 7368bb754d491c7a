import { describe, expect, it } from '@jest/globals';
import { ReopenCheckout } from '../../../src/features/billing/checkouts/checkout.commands.ts';
import { FailOrderPayment } from '../../../src/features/billing/orders/order.commands.ts';
import { orderDecider } from '../../../src/features/billing/orders/order.decider.ts';
import type { OrderEvent, VoidReason } from '../../../src/features/billing/orders/order.events.ts';
import { orderProjection } from '../../../src/features/billing/orders/order.projection.ts';
import { subscriptionLines } from '../../../src/features/billing/orders/renewal.rules.ts';
import { billOf } from '../../../src/features/billing/pricing/bill.ts';
import { Unbillable } from '../../../src/features/billing/pricing/lines.ts';
import type { BillTerms, Tax } from '../../../src/features/billing/pricing/terms.ts';
import { RefundMismatch } from '../../../src/features/billing/payments/payment.commands.ts';
import { paymentDecider } from '../../../src/features/billing/payments/payment.decider.ts';
import type { PaymentEvent, PaymentPurpose } from '../../../src/features/billing/payments/payment.events.ts';
import { checkoutProcess } from '../../../src/features/billing/checkouts/checkout.process.ts';
import { renewalProcess } from '../../../src/features/billing/subscriptions/subscription.process.ts';
import { paymentMismatchProcess } from '../../../src/features/billing/payments/payment.process.ts';
import { paymentProjection } from '../../../src/features/billing/payments/payment.projection.ts';
import type { Price } from '../../../src/features/billing/products/product.events.ts';
import { anchorDayOf } from '../../../src/features/billing/months.ts';
import { periodEndOf } from '../../../src/features/billing/subscriptions/subscription.periods.ts';
import { addSeconds, msOf, toInstant } from '../../../src/kernel/ports/clock.ts';
import { fold } from '../../../src/kernel/writing/decider.ts';
import type { Money } from '../../../src/kernel/money.ts';
import { documentsOf, NOW, recorded, specOf } from '../../support/given.ts';

/** One rate in Germany. */
function taxAt(percent: string): Tax {
  return { rates: [{ name: 'VAT', percent, country: 'DE', state: null }], reverseCharge: false, calculator: 'table' };
}

type Of<E extends { type: string }, T extends E['type']> = Extract<E, { type: T }>;

const purpose = { kind: 'checkout', checkoutId: 'k1' } as const;
const about = { paymentId: 'p1', organizationId: 'o1', customerId: 'c1', purpose };
const USD = { amount: 2_000, currency: 'usd' };
const EUR = { amount: 1_750, currency: 'eur' };

/** What happens to a payment, by what was requested. */
function paymentOf(money: Money) {
  const requested: Of<PaymentEvent, 'PaymentRequested'> = {
    type: 'PaymentRequested',
    data: { ...about, ...money, paymentMethodId: 'm1' },
  };
  const succeeded: PaymentEvent = { type: 'PaymentSucceeded', data: { ...about, ...money, reference: 'r1' } };
  const mismatched = (taken = money): Of<PaymentEvent, 'PaymentMismatched'> => ({
    type: 'PaymentMismatched',
    data: { ...about, ...taken, reference: 'r1' },
  });
  return { requested, succeeded, mismatched };
}
const { requested, succeeded, mismatched } = paymentOf(USD);
const pending: PaymentEvent = { type: 'PaymentPending', data: { ...about, action: 'wait', reference: 'r1' } };
const declined: PaymentEvent = { type: 'PaymentDeclined', data: { ...about, code: 'card_declined', message: 'No' } };
const reversing: PaymentEvent = { type: 'PaymentReversalRequested', data: { ...about, reason: 'lost' } };
const reversed: PaymentEvent = { type: 'PaymentReversed', data: { ...about, reference: 're1' } };

const given = specOf(paymentDecider);
const reverse = { type: 'ReversePayment', data: { paymentId: 'p1', reason: 'lost' } } as const;
type Report = Extract<Parameters<ReturnType<typeof given>['when']>[0], { type: 'RecordPaymentOutcome' }>['data'];
const report = (data: Omit<Report, 'paymentId'>) =>
  ({ type: 'RecordPaymentOutcome', data: { paymentId: 'p1', ...data } as Report }) as const;
const taken = (money: Money) => report({ outcome: 'succeeded', reference: 'r1', ...money } as Report);
const refused = report({ outcome: 'declined', code: 'card_declined', message: 'No' } as Report);

describe.each([USD, EUR])('a payment of $amount $currency', (money) => {
  const { requested, succeeded, mismatched } = paymentOf(money);
  const request = { type: 'RequestPayment', data: requested.data } as const;
  const paid = taken(money);

  it('is requested before the processor is called', () => given().when(request).then(requested));
  it('is requested once', () => given(requested).when(request).then());
  it('succeeds when the processor reports success', () => given(requested).when(paid).then(succeeded));
  it('succeeds after it was pending', () => given(requested, pending).when(paid).then(succeeded));
  it('succeeds once, however often it is reported', () => given(requested, succeeded).when(paid).then());
  it('stays paid when a decline is reported late', () => given(requested, succeeded).when(refused).then());
  it.each([
    { ...money, amount: money.amount - 1 },
    { ...money, amount: money.amount + 1 },
    { ...money, currency: 'gbp' },
    { amount: 0, currency: money.currency },
  ])('is never paid by $amount $currency', (other) => {
    given(requested).when(taken(other)).then(mismatched(other));
    given(requested, pending).when(taken(other)).then(mismatched(other));
  });
  it('does not succeed after it was declined', () => given(requested, declined).when(paid).then(mismatched()));
  it('is refunded if it succeeded', () => given(requested, succeeded).when(reverse).then(reversing));
  it('is refunded if it did not match', () => given(requested, mismatched()).when(reverse).then(reversing));
});

describe('a payment', () => {
  it('is declined when the processor reports a decline', () => given(requested).when(refused).then(declined));
  it('is declined once', () => given(requested, declined).when(refused).then());
  it('becomes pending', () =>
    given(requested)
      .when(report({ outcome: 'pending', reference: 'r1' } as Report))
      .then(pending));
  it('becomes pending once', () =>
    given(requested, pending)
      .when(report({ outcome: 'requires_action', reference: 'r1' } as Report))
      .then());
  it('is refunded once', () => given(requested, succeeded, reversing, reversed).when(reverse).then());
  it('is not refunded if it was declined', () => given(requested, declined).when(reverse).then());
  it('is not refunded before it is settled', () =>
    given(requested, pending).when(reverse).thenRefused('PaymentNotSettled'));
  it('is reversed when the processor reports the refund', () =>
    given(requested, succeeded, reversing)
      .when(report({ outcome: 'reversed', reference: 're1' } as Report))
      .then(reversed));
  it('is not found under another id', () => given().when(taken(USD)).thenRefused('ResourceNotFound'));
});

describe('a payment of 0', () => {
  const { requested, succeeded, mismatched } = paymentOf({ amount: 0, currency: 'eur' });
  const saved = report({ outcome: 'saved', reference: 'r1' } as Report);

  it('succeeds once its method is saved', () => {
    given(requested).when(saved).then(succeeded);
    given(requested, pending).when(saved).then(succeeded);
    given(requested, succeeded).when(saved).then();
  });
  it('does not match if money was taken', () => given(requested).when(taken(EUR)).then(mismatched(EUR)));
  it('is the only one that saving a method pays', () => given(paymentOf(EUR).requested).when(saved).then());
});

describe('a disputed payment', () => {
  const disputed = { reference: 'du1', reason: 'fraudulent', ...EUR };
  const opened: PaymentEvent = { type: 'PaymentDisputed', data: { ...about, ...disputed } };
  const closed = (outcome: 'won' | 'lost'): PaymentEvent => ({
    type: 'PaymentDisputeClosed',
    data: { ...about, ...disputed, outcome },
  });
  const dispute = (status: 'open' | 'won' | 'lost', more = {}) =>
    ({ type: 'RecordDispute', data: { paymentId: 'p1', ...disputed, status, ...more } }) as const;

  it('is opened and closed once, however often that is reported', () => {
    given(requested, succeeded).when(dispute('open')).then(opened);
    given(requested, succeeded, opened).when(dispute('open')).then();
    given(requested, succeeded, opened).when(dispute('lost')).then(closed('lost'));
    given(requested, succeeded, opened, closed('lost')).when(dispute('won')).then();
  });
  it('stays closed if the opening is reported late', () => {
    given(requested, succeeded).when(dispute('won')).then(closed('won'));
    given(requested, succeeded, closed('won')).when(dispute('open')).then();
  });
  it('may be disputed again', () =>
    given(requested, succeeded, opened, closed('won'))
      .when(dispute('open', { reference: 'du2' }))
      .then({ ...opened, data: { ...opened.data, reference: 'du2' } } as PaymentEvent));
  it('has a bounded history', () => {
    const many = Array.from({ length: 5 }, (_, index) => ({
      ...opened,
      data: { ...opened.data, reference: `du${index}` },
    })) as PaymentEvent[];
    given(requested, succeeded, ...many)
      .when(dispute('open', { reference: 'du9' }))
      .then();
    const long = dispute('open', { reason: 'x'.repeat(500) });
    given(requested)
      .when(long)
      .then({ ...opened, data: { ...opened.data, reason: 'x'.repeat(100) } } as PaymentEvent);
  });
  it('can still be refunded, and keeps its dispute', () => {
    given(requested, succeeded, opened).when(reverse).then(reversing);
    given(requested, succeeded, opened, reversing).when(dispute('open')).then();
  });
  it('shows the latest dispute, and keeps its own status', () => {
    const shown = (...events: PaymentEvent[]) =>
      documentsOf(
        paymentProjection,
        events.map((event) => recorded(event)),
      )['p1'];
    const before = shown(requested, succeeded);
    const after = shown(requested, succeeded, opened, closed('won'));
    expect(before).toMatchObject({ status: 'succeeded', disputed: false, dispute_status: null });
    expect(after).toMatchObject({
      ...{ status: 'succeeded', disputed: true, dispute_status: 'won', dispute_reason: 'fraudulent' },
      ...{ disputed_amount: EUR.amount, disputed_currency: 'eur', modified_at: before!.modified_at },
    });
  });
});

describe('a payment that does not match', () => {
  const steps = (to: PaymentPurpose) => {
    const event = { ...mismatched(EUR), data: { ...mismatched(EUR).data, purpose: to } };
    return [checkoutProcess, renewalProcess, paymentMismatchProcess]
      .flatMap((one) => one.react(recorded(event)))
      .map(({ command, data }) => [command, data]);
  };
  const refund = [RefundMismatch, { paymentId: 'p1', ...EUR }];

  it('reopens its checkout, and is refunded', () =>
    expect(steps(purpose)).toEqual([
      [ReopenCheckout, { checkoutId: 'k1', paymentId: 'p1', reason: 'The payment did not match' }],
      refund,
    ]));
  it('leaves its order unpaid, and is refunded', () =>
    expect(steps({ kind: 'order', orderId: 'b1', subscriptionId: 's1' })).toEqual([
      [FailOrderPayment, { orderId: 'b1', paymentId: 'p1', code: 'payment_mismatched' }],
      refund,
    ]));
});

describe('the call of the processor', () => {
  const dueAfter = (event: PaymentEvent) =>
    documentsOf(paymentProjection, [recorded(requested), recorded(event)])['p1']?.['next_call_at'];
  it('is looked for soon after the payment or its refund was requested, in case the wake-up was lost', () =>
    expect([requested, reversing].map(dueAfter)).toEqual([addSeconds(NOW, 10), addSeconds(NOW, 10)]));
  it('is due an hour after the payment became pending', () =>
    expect(dueAfter(pending)).toEqual(addSeconds(NOW, 3_600)));
  it.each([succeeded, declined, mismatched(), reversed])('is no longer due after $type', (event) =>
    expect(dueAfter(event)).toBeNull(),
  );
});

it('shows the status of a payment, and what was taken if it does not match', () => {
  const after = (...events: PaymentEvent[]) =>
    documentsOf(
      paymentProjection,
      events.map((event) => recorded(event)),
    )['p1'];
  expect([after(requested), after(requested, pending), after(requested, succeeded)]).toMatchObject([
    { status: 'requested', mismatched: false },
    { status: 'pending', mismatched: false },
    { status: 'succeeded', mismatched: false, received_amount: null },
  ]);
  const refunded = after(requested, mismatched(EUR), reversing, reversed);
  expect(refunded).toMatchObject({ status: 'reversed', mismatched: true, ...USD });
  expect(refunded).toMatchObject({ received_amount: EUR.amount, received_currency: EUR.currency });
});

const aboutOrder = { orderId: 'b1', organizationId: 'o1', customerId: 'c1', subscriptionId: 's1' };
const aboutCycle = { ...aboutOrder, billingReason: 'subscription_cycle' } as const;
const orderFailed: OrderEvent = {
  type: 'OrderPaymentFailed',
  data: { ...aboutCycle, paymentId: 'p1', code: 'card_declined' },
};
const orderVoided = (reason: VoidReason): OrderEvent => ({ type: 'OrderVoided', data: { ...aboutCycle, reason } });

/** An order of two lines, with a discount and tax: net and total follow. */
const ORDERS = [
  {
    currency: 'usd',
    amounts: [2_000, 0],
    terms: { discount: null, tax: null } satisfies BillTerms,
    discount: 0,
    tax: 0,
    net: 2_000,
    total: 2_000,
  },
  {
    currency: 'eur',
    amounts: [1_500, 999],
    terms: {
      discount: { discountId: 'd1', type: 'fixed', amount: 499, currency: 'eur' },
      tax: taxAt('19'),
    } satisfies BillTerms,
    discount: 499,
    tax: 380,
    net: 2_000,
    total: 2_380,
  },
];

describe.each(ORDERS)('an order of $total $currency', ({ currency, amounts, terms, discount, tax, net, total }) => {
  const lines = amounts.map((amount, index) => ({
    id: `i${index}`,
    label: 'Paper',
    priceId: `q${index}`,
    quantity: 1,
    amount,
    proration: false,
  }));
  const bill = billOf(lines, currency, terms);
  const ordered = (status: 'pending' | 'paid'): Of<OrderEvent, 'OrderCreated'> => ({
    type: 'OrderCreated',
    data: {
      ...aboutCycle,
      productId: 'x1',
      checkoutId: null,
      status,
      ...bill,
      appliedBalanceAmount: 0,
      dueAmount: total,
      period: { start: NOW, end: NOW },
      paymentId: 'p1',
      paymentMethodId: 'm1',
      billingAddress: null,
      place: null,
      billingName: 'Ada Ltd',
      customFieldData: {},
      metadata: { plan: 'a' },
    },
  });
  const paidBy = (paymentId: string): OrderEvent => ({
    type: 'OrderPaid',
    data: { ...aboutCycle, paymentId, productId: 'x1', netAmount: net, currency },
  });
  const orderPaid = paidBy('p1');
  const givenOrder = specOf(orderDecider);
  const create = {
    type: 'CreateOrder',
    data: { ...ordered('pending').data, ...bill, billingName: 'Ada Ltd' },
  } as const;
  const pay = (money: Partial<Money> = {}, paymentId = 'p1') =>
    ({ type: 'PayOrder', data: { orderId: 'b1', paymentId, amount: total, currency, ...money } }) as const;
  const fail = { type: 'FailOrderPayment', data: { orderId: 'b1', paymentId: 'p1', code: 'card_declined' } } as const;
  const voidFor = (reason: VoidReason) => ({ type: 'VoidOrder', data: { orderId: 'b1', reason } }) as const;

  it('is created', () => givenOrder().when(create).then(ordered('pending')));
  it('is created once', () => givenOrder(ordered('pending')).when(create).then());
  it('says what to request', () =>
    expect(fold(orderDecider, [ordered('pending')])).toMatchObject({
      due: { amount: total, currency },
      paymentId: 'p1',
      paymentMethodId: 'm1',
    }));
  it('is paid by what is due', () => givenOrder(ordered('pending')).when(pay()).then(orderPaid));
  it('is paid once', () => givenOrder(ordered('pending'), orderPaid).when(pay()).then());
  it('is not paid again if it was created paid', () => givenOrder(ordered('paid')).when(pay()).then());
  it.each([
    { amount: total - 1 },
    { amount: total + 1 },
    { amount: 0 },
    { currency: currency === 'eur' ? 'usd' : 'eur' },
  ])('is not paid by another amount or currency: %o', (other) =>
    givenOrder(ordered('pending')).when(pay(other)).thenRefused('PaymentMismatch'),
  );
  it('accepts no second payment', () => {
    givenOrder(ordered('pending'), orderPaid).when(pay({}, 'p2')).thenRefused('OrderNotPayable');
    givenOrder(ordered('paid')).when(pay({}, 'p2')).thenRefused('OrderNotPayable');
  });
  it('records that its payment failed', () => givenOrder(ordered('pending')).when(fail).then(orderFailed));
  it('records it once per payment', () => givenOrder(ordered('pending'), orderFailed).when(fail).then());
  it('is paid after another payment failed', () =>
    givenOrder(ordered('pending'), orderFailed).when(pay({}, 'p2')).then(paidBy('p2')));
  it('is not found before it is created', () => givenOrder().when(pay()).thenRefused('ResourceNotFound'));

  it('is void once its subscription is revoked', () =>
    givenOrder(ordered('pending')).when(voidFor('subscription_revoked')).then(orderVoided('subscription_revoked')));
  it('is void once its subscription has ended and its payment has failed', () =>
    givenOrder(ordered('pending'), orderFailed)
      .when(voidFor('subscription_ended'))
      .then(orderVoided('subscription_ended')));
  it('is not void at the end while its payment may still arrive', () =>
    givenOrder(ordered('pending')).when(voidFor('subscription_ended')).then());
  it('is void once, and never once it is paid', () => {
    const again = voidFor('subscription_revoked');
    givenOrder(ordered('pending'), orderVoided('subscription_revoked')).when(again).then();
    givenOrder(ordered('pending'), orderPaid).when(again).then();
    givenOrder(ordered('paid')).when(again).then();
  });
  it('accepts no payment once it is void', () =>
    givenOrder(ordered('pending'), orderVoided('subscription_revoked')).when(pay()).thenRefused('OrderNotPayable'));
  it('has no payment to fail once it is void', () =>
    givenOrder(ordered('pending'), orderVoided('subscription_revoked')).when(fail).then());

  const shown = (...events: OrderEvent[]) =>
    documentsOf(
      orderProjection,
      events.map((event) => recorded(event)),
    )['b1'];
  it('shows amounts, legacy names and items', () =>
    expect(shown(ordered('pending'))).toMatchObject({
      status: 'pending',
      paid: false,
      subtotal_amount: amounts[0]! + amounts[1]!,
      discount_amount: discount,
      net_amount: net,
      amount: net,
      discount_id: terms.discount && 'd1',
      tax_amount: tax,
      total_amount: total,
      currency,
      billing_name: 'Ada Ltd',
      product_billing_type: 'recurring',
      metadata_entries: ['plan=a'],
      items: [{ id: 'i0', label: 'Paper', amount: amounts[0], product_price_id: 'q0', created_at: NOW }, { id: 'i1' }],
    }));
  it('shows that it is paid', () =>
    expect(shown(ordered('pending'), orderPaid)).toMatchObject({ status: 'paid', paid: true, modified_at: NOW }));
  it('shows that it is void', () =>
    expect(shown(ordered('pending'), orderVoided('subscription_revoked'))).toMatchObject({
      status: 'void',
      paid: false,
      voided_at: NOW,
    }));
  it('is blanked when its customer is erased', () =>
    expect(orderProjection.blank!(shown(ordered('pending'))!, 'customer:c1')).toMatchObject({
      billing_name: null,
      metadata: {},
    }));
});

/** Amounts in minor units: cents of USD, whole JPY. */
describe('a bill', () => {
  const of = (amounts: number[], currency: string, terms: Partial<BillTerms>, prorations: number[] = []) =>
    billOf(
      amounts.map((amount, index) => ({ amount, proration: prorations.includes(index) })),
      currency,
      { discount: null, tax: null, ...terms },
    );
  const percentage = (basisPoints: number) => ({ discountId: 'd1', type: 'percentage', basisPoints }) as const;
  const fixed = (amount: number, currency: string) => ({ discountId: 'd1', type: 'fixed', amount, currency }) as const;

  it.each([
    { currency: 'usd', amounts: [2_000], terms: {}, totals: [2_000, 0, 2_000, 0, 2_000] },
    { currency: 'jpy', amounts: [2_000], terms: {}, totals: [2_000, 0, 2_000, 0, 2_000] },
    { currency: 'usd', amounts: [], terms: { tax: taxAt('19') }, totals: [0, 0, 0, 0, 0] },
    { currency: 'usd', amounts: [17], terms: { discount: percentage(5_000) }, totals: [17, 9, 8, 0, 8] },
    { currency: 'jpy', amounts: [999], terms: { discount: percentage(1_000) }, totals: [999, 100, 899, 0, 899] },
    { currency: 'usd', amounts: [999, 1], terms: { discount: percentage(10_000) }, totals: [1_000, 1_000, 0, 0, 0] },
    {
      currency: 'usd',
      amounts: [2_000],
      terms: { discount: fixed(499, 'usd') },
      totals: [2_000, 499, 1_501, 0, 1_501],
    },
    { currency: 'jpy', amounts: [300], terms: { discount: fixed(500, 'jpy') }, totals: [300, 300, 0, 0, 0] },
    { currency: 'usd', amounts: [50], terms: { tax: taxAt('19') }, totals: [50, 0, 50, 10, 60] },
    {
      currency: 'jpy',
      amounts: [1_980],
      terms: { tax: taxAt('10') },
      totals: [1_980, 0, 1_980, 198, 2_178],
    },
    { currency: 'usd', amounts: [-50], terms: { tax: taxAt('19') }, totals: [-50, 0, -50, -10, -60] },
    {
      currency: 'usd',
      amounts: [1_500, 999],
      terms: { discount: percentage(2_500), tax: taxAt('7.25') },
      totals: [2_499, 625, 1_874, 136, 2_010],
    },
  ])('of $amounts $currency with $terms comes to $totals', ({ currency, amounts, terms, totals }) => {
    const bill = of(amounts, currency, terms);
    const { subtotalAmount, discountAmount, netAmount, taxAmount, totalAmount } = bill.totals;
    expect([subtotalAmount, discountAmount, netAmount, taxAmount, totalAmount]).toEqual(totals);
    const sumOf = (field: 'discountAmount' | 'taxAmount') => bill.items.reduce((all, item) => all + item[field], 0);
    expect([sumOf('discountAmount'), sumOf('taxAmount')]).toEqual([discountAmount, taxAmount]);
  });
  it('gives what rounding leaves of a discount to the largest remainders', () => {
    const { items } = of([100, 100, 100], 'usd', { discount: fixed(100, 'usd') });
    expect(items.map(({ discountAmount }) => discountAmount)).toEqual([34, 33, 33]);
  });
  it('splits to the cent what is more than a double holds as a product', () => {
    const amounts = [99_999_999, 99_999_998, 99_999_997, 1];
    const bill = of(amounts, 'jpy', { discount: percentage(3_333), tax: taxAt('19.99') });
    const sumOf = (field: 'discountAmount' | 'taxAmount') => bill.items.reduce((all, item) => all + item[field], 0);
    expect(sumOf('discountAmount')).toBe(bill.totals.discountAmount);
    expect(sumOf('taxAmount')).toBe(bill.totals.taxAmount);
    expect(bill.items.map(({ discountAmount }) => discountAmount)).toEqual([33_330_000, 33_329_999, 33_329_999, 0]);
  });
  it('adds up, whatever the lines and terms', () => {
    let seed = 7;
    const upTo = (limit: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % limit;
    for (let round = 0; round < 2_000; round++) {
      const amounts = Array.from({ length: 1 + upTo(6) }, () => upTo(100_000_000));
      const currency = ['usd', 'eur', 'jpy'][upTo(3)]!;
      const discount = [null, percentage(upTo(10_001)), fixed(upTo(100_000_000), currency)][upTo(3)]!;
      const { items, totals } = of(amounts, currency, {
        discount,
        tax: [null, taxAt(`${upTo(30)}.${upTo(10_000)}`)][upTo(2)]!,
      });
      const sumOf = (field: 'discountAmount' | 'taxAmount') => items.reduce((all, item) => all + item[field], 0);
      expect([sumOf('discountAmount'), sumOf('taxAmount')]).toEqual([totals.discountAmount, totals.taxAmount]);
      expect(totals.subtotalAmount - totals.discountAmount).toBe(totals.netAmount);
      expect(totals.netAmount + totals.taxAmount).toBe(totals.totalAmount);
      expect(totals.totalAmount).toBeGreaterThanOrEqual(0);
      for (const { amount, discountAmount } of items) {
        expect(discountAmount).toBeGreaterThanOrEqual(0);
        expect(discountAmount).toBeLessThanOrEqual(amount);
      }
    }
  });
  it('discounts no proration, and taxes it', () => {
    const { items, totals } = of([-500, 1_000], 'usd', { discount: percentage(1_000), tax: taxAt('20') }, [0]);
    expect(items.map(({ discountAmount }) => discountAmount)).toEqual([0, 100]);
    expect(totals).toMatchObject({ discountAmount: 100, netAmount: 400, taxAmount: 80, totalAmount: 480 });
  });
  it('is never in two currencies', () =>
    expect(() => of([500], 'usd', { discount: fixed(100, 'jpy') })).toThrow('A discount in jpy'));
});

describe('the lines of a renewal', () => {
  const fixed = (amount: number, currency: string): Price => ({ id: 'q1', amountType: 'fixed', amount, currency });
  const period = { start: '2026-01-31T10:00:00.000Z', end: '2026-02-28T10:00:00.000Z' };
  const linesOf = (prices: Price[], currency: string, quantity = 1) => {
    const items = prices.map((price) => ({ productId: 'x1', price, quantity }));
    return subscriptionLines(
      'b1',
      { items, entries: [], usage: [], currency, period },
      { product: () => 'Paper', meter: () => '' },
    );
  };

  it.each([USD, EUR])('are the prices as they were bought: $amount $currency', ({ amount, currency }) =>
    expect(linesOf([fixed(amount, currency), { id: 'q2', amountType: 'free' }], currency)).toMatchObject([
      { amount, priceId: 'q1', label: 'Paper — From Jan 31, 2026 to Feb 28, 2026', proration: false },
      { amount: 0, priceId: 'q2' },
    ]),
  );
  it('cost their quantity', () =>
    expect(linesOf([fixed(500, 'jpy')], 'jpy', 3)).toMatchObject([{ amount: 1_500, quantity: 3 }]));
  it('have ids that a repeated step derives again', () =>
    expect(linesOf([fixed(500, 'eur')], 'eur')).toEqual(linesOf([fixed(500, 'eur')], 'eur')));
  it('are never in two currencies', () => {
    expect(() => linesOf([fixed(500, 'usd')], 'eur')).toThrow(Unbillable);
    expect(() => linesOf([fixed(500, 'eur'), fixed(500, 'usd')], 'eur')).toThrow(Unbillable);
  });
  it('are an error, never 0, for a price that cannot be billed', () =>
    expect(() => linesOf([{ id: 'q1', amountType: 'custom', currency: 'usd' } as never], 'usd')).toThrow(Unbillable));
});

describe('periods', () => {
  const months = (start: string, count: number) => {
    const anchor = anchorDayOf(start);
    const ends: string[] = [];
    for (let end = start; ends.length < count;) ends.push((end = periodEndOf(end, 'month', anchor)));
    return ends.map((end) => end.slice(0, 10));
  };

  it('return to the 31st in months that have one', () =>
    expect(months('2026-01-31T10:00:00.000Z', 4)).toEqual(['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']));
  it('follow leap years', () => expect(months('2024-01-31T10:00:00.000Z', 2)).toEqual(['2024-02-29', '2024-03-31']));
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

  it('keep the time of day, follow without gap or overlap, and end on the anchor or the last day, from any start', () => {
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
