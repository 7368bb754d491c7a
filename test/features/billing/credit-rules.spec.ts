import { describe, expect, it } from '@jest/globals';
import { bookingOf, taxPartsOf } from '../../../src/features/billing/finance/finance.rules.ts';
import { printedInvoice } from '../../../src/features/billing/invoices/printed-document.rules.ts';
import { creditedLines, takenBackBy, type Origin } from '../../../src/features/billing/orders/credit.rules.ts';
import type { OrderLine } from '../../../src/features/billing/orders/order.events.ts';
import { explanationOf } from '../../../src/features/billing/orders/explanations/order-explanation.rules.ts';
import { billOf } from '../../../src/features/billing/pricing/bill.ts';
import type { BillTerms, Tax } from '../../../src/features/billing/pricing/terms.ts';
import { refundedPartsOf, refundOf } from '../../../src/features/billing/refunds/refund.rules.ts';
import { taxedPartsOf } from '../../../src/features/billing/pricing/bill.ts';
import { subscriptionDecider } from '../../../src/features/billing/subscriptions/subscription.decider.ts';
import type { SubscriptionEvent } from '../../../src/features/billing/subscriptions/subscription.events.ts';
import { NOW, recorded, specOf } from '../../support/given.ts';
import { invoice, line, orderOf, type OrderCreated } from './invoiced-orders.ts';

const ORIGIN = 'origin';
const tax = (country: string, percents: string[], reverseCharge = false): Tax => ({
  rates: percents.map((percent, at) => ({ name: `T${at}`, percent, country, state: null })),
  reverseCharge,
  calculator: 'table',
});
const GERMAN = tax('DE', ['19']);
const NOWHERE = tax('US', []);

/** An order of one line, that a later one takes back. */
function originOf(
  amount: number,
  currency: string,
  terms: Partial<BillTerms> = {},
  more: Partial<Origin> = {},
): Origin {
  const order = orderOf([{ ...line('Year', amount), id: 'l1' }], currency, terms, { orderId: ORIGIN });
  return { order, isPaid: true, refunded: 0, ...more };
}

const credit = (amount: number): OrderLine => ({
  ...line('Remaining time on Year', 0 - amount),
  proration: true,
  takesBack: { orderId: ORIGIN, lineId: 'l1' },
});

/** An order that takes back `amount` of its origin, and sells something for `sold`. */
function changedTo(origin: Origin, amount: number, sold: number, terms: Partial<BillTerms> = {}): OrderCreated {
  const lines = creditedLines([credit(amount), line('Month', sold)], new Map([[ORIGIN, origin]]));
  return orderOf(lines, origin.order.currency, terms);
}

const sums = ({ totals: { netAmount, taxAmount, totalAmount } }: OrderCreated) => [netAmount, taxAmount, totalAmount];

