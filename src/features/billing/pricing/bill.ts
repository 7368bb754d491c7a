import { chargeStepOf } from '../../../kernel/currencies.ts';
import { DomainError } from '../../../kernel/errors.ts';
import { sum } from '../../../kernel/money.ts';
import type { Place } from '../address.ts';
import { percentageOf, proportionOf } from './exact.ts';
import { recurringAmountOf, type PricedItem } from './lines.ts';
import type { BillTerms, Discount, Tax, TaxRate } from './terms.ts';

const ALL_BASIS_POINTS = 10_000n;

/** One line before discount and tax, in minor units. Prorations carry their discount in their amount already. */
export interface Line {
  amount: number;
  proration: boolean;
  /** What a line below 0 takes back. */
  takesBack?: TakenBack;
}

/** The line of an order that another one takes back. */
export interface TakenBack {
  orderId: string;
  lineId: string;
  /** The share of the tax that it had, below 0; missing if it is a line of the same bill, and taxed as that is. */
  tax?: BilledTax | null;
  /** Where it was sold; missing like its tax. */
  place?: Place | null;
}

/** A line with its shares of the bill's discount and tax. */
export type BilledLine<L extends Line> = L & { discountAmount: number; taxAmount: number };

/** In minor units: subtotal − discount = net, net + tax = total. */
export interface Totals {
  subtotalAmount: number;
  discountAmount: number;
  netAmount: number;
  taxAmount: number;
  totalAmount: number;
}

/** A rate with what it adds to the bill; 0 if the buyer owes it themselves. */
export type BilledRate = TaxRate & { amount: number };

/** What was computed: an order keeps it, whatever becomes of the rates. */
export type BilledTax = Omit<Tax, 'rates'> & { rates: readonly BilledRate[] };

export interface Bill<L extends Line> extends BillTerms {
  currency: string;
  items: BilledLine<L>[];
  /** Of what it sells; what it takes back of other bills has the tax of those. */
  tax: BilledTax | null;
  totals: Totals;
}

/** What one tax applies to of a bill, in minor units. */
export interface TaxedPart {
  place: Place | null;
  netAmount: number;
  tax: BilledTax | null;
}

class MixedCurrencies extends DomainError {
  constructor(one: string, other: string) {
    super('MixedCurrencies', `A discount in ${one} cannot be taken off a bill in ${other}`, 500);
  }
}

/**
 * Lines → discount → tax → totals: what checkout preview, purchase and renewal are computed by (docs/BILLING.md#money).
 * @throws MixedCurrencies a fixed discount is in another currency
 */
export function billOf<L extends Line>(
  lines: readonly L[],
  currency: string,
  { discount, ...terms }: BillTerms,
): Bill<L> {
  const discounted = lines.map(({ amount, proration }) => (proration ? 0 : amount));
  const subtotalAmount = sum(lines.map(({ amount }) => amount));
  const discountAmount = discountOf(discount, sum(discounted), currency);
  const step = chargeStepOf(currency);
  const discounts = allocate(discountAmount, discounted, step);
  const nets = lines.map(({ amount }, index) => amount - discounts[index]!);
  const netAmount = subtotalAmount - discountAmount;
  const soldNets = lines.map(({ takesBack }, at) => (takesBack?.tax === undefined ? nets[at]! : 0));
  const tax = terms.tax && taxed(terms.tax, sum(soldNets), currency);
  const soldTaxes = allocate(taxAmountOf(tax), soldNets, step);
  const taxes = lines.map(({ takesBack }, at) => soldTaxes[at]! + taxAmountOf(takesBack?.tax ?? null));
  const taxAmount = sum(taxes);
  const items = lines.map((line, at) => ({ ...line, discountAmount: discounts[at]!, taxAmount: taxes[at]! }));
  const totals = { subtotalAmount, discountAmount, netAmount, taxAmount, totalAmount: netAmount + taxAmount };
  return { currency, items, discount: discount && valueOf(discount), tax, totals };
}

/** A bill by its taxes: what it sells first, then what it takes back that was taxed otherwise. */
export function taxedPartsOf({
  items,
  tax,
  place,
}: Pick<Bill<Line>, 'items' | 'tax'> & { place: Place | null }): TaxedPart[] {
  const isSold = ({ takesBack }: Line) => takesBack?.tax === undefined;
  const netOf = ({ amount, discountAmount }: BilledLine<Line>) => amount - discountAmount;
  const takenBack = items.flatMap((item) =>
    item.takesBack?.tax === undefined
      ? []
      : [{ place: item.takesBack.place ?? null, netAmount: netOf(item), tax: item.takesBack.tax }],
  );
  const sold = items.filter(isSold);
  const parts: TaxedPart[] =
    sold.length > 0 || takenBack.length === 0 ? [{ place, netAmount: sum(sold.map(netOf)), tax }] : [];
  const byTax = new Map<string, TaxedPart>();
  for (const part of [...parts, ...takenBack]) {
    const same = byTax.get(taxKey(part));
    byTax.set(taxKey(part), same ? together(same, part) : part);
  }
  return [...byTax.values()];
}

