import { describe, expect, it } from '@jest/globals';
import { accountDecider } from '../../../src/features/billing/customer-accounts/account.decider.ts';
import type { AccountEvent } from '../../../src/features/billing/customer-accounts/account.events.ts';
import { accountProcess } from '../../../src/features/billing/customer-accounts/account.process.ts';
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