describe('the tax of a credit', () => {
  it.each([
    { then: null, now: GERMAN, sums: [-119_000, 190, -118_810] },
    { then: NOWHERE, now: GERMAN, sums: [-119_000, 190, -118_810] },
    { then: GERMAN, now: null, sums: [-119_000, -22_800, -141_800] },
    { then: GERMAN, now: NOWHERE, sums: [-119_000, -22_800, -141_800] },
    { then: GERMAN, now: GERMAN, sums: [-119_000, -22_610, -141_610] },
    { then: tax('DE', ['19'], true), now: GERMAN, sums: [-119_000, 190, -118_810] },
    { then: GERMAN, now: tax('DE', ['19'], true), sums: [-119_000, -22_800, -141_800] },
    { then: GERMAN, now: tax('DE', ['16']), sums: [-119_000, -22_640, -141_640] },
    { then: tax('CA', ['5', '9.975']), now: GERMAN, sums: [-119_000, -17_780, -136_780] },
  ])('is what its line was taxed with, wherever its buyer is now: %j', ({ then, now, sums: expected }) => {
    for (const currency of ['eur', 'huf', 'kwd'])
      expect(sums(changedTo(originOf(120_000, currency, { tax: then }), 120_000, 1_000, { tax: now }))).toEqual(
        expected,
      );
  });

  it.each([
    ['eur', 333, 63],
    ['jpy', 333, 63],
    ['kwd', 330, 60],
    ['kwd', 370, 70],
    ['isk', 3_300, 600],
  ])('is a share of it in what %s is charged in: of %d, %d', (currency, amount, share) => {
    const origin = originOf(currency === 'isk' ? 10_000 : 1_000, currency, { tax: GERMAN });
    expect(sums(changedTo(origin, amount, 0))).toEqual([0 - amount, 0 - share, 0 - amount - share]);
  });

  it('is that of its own order for a line that is billed by it', () => {
    const own = { ...credit(500), takesBack: { orderId: 'o2', lineId: 'l2' } };
    const lines = creditedLines([{ ...line('A', 800), id: 'l2' }, own, line('B', 700)], new Map());
    expect(sums(orderOf(lines, 'usd', { tax: GERMAN }, { orderId: 'o2' }))).toEqual([1_000, 190, 1_190]);
  });

  it('is shown apart from that of what is sold: in the tax report, on the invoice and in the explanation', () => {
    const [germany, california] = [
      { country: 'DE', state: null },
      { country: 'US', state: 'US-CA' },
    ];
    const origin = originOf(120_000, 'usd', { tax: NOWHERE });
    const sold = { ...origin, order: { ...origin.order, place: california } };
    const order = { ...changedTo(sold, 120_000, 1_000, { tax: GERMAN }), place: germany };
    const { booked, ...booking } = bookingOf(recorded({ type: 'OrderCreated', data: order }));
    expect(booked.country).toBe('DE');
    const [rate, none] = [
      { name: 'T0', percent: '19' },
      { name: null, percent: null },
    ];
    expect(taxPartsOf({ booked, ...booking })).toEqual([
      { place: germany, ...germany, ...rate, treatment: 'taxed', netAmount: 1_000, taxAmount: 190 },
      { place: california, ...california, ...none, treatment: 'no_rate', netAmount: -120_000, taxAmount: 0 },
    ]);
    const rows = printedInvoice({ ...order, dueAmount: 0 }, invoice).totals.map(
      ({ label, amount }) => `${label}: ${amount}`,
    );
    expect(rows).toEqual([
      'Subtotal: −1,190.00',
      'Total excluding tax: −1,190.00',
      'T0 19 % (DE): 1.90',
      'Total: −1,188.10',
      'Credited to the customer’s account: 1,188.10',
      'Amount due: 0.00',
    ]);
    const taxes = explanationOf(order).filter(({ kind }) => kind === 'tax');
    expect(taxes.map(({ arithmetic }) => arithmetic)).toEqual(['19 % of 10.00 = 1.90']);
  });

  it('is one with that of what is sold if both are taxed alike', () => {
    const order = changedTo(originOf(3_000, 'eur', { tax: GERMAN }), 1_500, 4_500, { tax: GERMAN });
    expect(taxedPartsOf(order)).toMatchObject([{ netAmount: 3_000, tax: { rates: [{ percent: '19', amount: 570 }] } }]);
  });

  it('goes back with a refund of such an order part by part', () => {
    const order = changedTo(originOf(10_000, 'eur', { tax: NOWHERE }), 10_000, 15_000, { tax: GERMAN });
    const { netAmount, taxAmount, totalAmount } = order.totals;
    const paid = { netAmount, taxAmount, paidAmount: totalAmount, currency: 'eur' };
    const left = { amount: netAmount, taxAmount, paymentAmount: totalAmount };
    const half = refundOf(2_500, paid, left);
    expect(half).toMatchObject({ amount: 2_500, taxAmount: 1_425 });
    const parts = refundedPartsOf(half, taxedPartsOf(order), []);
    expect(parts).toMatchObject([{ netAmount: 7_500, tax: { rates: [{ amount: 1_425 }] } }, { netAmount: -5_000 }]);
    expect(refundedPartsOf(half, taxedPartsOf(order), [{ parts }])).toEqual(parts);
  });
});

