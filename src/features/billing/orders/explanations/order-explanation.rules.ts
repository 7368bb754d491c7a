import { decimalText, sum } from '../../../../kernel/money.ts';
import { chargeStepOf } from '../../../../kernel/currencies.ts';
import { taxedPartsOf } from '../../pricing/bill.ts';
import { isNegative, minus } from '../../pricing/decimal.ts';
import { prorated, type Proration } from '../../pricing/proration.ts';
import { uncappedAmountOf, unitPriceText, unitsText } from '../../pricing/metered-amount.ts';
import type { MeteredLine, OrderCreated, OrderItem } from '../order.events.ts';

const DAY = 86_400;

type Created = OrderCreated['data'];

/** Which amount of an order it is; an order has several items and taxes, and one of each other. */
export type ExplainedKind = 'item' | 'subtotal' | 'discount' | 'net' | 'tax' | 'total' | 'balance' | 'due';

/** One amount of an order and the arithmetic that made it. In minor units. */
export interface ExplainedAmount {
  kind: ExplainedKind;
  /** null unless it is an item. */
  itemId: string | null;
  label: string;
  amount: number;
  /** Such as `16 of 30 days left × 300.00 = 160.00`; amounts in units of the currency. */
  arithmetic: string;
}

/** Every amount of an order, from its lines to what is due (docs/BILLING.md#explanations). */
export function explanationOf(order: Created): ExplainedAmount[] {
  const { items, discount, totals, appliedBalanceAmount, dueAmount, currency } = order;
  const text = (amount: number) => `${amount < 0 ? '−' : ''}${decimalText({ amount: Math.abs(amount), currency })}`;
  const explained = items.map((item): ExplainedAmount => {
    const { id: itemId, label, amount } = item;
    return { kind: 'item', itemId, label, amount, arithmetic: lineText(item, currency, text) };
  });
  const explain = (kind: ExplainedKind, label: string, amount: number, arithmetic: string) =>
    explained.push({ kind, itemId: null, label, amount, arithmetic });
  const amounts = items.map(({ amount }) => amount);
  explain(
    'subtotal',
    'Subtotal',
    totals.subtotalAmount,
    `${additionText(amounts, text)} = ${text(totals.subtotalAmount)}`,
  );
  if (discount) {
    const base = sum(items.map(({ amount, proration }) => (proration ? 0 : amount)));
    const amount = 0 - totals.discountAmount;
    const taken =
      discount.type === 'percentage'
        ? `${discount.basisPoints / 100} % of ${text(base)}`
        : `${text(discount.amount)}, at most ${text(base)}`;
    explain('discount', 'Discount', amount, `${taken} = ${text(totals.discountAmount)}`);
  }
  const net = `${text(totals.subtotalAmount)} − ${text(totals.discountAmount)} = ${text(totals.netAmount)}`;
  explain('net', 'Net', totals.netAmount, net);
  for (const { netAmount, tax } of taxedPartsOf(order))
    for (const { name, percent, country, amount } of tax?.rates ?? []) {
      const owed = tax?.reverseCharge ? 'owed by the buyer, who declares it' : `= ${text(amount)}`;
      explain('tax', `${name} (${country})`, amount, `${percent} % of ${text(netAmount)} ${owed}`);
    }
  const total = `${additionText([totals.netAmount, totals.taxAmount], text)} = ${text(totals.totalAmount)}`;
  explain('total', 'Total', totals.totalAmount, total);
  if (appliedBalanceAmount !== 0) {
    const kind = appliedBalanceAmount < 0 ? 'Credit used' : 'Debt charged';
    explain('balance', kind, appliedBalanceAmount, `${text(Math.abs(appliedBalanceAmount))} of the customer’s account`);
  }
  explain('due', 'Due', dueAmount, dueText(order, text));
  return explained;
}

