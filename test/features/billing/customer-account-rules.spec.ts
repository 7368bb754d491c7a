import { describe, expect, it } from '@jest/globals';
import { accountDecider } from '../../../src/features/billing/customer-accounts/account.decider.ts';
import type { AccountEvent } from '../../../src/features/billing/customer-accounts/account.events.ts';
import { balanceAfter, dueOf } from '../../../src/features/billing/customer-accounts/account.rules.ts';
import { voidedOrdersProcess } from '../../../src/features/billing/orders/order.process.ts';
import { accountProjection } from '../../../src/features/billing/customer-accounts/account.projection.ts';
import { ReturnApplied } from '../../../src/features/billing/customer-accounts/account.commands.ts';
import { documentsOf, recorded, specOf } from '../../support/given.ts';

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
      takenBack: [],
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
  });
  it.each([
    { currency: 'eur', debt: 49, total: -5_000, applied: 49, credit: 4_951 },
    { currency: 'huf', debt: 17_499, total: -17_000, applied: 17_000, credit: 0 },
    { currency: 'kwd', debt: 190, total: -190, applied: 190, credit: 0 },
  ])(
    'pays a debt of $debt with an order of $total $currency: $applied, and $credit are credited',
    ({ currency, debt, total, applied, credit: left }) => {
      const owed = booking('DebtBooked', 'b1', debt, currency);
      const booked = left > 0 ? [booking('CreditBooked', 'b2', left, currency)] : [];
      given(owed)
        .when(settle('b2', total, { currency, canCharge: false }))
        .then(...booked, booking('DebtApplied', 'b2', applied, currency));
      const due = { due: 0, credit: left, isCarried: false };
      const payable = { total, minimum: 50, canCharge: false };
      expect(dueOf(payable, 0 - debt)).toEqual({ applied, ...due });
      const order = {
        totals: { totalAmount: total },
        status: 'paid',
        appliedBalanceAmount: applied,
        dueAmount: 0,
      } as const;
      expect(balanceAfter(order) - debt).toBe(left + applied - debt);
    },
  );
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
    const unless = (amount: number) => ({ ...undo, data: { ...undo.data, unless: amount } });
    given(credit, applied).when(unless(-2_000)).then();
    given(credit, applied)
      .when(unless(0))
      .then(booking('CreditReturned', 'b2', 2_000));
    given(credit).when(unless(0)).then();
    const voided = { customerId: 'c1', orderId: 'b2' };
    expect(voidedOrdersProcess.react(recorded({ type: 'OrderVoided', data: voided } as never))).toMatchObject([
      { command: ReturnApplied, data: voided },
    ]);
  });
  it('settles credits with what a refund pays back, and takes back what was paid by credit', () => {
    const about = { customerId: 'c1', organizationId: 'o1', orderId: 'b2', refundId: 'r1', currency: 'eur' };
    const refund = (paymentAmount: number, balanceAmount: number) =>
      ({ type: 'SettleRefund', data: { ...about, paymentAmount, balanceAmount } }) as const;
    const of = (type: string, amount: number) => ({ type, data: { ...about, amount } }) as AccountEvent;
    const settled = [of('RefundSettled', 2_000), of('CreditRefunded', 2_000)];
    const credited = [of('RefundSettled', 2_700), of('RefundCredited', 700)];
    given(credit)
      .when(refund(2_000, 0))
      .then(...settled);
    given()
      .when(refund(2_000, 700))
      .then(...credited);
    const undo = { type: 'UndoRefund', data: { customerId: 'c1', refundId: 'r1' } } as const;
    given(credit, ...settled)
      .when(undo)
      .then(of('RefundCredited', 2_000), of('RefundUndone', 2_000));
    given(...credited)
      .when(undo)
      .then(of('CreditRefunded', 700), of('RefundUndone', 2_700));
    given(credit).when(undo).then();
  });
  it('settles a refund once, even if there was no credit: a later one stays', () => {
    const about = { customerId: 'c1', organizationId: 'o1', orderId: 'b2', refundId: 'r1', currency: 'jpy' };
    const refund = { type: 'SettleRefund', data: { ...about, paymentAmount: 2_000, balanceAmount: 0 } } as const;
    const undo = { type: 'UndoRefund', data: { customerId: 'c1', refundId: 'r1' } } as const;
    const of = (type: string) => ({ type, data: { ...about, amount: 2_000 } }) as AccountEvent;
    const later = booking('CreditBooked', 'b3', 2_500, 'jpy');
    given().when(refund).then(of('RefundSettled'));
    given(of('RefundSettled'), later).when(refund).then();
    given(of('RefundSettled'), later).when(undo).then(of('RefundUndone'));
    given(of('RefundSettled'), of('RefundUndone'), later).when(undo).then();
  });
  it.each(['eur', 'kwd'])('lets nobody have in %s what was both credited and refunded', (currency) => {
    const about = { customerId: 'c1', organizationId: 'o1', orderId: 'b1', refundId: 'r1', currency };
    const of = (type: string, amount: number) => ({ type, data: { ...about, amount } }) as AccountEvent;
    const takenBack = [{ orderId: 'b1', billed: 9_000, amount: 9_000 }];
    const change = settle('b2', 0, { currency, takenBack });
    const credited: AccountEvent = {
      type: 'OrderCredited',
      data: {
        customerId: 'c1',
        organizationId: 'o1',
        orderId: 'b1',
        currency,
        amount: 9_000,
        billed: 9_000,
        creditedBy: 'b2',
      },
    };
    given().when(change).then(credited);
    given(credited).when(change).then();
    // The other product is worth what was paid for the first one, which is refunded: of what is credited for it, nothing is left.
    const refund = { type: 'SettleRefund', data: { ...about, paymentAmount: 9_000, balanceAmount: 0 } } as const;
    given(credited).when(refund).then(of('RefundSettled', 9_000));
    const back = settle('b3', -8_000, { currency });
    given(credited, of('RefundSettled', 9_000))
      .when(back)
      .then(booking('CreditBooked', 'b3', 8_000, currency), of('CreditRefunded', 8_000));
    // If that refund fails after all, they have it.
    const undo = { type: 'UndoRefund', data: { customerId: 'c1', refundId: 'r1' } } as const;
    given(
      credited,
      of('RefundSettled', 9_000),
      booking('CreditBooked', 'b3', 8_000, currency),
      of('CreditRefunded', 8_000),
    )
      .when(undo)
      .then(of('RefundCredited', 8_000), of('RefundUndone', 9_000));
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