describe('a credit', () => {
  it.each([
    { refunded: 0, amounts: [-10_000, -1_900] },
    { refunded: 5_950, amounts: [-5_000, -950] },
    { refunded: 11_900, amounts: [0, 0] },
    { refunded: 20_000, amounts: [0, 0] },
  ])('takes back at most what refunds have left: of 119.00 without $refunded, $amounts', ({ refunded, amounts }) => {
    for (const currency of ['usd', 'huf', 'kwd']) {
      const order = changedTo(originOf(10_000, currency, { tax: GERMAN }, { refunded }), 10_000, 0);
      expect(sums(order).slice(0, 2)).toEqual(amounts);
      // What was not used is less than what is left.
      const [net] = sums(changedTo(originOf(10_000, currency, { tax: GERMAN }, { refunded }), 4_000, 0));
      expect(net).toBe(Math.max(-4_000, amounts[0]!));
    }
  });

  it('shares what refunds have left with the other lines of its order', () => {
    const lines = [{ ...line('Year', 10_000), id: 'l1' }, line('Usage', 30_000)];
    const order = orderOf(lines, 'jpy', { tax: GERMAN }, { orderId: ORIGIN });
    const after = changedTo({ order, isPaid: true, refunded: 23_800 }, 10_000, 0);
    expect(sums(after)).toEqual([-5_000, -950, -5_950]);
  });

  it('counts what its order took back of earlier ones as paid, and what a payment has not brought as nothing', () => {
    const lines = creditedLines(
      [credit(6_000), { ...line('Large', 9_000), id: 'l2' }],
      new Map([[ORIGIN, originOf(6_000, 'usd')]]),
    );
    const order = orderOf(lines, 'usd', {}, { orderId: 'o2' });
    const back = { ...credit(9_000), takesBack: { orderId: 'o2', lineId: 'l2' } };
    const of = (origin: Omit<Origin, 'order'>) =>
      sums(orderOf(creditedLines([back], new Map([['o2', { order, ...origin }]])), 'usd'))[0];
    expect([of({ isPaid: true, refunded: 0 }), of({ isPaid: true, refunded: 3_000 })]).toEqual([-9_000, -6_000]);
    expect(of({ isPaid: false, refunded: 0 })).toBe(-6_000);
    expect(sums(changedTo(originOf(9_000, 'jpy', {}, { isPaid: false }), 9_000, 0))).toEqual([0, 0, 0]);
  });

  it('is reported to the account with its tax, and with all that its origin sold', () => {
    const origin = originOf(10_000, 'eur', { tax: GERMAN }, { refunded: 5_950 });
    const { items } = changedTo(origin, 10_000, 1_000);
    const takenBack = takenBackBy(items, new Map([[ORIGIN, origin]]));
    expect(takenBack).toEqual([{ orderId: ORIGIN, billed: 11_900, amount: 5_950 }]);
  });

  it('says what it was reduced to', () => {
    const prorated = { price: 10_000, discount: 0, leftSeconds: 86_400, periodSeconds: 172_800 };
    const lines = creditedLines(
      [{ ...credit(5_000), prorated }],
      new Map([[ORIGIN, originOf(10_000, 'usd', {}, { refunded: 7_000 })]]),
    );
    expect(explanationOf(orderOf(lines, 'usd'))[0]!.arithmetic).toBe(
      '1 of 2 days left × 100.00 = 50.00, of which 30.00 was paid and not refunded',
    );
  });
});

