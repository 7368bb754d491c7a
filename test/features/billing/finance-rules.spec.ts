import { describe, expect, it } from '@jest/globals';
import { financeEntryProjection } from '../../../src/features/billing/finance/finance-entry.projection.ts';
import { financePeriodsOf } from '../../../src/features/billing/finance/finance-periods.rules.ts';
import { taxRowOf } from '../../../src/features/billing/finance/finance.rules.ts';
import { taxLineProjection } from '../../../src/features/billing/finance/tax-line.projection.ts';
import { orderDecider } from '../../../src/features/billing/orders/order.decider.ts';
import type { OrderCreated, OrderEvent } from '../../../src/features/billing/orders/order.events.ts';
import type { BilledTax } from '../../../src/features/billing/pricing/bill.ts';
import { paidOrderOf } from '../../../src/features/billing/refunds/paid-order.rules.ts';
import { refundDecider, type PaidOrder } from '../../../src/features/billing/refunds/refund.decider.ts';
import type { Refunded, RefundEvent } from '../../../src/features/billing/refunds/refund.events.ts';
import { fold } from '../../../src/kernel/writing/decider.ts';
import { documentsOf, NOW, recorded } from '../../support/given.ts';

const GST = { name: 'GST', percent: '5', country: 'CA', state: null };
const QST = { name: 'QST', percent: '9.975', country: 'CA', state: 'CA-QC' };
const MARCH = '2026-03-31T22:00:00.000Z';
const APRIL = '2026-04-02T10:00:00.000Z';
const MAY = '2026-05-01T10:00:00.000Z';

