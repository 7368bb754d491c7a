import { chargeStepOf } from '../../../kernel/currencies.ts';
import { allocate, taxAmountOf, taxShareOf, type TaxedPart } from '../pricing/bill.ts';
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
  const taxAmount = refundedTaxOf(amount, paid, left);
  const total = amount + taxAmount;
  const paymentAmount = Math.min(total, left.paymentAmount);
  return { amount, taxAmount, paymentAmount, balanceAmount: total - paymentAmount, currency: paid.currency };
}

/**
 * The rest of the net amount takes the rest of the tax; any other part half-even(amount × tax ÷ net) in what the card can be refunded in, never more
 * than is left. Below 0 if the order took back more tax than it added.
 */
function refundedTaxOf(amount: number, { netAmount, taxAmount, currency }: Paid, left: RefundSums): number {
  if (amount === left.amount) return left.taxAmount;
  const sign = Math.sign(taxAmount);
  const share = evenProportionOf(amount, BigInt(sign * taxAmount), BigInt(netAmount), chargeStepOf(currency));
  return 0 + sign * Math.min(share, sign * left.taxAmount);
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
 * What a refund takes back of each part of an order: in proportion to what other refunds leave of it, so that together they take back each part and
 * rate to the last unit.
 * @param others refunds that count
 */
export function refundedPartsOf(
  { amount, taxAmount, currency }: Pick<RefundedMoney, 'amount' | 'taxAmount' | 'currency'>,
  parts: readonly TaxedPart[],
  others: readonly { parts: readonly TaxedPart[] }[],
): TaxedPart[] {
  const left = parts.map((part, at) => others.reduce((rest, other) => without(rest, other.parts[at]!), part));
  const shares = (total: number, of: (part: TaxedPart) => number) =>
    allocate(total, left.map(of), chargeStepOf(currency));
  const nets = shares(amount, ({ netAmount }) => netAmount);
  const taxes = shares(taxAmount, ({ tax }) => taxAmountOf(tax));
  return left.map(({ place, tax }, at) => ({
    place,
    netAmount: nets[at]!,
    tax: taxShareOf(tax, taxes[at]!, currency),
  }));
}

function without(part: TaxedPart, taken: TaxedPart): TaxedPart {
  const rates = part.tax?.rates.map((rate, at) => ({ ...rate, amount: rate.amount - taken.tax!.rates[at]!.amount }));
  return { ...part, netAmount: part.netAmount - taken.netAmount, tax: part.tax && { ...part.tax, rates: rates! } };
}