/** The same for two of the same place, rates and treatment. */
function taxKey({ place, tax }: TaxedPart): string {
  const rates = tax?.rates.map(({ name, percent, country, state }) => [name, percent, country, state]);
  return JSON.stringify([place?.country, place?.state, tax?.reverseCharge, rates]);
}

function together(one: TaxedPart, other: TaxedPart): TaxedPart {
  const rates = one.tax?.rates.map((rate, at) => ({ ...rate, amount: rate.amount + other.tax!.rates[at]!.amount }));
  return { ...one, netAmount: one.netAmount + other.netAmount, tax: one.tax && { ...one.tax, rates: rates! } };
}

/** What a tax adds, in minor units. */
export function taxAmountOf(tax: BilledTax | null): number {
  return sum(tax?.rates.map(({ amount }) => amount) ?? []);
}

/** The share of a tax that comes to an amount in minor units of the currency. */
export function taxShareOf(tax: BilledTax | null, taxAmount: number, currency: string): BilledTax | null {
  if (tax === null) return null;
  const shares = allocate(
    taxAmount,
    tax.rates.map(({ amount }) => amount),
    chargeStepOf(currency),
  );
  return { ...tax, rates: tax.rates.map((rate, at) => ({ ...rate, amount: shares[at]! })) };
}

/** What items cost per period while their discount lasts, before tax, in minor units: recurring revenue, in lists and in metrics. */
export function discountedAmountOf(items: readonly PricedItem[], currency: string, discount: Discount | null): number {
  const line = { amount: recurringAmountOf(items), proration: false };
  return billOf([line], currency, { discount, tax: null }).totals.netAmount;
}

/** Without how long it lasts, which is not the bill's to say. */
function valueOf(discount: Discount): Discount {
  const { discountId } = discount;
  return discount.type === 'fixed'
    ? { discountId, type: 'fixed', amount: discount.amount, currency: discount.currency }
    : { discountId, type: 'percentage', basisPoints: discount.basisPoints };
}

/**
 * What a discount takes off a base in minor units: never more than there is.
 * @throws MixedCurrencies a fixed discount is in another currency
 */
export function discountOf(discount: Discount | null, base: number, currency: string): number {
  if (discount === null || base <= 0) return 0;
  if (discount.type === 'percentage')
    return Math.min(proportionOf(base, BigInt(discount.basisPoints), ALL_BASIS_POINTS, chargeStepOf(currency)), base);
  if (discount.currency !== currency) throw new MixedCurrencies(discount.currency, currency);
  return Math.min(discount.amount, base);
}

/** Each rate is of the net amount, and rounded by itself to what the processor charges. */
function taxed({ rates, ...tax }: Tax, net: number, currency: string): BilledTax {
  const step = chargeStepOf(currency);
  const amountOf = ({ percent }: TaxRate) => (tax.reverseCharge ? 0 : percentageOf(net, percent, step));
  return { ...tax, rates: rates.map((rate) => ({ ...rate, amount: amountOf(rate) })) };
}

/**
 * Splits a total in proportion to weights, into multiples of the step if the total is one; what rounding down leaves goes to the largest remainders,
 * a step each. In whole numbers throughout: a product of two amounts is more than a double holds.
 */
export function allocate(total: number, weights: readonly number[], step: number): number[] {
  const base = BigInt(sum(weights));
  if (total === 0 || base === 0n) return weights.map(() => 0);
  const unit = total % step === 0 ? step : 1;
  const sign = base < 0n ? -1n : 1n;
  const parts = weights.map((weight, index) => {
    const numerator = BigInt(total / unit) * BigInt(weight) * sign;
    const share = floorDivided(numerator, base * sign);
    return { index, share: Number(share), remainder: numerator - share * base * sign };
  });
  const left = total / unit - sum(parts.map(({ share }) => share));
  const byRemainder = [...parts].sort(
    (one, other) =>
      Number(other.remainder > one.remainder) - Number(other.remainder < one.remainder) || one.index - other.index,
  );
  for (const part of byRemainder.slice(0, left)) part.share += 1;
  return parts.map(({ share }) => share * unit);
}

/** @param divisor above 0 */
function floorDivided(dividend: bigint, divisor: bigint): bigint {
  return dividend / divisor - (dividend % divisor < 0n ? 1n : 0n);
}