describe('what a change of product takes back', () => {
  type Of<T extends SubscriptionEvent['type']> = Extract<SubscriptionEvent, { type: T }>;
  const given = specOf(subscriptionDecider);
  const items = (id: string, amount: number) =>
    [
      { productId: `x-${id}`, price: { id, amountType: 'fixed' as const, amount, currency: 'huf' }, quantity: 1 },
    ] as const;
  const about = { subscriptionId: 's1', organizationId: 'o1', customerId: 'c1' };
  const sold = { items: items('old', 90_000), currency: 'huf', recurringInterval: 'month' as const };
  const created: Of<'SubscriptionCreated'> = {
    type: 'SubscriptionCreated',
    data: {
      ...{ ...about, ...sold, discount: null, trial: null, checkoutId: 'k1', billedBy: 'b1', paymentMethodId: 'm1' },
      ...{ activeClaim: null, billingAddress: null, billingName: null, customFieldData: {}, metadata: {} },
      ...{ anchorDay: 31, startedAt: NOW, currentPeriodEnd: '2026-02-28T10:00:00.000Z' },
    },
  };
  const change = (behavior: 'invoice' | 'prorate' | 'next_period', unpaidOrderIds: string[], seenChanges = 0) => ({
    type: 'ChangeSubscriptionProduct' as const,
    data: {
      ...{ subscriptionId: 's1', ...sold, items: items('new', 30_000), keepsDiscount: true },
      ...{ behavior, seenChanges, unpaidOrderIds },
    },
  });
  const decided = (past: SubscriptionEvent[], intent: ReturnType<typeof change>) => {
    const state = past.reduce(subscriptionDecider.evolve, subscriptionDecider.initial);
    const [event] = subscriptionDecider.decide({ ...intent, now: NOW, machineNow: NOW }, state);
    return event as Of<'SubscriptionProductChanged'>;
  };
  const origins = ({ data }: Of<'SubscriptionProductChanged'>) =>
    data.entries.map(({ takesBack }) => takesBack?.orderId);

  it('is the line of the order that has billed it: of its checkout, its renewal, or a change before', () => {
    expect(origins(decided([created], change('prorate', [])))).toEqual(['b1', undefined]);
    const renewed = {
      type: 'SubscriptionRenewed',
      data: { ...about, periodStart: NOW, periodEnd: '2026-02-28T10:00:00.000Z', orderId: 'b2' },
    } as const;
    expect(origins(decided([created, renewed], change('prorate', [])))).toEqual(['b2', undefined]);
    const first = decided([created], change('invoice', []));
    const back = change('invoice', [], 1);
    const second = decided([created, first], { ...back, data: { ...back.data, items: items('old', 90_000) } });
    expect(origins(second)).toEqual([first.data.orderId, undefined]);
    expect(second.data.entries[0]!.takesBack!.lineId).toBe(first.data.entries[1]!.id);
  });

  it('waits with it if that line still waits', () => {
    const first = decided([created], change('prorate', []));
    const back = change('prorate', [], 1);
    const second = decided([created, first], { ...back, data: { ...back.data, items: items('old', 90_000) } });
    expect(second.data.entries[0]!.takesBack).toEqual({ orderId: null, lineId: first.data.entries[1]!.id });
  });

  it('is nothing that is not paid yet: what bills the change now is refused, and the rest waits', () => {
    given(created)
      .when(change('invoice', ['b1']))
      .thenRefused('SubscriptionLocked');
    expect(decided([created], change('prorate', ['b1'])).data.orderId).toBeNull();
    expect(decided([created], change('next_period', ['b1'])).type).toBe('SubscriptionChangeScheduled');
    expect(decided([created], change('invoice', ['b0'])).data.orderId).not.toBeNull();
  });
});

describe('a bill', () => {
  it('adds the tax of what it takes back to that of what it sells, and no discount to either', () => {
    const origin = originOf(10_000, 'eur', { tax: GERMAN });
    const lines = creditedLines([credit(10_000), line('Month', 2_000)], new Map([[ORIGIN, origin]]));
    const discount = { discountId: 'd1', type: 'percentage', basisPoints: 5_000 } as const;
    const { items, totals } = billOf(lines, 'eur', { discount, tax: tax('CA', ['5', '9.975']) });
    expect(items.map(({ discountAmount, taxAmount }) => [discountAmount, taxAmount])).toEqual([
      [0, -1_900],
      [1_000, 150],
    ]);
    expect(totals).toMatchObject({ netAmount: -9_000, taxAmount: -1_750, totalAmount: -10_750 });
  });
});
