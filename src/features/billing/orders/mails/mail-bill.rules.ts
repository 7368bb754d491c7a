import { dayText } from '../../../../kernel/day-text.ts';
import { moneyText } from '../../../../kernel/money.ts';
import type { BillRow, MailBlock } from '../../../../kernel/reacting/mails.ts';
import { isNegative, minus } from '../../pricing/decimal.ts';
import { billedUnits, unitPriceText } from '../../pricing/metered-amount.ts';
import type { Period } from '../../pricing/proration.ts';
import type { Totals } from '../../pricing/bill.ts';
import type { MeteredLine, OrderLine } from '../order.events.ts';
import { labelWithoutDays } from '../renewal.rules.ts';

/** A line of an order as its mails show it; the amount is in minor units. */
export type MailLine = { label: string; detail: string | null; amount: number };

/** What mails say of an order's money, in minor units. */
export type MailBill = {
  lines: readonly MailLine[];
  discount: number;
  tax: number;
  total: number;
  /** What the customer's account adds to the total: below 0 for their credit, above 0 for what they owed. */
  applied: number;
  /** What a payment is for. */
  charged: number;
  currency: string;
};

interface Billed {
  items: readonly OrderLine[];
  totals: Totals;
  appliedBalanceAmount: number;
  dueAmount: number;
  currency: string;
  period: Period | null;
  paymentId?: string | null;
}

/** @param isCharged whether what is due is paid by a payment; what is too little for one is carried to the next order */
export function mailBillOf(order: Billed, isCharged: boolean, zone: string): MailBill {
  const { items, totals, appliedBalanceAmount: applied, dueAmount, currency, period } = order;
  return {
    lines: items.map((item) => mailLine(item, period, currency, zone)),
    discount: totals.discountAmount,
    tax: totals.taxAmount,
    total: totals.totalAmount,
    applied,
    charged: isCharged ? dueAmount : 0,
    currency,
  };
}

function mailLine(line: OrderLine, whole: Period | null, currency: string, zone: string): MailLine {
  const { metered, amount, quantity } = line;
  const period = line.period ?? whole;
  const days = period && `${dayText(period.start, zone)} to ${dayText(period.end, zone)}`;
  if (metered) {
    const detail = [unitsText(metered, currency), days].filter(Boolean).join(', ');
    return { label: line.label.slice(0, line.label.lastIndexOf(' — ')), detail, amount };
  }
  const name = labelWithoutDays(line.label, period);
  return { label: quantity > 1 ? `${name} × ${quantity}` : name, detail: name === line.label ? null : days, amount };
}

/** `2,000 used, 500 paid before: 1,500 × $0.10` */
function unitsText(usage: MeteredLine, currency: string): string {
  const billed = `${countText(billedUnits(usage))} × ${unitPriceText(usage.unitAmount, currency)}`;
  const { consumed, credited } = usage;
  const paid = isNegative(credited)
    ? `${countText(minus('0', credited))} taken back`
    : `${countText(credited)} paid before`;
  const before = credited === '0' ? '' : `${countText(consumed)} used, ${paid}: `;
  return (
    before + billed + (usage.capAmount === null ? '' : `, at most ${moneyText({ amount: usage.capAmount, currency })}`)
  );
}

const COUNT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 });

function countText(units: string): string {
  return COUNT.format(units as Intl.StringNumericLiteral);
}

/** A row for each line, and how they add up. @param due the last sum's label, where it is not the total */
export function billBlock(bill: MailBill, due: 'Charged' | 'To be charged'): MailBlock {
  const { lines, discount, tax, total, applied, charged, currency } = bill;
  const text = (amount: number) => moneyText({ amount, currency });
  const row = (label: string, amount: number): BillRow => ({ label, amount: text(amount) });
  const rest = total + applied;
  return {
    bill: [
      ...lines.map(({ label, detail, amount }) => ({ label, detail, amount: text(amount) })),
      ...(discount > 0 ? [row('Discount', -discount)] : []),
      ...(tax === 0 ? [] : [row('Tax', tax)]),
      { ...row('Total', total), isTotal: true },
      ...(applied < 0 ? [row('From your credit', applied)] : []),
      ...(applied > 0 ? [row('Owed from earlier orders', applied)] : []),
      ...(rest < 0 ? [row('Credit for your next orders', -rest)] : []),
      ...(rest > 0 && charged === 0 ? [row('Carried to your next order', rest)] : []),
      ...(charged === total || charged === 0 ? [] : [{ ...row(due, charged), isTotal: true as const }]),
    ],
  };
}
