import { decimalText, sum } from '../../../kernel/money.ts';
import type { Proration } from '../pricing/proration.ts';
import type { OrderEvent, OrderItem } from './order.events.ts';

type Created = Extract<OrderEvent, { type: 'OrderCreated' }>['data'];

/** One amount of an order and the arithmetic that made it. In minor units. */
export interface ExplainedAmount {
  label: string;
  amount: number;
  /** Such as `16 of 30 days left × 300.00 = 160.00`; amounts in units of the currency. */
  arithmetic: string;
}

/** Every amount of an order, from its lines to what is due (docs/BILLING.md#explanations). */
export function explanationOf(order: Created): ExplainedAmount[] {
  const { items, discount, tax, totals, appliedBalanceAmount, dueAmount, currency } = order;
  const text = (amount: number) => decimalText({ amount, currency });
  const explained = items.map((item) => ({ label: item.label, amount: item.amount, arithmetic: lineText(item, text) }));
  if (discount) {
    const base = sum(items.map(({ amount, proration }) => (proration ? 0 : amount)));
    const amount = 0 - totals.discountAmount;
    const taken =
      discount.type === 'percentage'
        ? `${discount.basisPoints / 100} % of ${text(base)}`
        : `${text(discount.amount)}, at most ${text(base)}`;
    explained.push({ label: 'Discount', amount, arithmetic: `${taken} = ${text(totals.discountAmount)}` });
  }
  explained.push({
    label: 'Net',
    amount: totals.netAmount,
    arithmetic: `${text(totals.subtotalAmount)} − ${text(totals.discountAmount)} = ${text(totals.netAmount)}`,
  });
  for (const { name, percent, country, amount } of tax?.rates ?? []) {
    const owed = tax?.reverseCharge ? 'owed by the buyer, who declares it' : `= ${text(amount)}`;
    const arithmetic = `${percent} % of ${text(totals.netAmount)} ${owed}`;
    explained.push({ label: `${name} (${country})`, amount, arithmetic });
  }
  explained.push({
    label: 'Total',
    amount: totals.totalAmount,
    arithmetic: `${text(totals.netAmount)} + ${text(totals.taxAmount)} = ${text(totals.totalAmount)}`,
  });
  if (appliedBalanceAmount !== 0) {
    const kind = appliedBalanceAmount < 0 ? 'Credit used' : 'Debt charged';
    const arithmetic = `${text(Math.abs(appliedBalanceAmount))} of the customer’s account`;
    explained.push({ label: kind, amount: appliedBalanceAmount, arithmetic });
  }
  return [...explained, { label: 'Due', amount: dueAmount, arithmetic: dueText(order, text) }];
}

function lineText({ amount, quantity, prorated }: OrderItem, text: (amount: number) => string): string {
  if (prorated) return prorationText(amount, prorated, text);
  return quantity === 1 ? `price of ${text(amount)}` : `${quantity} × ${text(amount / quantity)} = ${text(amount)}`;
}

function prorationText(
  amount: number,
  { price, discount, leftSeconds, periodSeconds }: Proration,
  text: (amount: number) => string,
): string {
  const full = discount === 0 ? text(price) : `(${text(price)} − ${text(discount)})`;
  return `${timeText(leftSeconds, periodSeconds)} left × ${full} = ${text(Math.abs(amount))}`;
}

/** In days, if both are whole days. */
function timeText(left: number, whole: number): string {
  const isDays = left % 86_400 === 0 && whole % 86_400 === 0;
  return isDays ? `${left / 86_400} of ${whole / 86_400} days` : `${left} of ${whole} seconds`;
}

function dueText(order: Created, text: (amount: number) => string): string {
  const { totals, appliedBalanceAmount: applied, dueAmount, status } = order;
  if (totals.totalAmount < 0) return `${text(-totals.totalAmount)} is credited to the customer’s account`;
  const applying = applied < 0 ? ` − ${text(-applied)}` : applied > 0 ? ` + ${text(applied)}` : '';
  const sums = `${text(totals.totalAmount)}${applying} = ${text(dueAmount)}`;
  const isCarried = status === 'paid' && order.paymentId === null && dueAmount > 0;
  return isCarried ? `${sums}, less than can be charged: the customer owes it` : sums;
}