/** "30.00 − 15.00". */
function additionText([first = 0, ...rest]: readonly number[], text: (amount: number) => string): string {
  return [text(first), ...rest.map((amount) => `${amount < 0 ? '−' : '+'} ${text(Math.abs(amount))}`)].join(' ');
}

function lineText(
  { amount, quantity, prorated: proration, metered }: OrderItem,
  currency: string,
  text: (amount: number) => string,
): string {
  if (metered) return meteredText(amount, metered, currency, text);
  if (proration) return prorationText(amount, proration, currency, text);
  return quantity === 1 ? `price of ${text(amount)}` : `${quantity} × ${text(amount / quantity)} = ${text(amount)}`;
}

/** "(120 − 100) units × $0.005 = 0.10", "1,000 units × $0.10 = 100.00, capped at 50.00". */
function meteredText(
  amount: number,
  { consumed, credited, unitAmount }: MeteredLine,
  currency: string,
  text: (amount: number) => string,
): string {
  const sign = isNegative(credited) ? `+ ${unitsText(minus('0', credited))}` : `− ${unitsText(credited)}`;
  const units = credited === '0' ? unitsText(consumed) : `(${unitsText(consumed)} ${sign})`;
  const price = unitPriceText(unitAmount, currency);
  const uncapped = uncappedAmountOf({ unitAmount, currency }, { consumed, credited });
  const nothing = uncapped === 0 && credited !== '0' ? ', no units are left to pay for' : '';
  const cap = uncapped > amount ? `, capped at ${text(amount)}` : nothing;
  return `${units} units × ${price} = ${text(uncapped)}${cap}`;
}

function prorationText(
  amount: number,
  proration: Proration,
  currency: string,
  text: (amount: number) => string,
): string {
  const { price, discount, leftSeconds, periodSeconds } = proration;
  const full = discount === 0 ? text(price) : `(${text(price)} − ${text(discount)})`;
  const share = prorated(proration, chargeStepOf(currency));
  const left = share > Math.abs(amount) ? `, of which ${text(Math.abs(amount))} was paid and not refunded` : '';
  return `${timeText(leftSeconds, periodSeconds)} left × ${full} = ${text(share)}${left}`;
}

/** "16 of 30 days", or "15 days 23:59:57.5 of 30 days". */
function timeText(left: number, whole: number): string {
  const isDays = left % DAY === 0 && whole % DAY === 0;
  return isDays ? `${left / DAY} of ${whole / DAY} days` : `${durationText(left)} of ${durationText(whole)}`;
}

function durationText(seconds: number): string {
  const milliseconds = Math.round(seconds * 1_000);
  const two = (unit: number, of: number) => String(Math.floor(milliseconds / unit) % of).padStart(2, '0');
  const [rest, days] = [milliseconds % 86_400_000, `${Math.floor(milliseconds / 86_400_000)} days`];
  if (rest === 0) return days;
  const fraction = milliseconds % 1_000 === 0 ? '' : String((milliseconds % 1_000) / 1_000).slice(1);
  return `${days} ${two(3_600_000, 24)}:${two(60_000, 60)}:${two(1_000, 60)}${fraction}`;
}

function dueText(order: Created, text: (amount: number) => string): string {
  const { totals, appliedBalanceAmount: applied, dueAmount, status } = order;
  if (totals.totalAmount < 0) {
    const owed = applied > 0 ? `${text(-totals.totalAmount)} − ${text(applied)} = ` : '';
    return `${owed}${text(-totals.totalAmount - applied)} is credited to the customer’s account`;
  }
  const applying = applied < 0 ? ` − ${text(-applied)}` : applied > 0 ? ` + ${text(applied)}` : '';
  const sums = `${text(totals.totalAmount)}${applying} = ${text(dueAmount)}`;
  const isCarried = status === 'paid' && order.paymentId === null && dueAmount > 0;
  return isCarried ? `${sums}, less than can be charged: the customer owes it` : sums;
}