describe.each(['usd', 'jpy'])('the entries and tax lines in %s', (currency) => {
  const orderId = '01a20a8a-c2a1-7000-8000-000000000001';
  const about = { orderId, organizationId: 'g1', customerId: 'c1', subscriptionId: null };
  const sold = { productId: 'x1', billingReason: 'purchase' } as const;
  const tax = (reverseCharge = false): BilledTax => ({
    rates: [
      { ...GST, amount: reverseCharge ? 0 : 5 },
      { ...QST, amount: reverseCharge ? 0 : 10 },
    ],
    reverseCharge,
    calculator: 'table',
  });
  const created = (more: Partial<OrderCreated['data']> = {}): OrderCreated => {
    const { rates = [] } = more.tax === undefined ? tax() : (more.tax ?? {});
    const taxAmount = rates.reduce((total, { amount }) => total + amount, 0);
    return {
      type: 'OrderCreated',
      data: {
        ...about,
        ...sold,
        checkoutId: null,
        status: 'paid',
        items: [
          {
            id: 'i1',
            label: 'x',
            priceId: null,
            quantity: 1,
            amount: 100,
            proration: false,
            discountAmount: 0,
            taxAmount,
          },
        ],
        place: null,
        discount: null,
        tax: tax(),
        totals: {
          ...{ subtotalAmount: 100, discountAmount: 0, netAmount: 100 },
          ...{ taxAmount, totalAmount: 100 + taxAmount },
        },
        appliedBalanceAmount: 0,
        dueAmount: 100 + taxAmount,
        currency,
        period: null,
        paymentId: 'p1',
        paymentMethodId: null,
        billingAddress: null,
        billingName: null,
        customFieldData: {},
        metadata: {},
        ...more,
      },
    };
  };
  const refunded = (shares: [number, number], amount: number, refundId = 'r1'): Refunded => {
    const [gst, qst] = shares;
    const rates = [
      { ...GST, amount: gst },
      { ...QST, amount: qst },
    ];
    const taxAmount = gst + qst;
    const money = { amount, taxAmount, paymentAmount: amount + taxAmount - 3, balanceAmount: 3, currency };
    return {
      refundId,
      paymentId: 'p1',
      ...about,
      ...sold,
      ...money,
      paidAt: MARCH,
      revokeBenefits: false,
      parts: [{ place: null, netAmount: amount, tax: { ...tax(), rates } }],
    };
  };
  const succeeded = (of: Refunded): RefundEvent => ({
    type: 'RefundSucceeded',
    data: { ...of, reference: null, isFirstReport: true },
  });
  const reversed = (of: Refunded): RefundEvent => ({
    type: 'RefundReversed',
    data: { ...of, outcome: 'failed', code: 'k', message: 'm', regrantBenefits: false },
  });
  const at = (event: OrderEvent | RefundEvent, occurredAt: string) => recorded(event, { occurredAt });
  const paid = (): OrderEvent => ({
    type: 'OrderPaid',
    data: { ...about, ...sold, paymentId: 'p1', netAmount: 100, currency },
  });
  const entriesOf = (...events: ReturnType<typeof at>[]) =>
    Object.values(documentsOf(financeEntryProjection, events as never[])).map((one) => [
      one.kind,
      one.booked_at,
      one.net_amount,
      one.tax_amount,
      one.total_amount,
      one.payment_amount,
    ]);
  const linesOf = (...events: ReturnType<typeof at>[]) =>
    Object.values(documentsOf(taxLineProjection, events as never[])).map((one) => [
      one.kind,
      one.booked_at,
      one.row,
      one.base_amount,
      one.tax_amount,
    ]);
  const [gst, qst] = [`${currency}/CA/taxed/5/GST`, `${currency}/CA-QC/taxed/9.975/QST`];

  it('book an order when it is paid, with a line for each rate', () => {
    expect(entriesOf(at(created(), MARCH))).toEqual([['sale', MARCH, 100, 15, 115, 115]]);
    const pending = at(created({ status: 'pending' }), MARCH);
    expect(entriesOf(pending)).toEqual([['sale', null, 100, 15, 115, 115]]);
    expect(entriesOf(pending, at(paid(), APRIL))).toEqual([['sale', APRIL, 100, 15, 115, 115]]);
    expect(linesOf(pending, at(paid(), APRIL))).toEqual([
      ['sale', APRIL, gst, 100, 5],
      ['sale', APRIL, qst, 100, 10],
    ]);
  });

  it('book nothing for an order that is void', () => {
    const voided: OrderEvent = {
      type: 'OrderVoided',
      data: { ...about, billingReason: 'purchase', reason: 'subscription_ended' },
    };
    const events = [at(created({ status: 'pending' }), MARCH), at(voided, APRIL)];
    expect([entriesOf(...events), linesOf(...events)]).toEqual([[], []]);
  });

  it('count as paid by card only what a card was charged', () => {
    const byAccount = created({ appliedBalanceAmount: -115, dueAmount: 0, paymentId: null });
    const carried = created({ dueAmount: 115, paymentId: null });
    expect(entriesOf(at(byAccount, MARCH))).toEqual([['sale', MARCH, 100, 15, 115, 0]]);
    expect(entriesOf(at(carried, MARCH))).toEqual([['sale', MARCH, 100, 15, 115, 0]]);
  });

  it('take a refund and its share of each rate off when it succeeds, and add them again when it is reversed', () => {
    const refund = refunded([2, 4], 40);
    const events = [at(created(), MARCH), at(succeeded(refund), APRIL), at(reversed(refund), MAY)];
    expect(entriesOf(...events)).toEqual([
      ['sale', MARCH, 100, 15, 115, 115],
      ['refund', APRIL, -40, -6, -46, -43],
      ['refund_reversal', MAY, 40, 6, 46, 43],
    ]);
    expect(linesOf(...events)).toEqual([
      ['sale', MARCH, gst, 100, 5],
      ['sale', MARCH, qst, 100, 10],
      ['refund', APRIL, gst, -40, -2],
      ['refund', APRIL, qst, -40, -4],
      ['refund_reversal', MAY, gst, 40, 2],
      ['refund_reversal', MAY, qst, 40, 4],
    ]);
  });

  it('carry the number and day of their document, and a reversal those of the canceled credit note', () => {
    const refund = refunded([2, 4], 40);
    const ofRefund = { refundId: 'r1', orderId, organizationId: 'g1', customerId: 'c1', number: 'CN-2026-00001' };
    const seller = { name: 'Ada', address: null, taxId: null, email: null, footer: null, timeZone: 'UTC' };
    const invoice = { orderId, organizationId: 'g1', customerId: 'c1', number: 'INV-2026-00001', paidAt: MARCH };
    const numbered = (...events: object[]) =>
      Object.values(documentsOf(financeEntryProjection, events as never[])).map((one) => [
        one.kind,
        one.document_number,
        one.document_day,
      ]);
    const sale = at(created(), MARCH);
    expect(numbered(sale)).toEqual([['sale', null, null]]);
    const issued = recorded({
      type: 'InvoiceIssued',
      data: { ...invoice, issuedOn: '2026-04-01', seller, buyer: null, card: null },
    });
    const credited = recorded({
      type: 'CreditNoteIssued',
      data: { ...ofRefund, paymentId: 'p1', issuedOn: '2026-04-02' },
    });
    const canceled = recorded({ type: 'CreditNoteCanceled', data: { ...ofRefund, canceledOn: '2026-05-01' } });
    expect(numbered(sale, issued, at(succeeded(refund), APRIL), credited, at(reversed(refund), MAY), canceled)).toEqual(
      [
        ['sale', 'INV-2026-00001', '2026-04-01'],
        ['refund', 'CN-2026-00001', '2026-04-02'],
        ['refund_reversal', 'CN-2026-00001', '2026-05-01'],
      ],
    );
  });

  it('tell apart what the buyer owes themselves and what no rate applies to', () => {
    expect(linesOf(at(created({ tax: tax(true) }), MARCH))).toEqual([
      ['sale', MARCH, `${currency}/CA/reverse_charge/5/GST`, 100, 0],
      ['sale', MARCH, `${currency}/CA-QC/reverse_charge/9.975/QST`, 100, 0],
    ]);
    const unknown = `${currency}//no_rate//`;
    expect(linesOf(at(created({ tax: null }), MARCH))).toEqual([['sale', MARCH, unknown, 100, 0]]);
    expect(linesOf(at(created({ tax: { ...tax(), rates: [] } }), MARCH))).toEqual([['sale', MARCH, unknown, 100, 0]]);
    const parts = [{ place: null, netAmount: 40, tax: null }];
    expect(linesOf(at(succeeded({ ...refunded([0, 0], 40), parts }), APRIL))).toEqual([
      ['refund', APRIL, unknown, -40, 0],
    ]);
  });

  it.each([
    ['US', 'US-CA', 'US-CA'],
    ['DE', 'Bayern', null],
    ['KW', null, null],
  ])('keep where the buyer is, in %s and %s, taxed or not, also in what is refunded', (country, state, kept) => {
    const address = { line1: 'Way 1', line2: null, postalCode: '1', city: 'Town', state, country };
    const places = [null, { ...tax(), rates: [] }, tax()].map((taxed) => {
      const { data } = created({ tax: taxed, billingAddress: address });
      const intent = { type: 'CreateOrder', data, now: NOW, machineNow: NOW };
      const [order] = orderDecider.decide(intent as never, orderDecider.initial) as [OrderCreated];
      const asked = { refundId: 'r1', orderId, amount: 40, reason: 'other', comment: null, metadata: {} };
      const payment = recorded({ type: 'PaymentRequested', data: { amount: order.data.dueAmount } });
      const paidOrder = paidOrderOf([at(order, MARCH) as never], [payment as never]);
      const request = { type: 'RequestRefund', data: { ...asked, revokeBenefits: false, order: paidOrder } };
      const requested = refundDecider.decide(request as never, refundDecider.initial);
      const report = { type: 'RecordRefundOutcome', data: { refundId: 'r1', outcome: 'succeeded', reference: null } };
      const [refund] = refundDecider.decide(report as never, fold(refundDecider, requested));
      const booked = [at(order, MARCH), at(refund!, APRIL)] as never[];
      const lines = Object.values(documentsOf(taxLineProjection, booked));
      const entries = Object.values(documentsOf(financeEntryProjection, booked));
      expect(lines.filter(({ treatment }) => treatment === 'no_rate').map(({ row }) => row)).toEqual(
        taxed?.rates.length ? [] : Array(2).fill(`${currency}/${kept ?? country}/no_rate//`),
      );
      return [...lines, ...entries].map((one) => [one.country, one.state]);
    });
    expect(places.map(({ length }) => length)).toEqual([4, 4, 6]);
    for (const place of places.flat()) expect(place).toEqual([country, kept]);
  });

  it('share the tax of a refund between its rates, as the documented example does', () => {
    const order: PaidOrder = {
      ...{ ...about, ...sold, paymentId: 'p1', paidAt: NOW },
      ...{ netAmount: 10_000, taxAmount: 1_498, paidAmount: 11_498, currency },
      parts: [
        {
          place: null,
          netAmount: 10_000,
          tax: {
            rates: [
              { ...GST, amount: 500 },
              { ...QST, amount: 998 },
            ],
            reverseCharge: false,
            calculator: 'table',
          },
        },
      ],
    };
    const data = {
      refundId: 'r1',
      orderId,
      amount: 4_000,
      reason: 'other',
      comment: null,
      metadata: {},
      revokeBenefits: false,
      order,
    };
    const intent = { type: 'RequestRefund', data, now: NOW, machineNow: NOW };
    const [requested] = refundDecider.decide(intent as never, refundDecider.initial);
    expect(requested!.data).toMatchObject({
      taxAmount: 599,
      parts: [{ netAmount: 4_000, tax: { rates: [{ amount: 200 }, { amount: 399 }] } }],
    });
  });

  it('take back each rate to the last unit, however an order is refunded in parts', () => {
    const order: PaidOrder = {
      ...{ ...about, ...sold, paymentId: 'p1', paidAt: NOW, netAmount: 100, taxAmount: 15, paidAmount: 115, currency },
      parts: [{ place: null, netAmount: 100, tax: tax() }],
    };
    const asked = { reason: 'other', comment: null, metadata: {}, revokeBenefits: false } as const;
    const past: RefundEvent[] = [];
    const request = (refundId: string, amount: number) => {
      const data = { refundId, orderId, amount, ...asked, order };
      const intent = { type: 'RequestRefund', data, now: NOW, machineNow: NOW };
      past.push(...refundDecider.decide(intent as never, fold(refundDecider, past)));
    };
    for (let n = 0; n < 14; n += 1) request(`r${n}`, 7);
    const failed = { refundId: 'r3', paymentId: 'p1', ...about, code: 'k', message: 'm', isFirstReport: true };
    past.push({ type: 'RefundFailed', data: failed });
    request('r14', 9);
    const requested = past.flatMap((event) =>
      event.type === 'RefundRequested' && event.data.refundId !== 'r3' ? [event.data] : [],
    );
    const sums = requested.map((one) => one.parts[0]!.tax!.rates.map(({ amount }) => amount));
    expect(requested.map(({ taxAmount }) => taxAmount)).toEqual(sums.map(([first, second]) => first! + second!));
    expect(sums.reduce(([a, b], [first, second]) => [a! + first!, b! + second!], [0, 0])).toEqual([5, 10]);
    expect(sums.flat().every((amount) => amount >= 0)).toBe(true);
  });
});

