import { chargeStepOf } from '../../../kernel/currencies.ts';
import type { MeteredPrice } from '../products/product.events.ts';
import { decimalOf, isNegative, minus, numberOf, roundedHalfAway, times, type Decimal } from './decimal.ts';

/** The most that one price bills for a period, in minor units, whatever was measured: amounts add up exactly, and nothing stops at a mistake. */
export const MOST_METERED = 1_000_000_000_000;

/** Of a customer and a meter, in the period. */
export interface Usage {
  consumed: Decimal;
  /** Units that are paid for already. */
  credited: number;
}

/** What usage costs in minor units of the price's currency, rounded once, then capped (docs/BILLING.md#metered-usage). */
export function meteredAmountOf(
  { unitAmount, capAmount, currency }: Pick<MeteredPrice, 'unitAmount' | 'capAmount' | 'currency'>,
  usage: Usage,
): number {
  const zeros = String(chargeStepOf(currency)).length - 1;
  const amount = roundedHalfAway(times(unitAmount, billedUnits(usage)), zeros);
  return Math.min(numberOf(amount), capAmount ?? MOST_METERED, MOST_METERED);
}

/** What credits don't cover. */
export function billedUnits(usage: Usage): Decimal {
  const units = minus(usage.consumed, decimalOf(usage.credited));
  return isNegative(units) ? '0' : units;
}
