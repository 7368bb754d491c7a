import { sum } from '../../../kernel/money.ts';
import { allocate, type BilledTax } from '../pricing/bill.ts';
import { evenProportionOf } from '../pricing/exact.ts';
import type { RefundedMoney } from './refund.events.ts';

/** What an order was paid with. Amounts in minor units. */
export interface Paid {
  /** After discount, without tax. */
  netAmount: number;
  taxAmount: number;
  /** What the payment took. */
  paidAmount: number;
  currency: string;
}

/** Of several refunds, or what they leave. */
export type RefundSums = Pick<RefundedMoney, 'amount' | 'taxAmount' | 'paymentAmount'>;

export function leftOf({ netAmount, taxAmount, paidAmount }: Paid, refunds: readonly RefundSums[]): RefundSums {
  const left = { amount: netAmount, taxAmount, paymentAmount: paidAmount };
  for (const refund of refunds) {
    left.amount -= refund.amount;
    left.taxAmount -= refund.taxAmount;
    left.paymentAmount -= refund.paymentAmount;
  }
  return left;
}

/**
 * A refund of a net amount with its share of the tax (docs/BILLING.md#refund-amounts). The card is refunded first, up to what it paid; the rest
 * is credit.
 * @param left what other refunds leave
 */
export function refundOf(amount: number, paid: Paid, left: RefundSums): RefundedMoney {
  const taxAmount = taxShareOf(amount, paid, left);
  const total = amount + taxAmount;
  const paymentAmount = Math.min(total, left.paymentAmount);
  return { amount, taxAmount, paymentAmount, balanceAmount: total - paymentAmount, currency: paid.currency };
}

/** The rest of the net amount takes the rest of the tax; any other part half-even(amount × tax ÷ net), never more than is left. */
function taxShareOf(amount: number, { netAmount, taxAmount }: Paid, left: RefundSums): number {
  if (amount === left.amount) return left.taxAmount;
  return Math.min(evenProportionOf(amount, BigInt(taxAmount), BigInt(netAmount)), left.taxAmount);
}

/** What can still be refunded of an order, in its wire form: nothing that no payment has paid. */
export function refundableOf(
  order: Record<`${'due' | 'net' | 'tax' | 'refunded' | 'refunded_tax'}_amount`, number> & { paid: boolean },
): { refundable_amount: number; refundable_tax_amount: number } {
  if (!order.paid || order.due_amount === 0) return { refundable_amount: 0, refundable_tax_amount: 0 };
  return {
    refundable_amount: order.net_amount - order.refunded_amount,
    refundable_tax_amount: order.tax_amount - order.refunded_tax_amount,
  };
}

/**
 * What each rate takes back of a refund's tax: in proportion to what other refunds leave of it, so that together they take back each rate to the
 * last unit.
 * @param others refunds that count
 */
export function refundedTaxOf(
  taxAmount: number,
  tax: BilledTax | null,
  others: readonly { tax?: BilledTax | null }[],
): BilledTax | null {
  if (tax === null) return null;
  const left = tax.rates.map(
    ({ amount }, at) => amount - sum(others.map((other) => other.tax?.rates[at]?.amount ?? 0)),
  );
  const shares = allocate(taxAmount, left);
  return { ...tax, rates: tax.rates.map((rate, at) => ({ ...rate, amount: shares[at]! })) };
}
