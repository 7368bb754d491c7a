import { decimalOf, minus, numberOf, withoutFraction, type Decimal } from './decimal.ts';

/** Whole units, of a customer and a meter in the period. */
export interface Credits {
  /** Expire with the period; used before the others. */
  expiring: number;
  /** Continue in the next period, as far as they are left. */
  rollover: number;
}

/** The running sum of credits: taking back more than there is leaves 0, which later credits count from. */
export function creditedAfter(credited: number, units: number): number {
  return Math.max(0, credited + units);
}

/** What credits come to, in their order: 100, −150, 50 → 50. */
export function creditedBy(credits: readonly number[]): number {
  return credits.reduce(creditedAfter, 0);
}

/** Negative if more was consumed than was credited. */
export function balanceOf({ expiring, rollover }: Credits, consumed: Decimal): Decimal {
  return minus(decimalOf(expiring + rollover), consumed);
}

/** The whole units that continue in the next period. */
export function rolloverOf(credits: Credits, consumed: Decimal): number {
  const left = numberOf(withoutFraction(balanceOf(credits, consumed)));
  return Math.max(0, Math.min(left, credits.rollover));
}
