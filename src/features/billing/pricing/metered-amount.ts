import { chargeStepOf, decimalsOf } from '../../../kernel/currencies.ts';
import type { MeteredPrice } from '../products/product.events.ts';
import { dividedBy, isNegative, minus, numberOf, roundedHalfAway, times, type Decimal } from './decimal.ts';

/** The most that one price bills for a period, in minor units, whatever was measured: amounts add up exactly, and nothing stops at a mistake. */
export const MOST_METERED = 1_000_000_000_000;

/** What the amount for some units depends on. */
export type MeteredTerms = Pick<MeteredPrice, 'unitAmount' | 'capAmount' | 'currency'>;

/** Of a customer and a meter, in the period. */
export interface Usage {
  consumed: Decimal;
  /** Units that are paid for already. */
  credited: Decimal;
}

/** What usage costs in minor units of the price's currency, rounded once, then capped (docs/BILLING.md#metered-usage). */
export function meteredAmountOf({ unitAmount, capAmount, currency }: MeteredTerms, usage: Usage): number {
  const zeros = String(chargeStepOf(currency)).length - 1;
  const amount = roundedHalfAway(times(unitAmount, billedUnits(usage)), zeros);
  return Math.min(numberOf(amount), capAmount ?? MOST_METERED, MOST_METERED);
}

/** What it would cost without a cap. */
export function uncappedAmountOf({ unitAmount, currency }: Omit<MeteredTerms, 'capAmount'>, usage: Usage): number {
  return meteredAmountOf({ unitAmount, capAmount: null, currency }, usage);
}

/** What credits don't cover. */
export function billedUnits(usage: Usage): Decimal {
  const units = minus(usage.consumed, usage.credited);
  return isNegative(units) ? '0' : units;
}

/** Units with separators: `1,234.5`. */
export function unitsText(units: Decimal): string {
  return new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 }).format(units as Intl.StringNumericLiteral);
}

/** What a unit costs, in full: `0.5` of usd → `$0.005`, or `0.005` as a decimal. */
export function unitPriceText(
  unitAmount: Decimal,
  currency: string,
  style: 'currency' | 'decimal' = 'currency',
): string {
  const minimumFractionDigits = decimalsOf(currency);
  const digits = { minimumFractionDigits, maximumFractionDigits: 20 };
  const format = new Intl.NumberFormat('en-US', { style, currency: currency.toUpperCase(), ...digits });
  return format.format(dividedBy(unitAmount, 10 ** minimumFractionDigits) as Intl.StringNumericLiteral);
}