describe('the rows and periods of a tax table', () => {
  it('are read back from their keys', () => {
    expect(taxRowOf('usd/US-CA/taxed/7.25/Sales/use tax')).toEqual({
      ...{ currency: 'usd', country: 'US', state: 'US-CA', treatment: 'taxed', percent: '7.25', name: 'Sales/use tax' },
    });
    expect(taxRowOf('jpy//no_rate//')).toEqual({
      ...{ currency: 'jpy', country: null, state: null, treatment: 'no_rate', percent: null, name: null },
    });
    expect(taxRowOf('usd/US-CA/no_rate//')).toMatchObject({ country: 'US', state: 'US-CA', percent: null, name: null });
  });

  it('begin with months, quarters and years, and are cut to the range', () => {
    const range = { start_date: '2025-11-15', end_date: '2026-04-02' };
    const startsOf = (interval: 'month' | 'quarter' | 'year') =>
      financePeriodsOf(range, interval).map(({ start_date, end_date }) => `${start_date} ${end_date}`);
    expect(startsOf('month')).toEqual([
      '2025-11-15 2025-11-30',
      '2025-12-01 2025-12-31',
      '2026-01-01 2026-01-31',
      '2026-02-01 2026-02-28',
      '2026-03-01 2026-03-31',
      '2026-04-01 2026-04-02',
    ]);
    expect(startsOf('quarter')).toEqual(['2025-11-15 2025-12-31', '2026-01-01 2026-03-31', '2026-04-01 2026-04-02']);
    expect(startsOf('year')).toEqual(['2025-11-15 2025-12-31', '2026-01-01 2026-04-02']);
  });
});
