import Big from 'big.js';

/** An exact decimal number, as text without an exponent: `-12.5`. Equal numbers are equal texts. */
export type Decimal = string;

/** Of a quotient. */
const PLACES = 20;
const Exact = Big();
Exact.DP = PLACES;
Exact.RM = Big.roundHalfUp;

/** The number as JSON writes it: 0.1 is a tenth, although the double nearest to it is not. @param value finite */
export function decimalOf(value: number): Decimal {
  return Number.isSafeInteger(value) ? String(value) : new Exact(value).toFixed();
}

/** The nearest double; the largest one for what is beyond it, because JSON has no infinity. */
export function numberOf(decimal: Decimal): number {
  const number = Number(decimal);
  return Math.max(-Number.MAX_VALUE, Math.min(number, Number.MAX_VALUE));
}

export function plus(one: Decimal, other: Decimal): Decimal {
  // Most of what is measured; several times as fast.
  if (isShortInteger(one) && isShortInteger(other)) return String(Number(one) + Number(other));
  return new Exact(one).plus(other).toFixed();
}

export function minus(one: Decimal, other: Decimal): Decimal {
  return new Exact(one).minus(other).toFixed();
}

export function times(one: Decimal, other: Decimal): Decimal {
  return new Exact(one).times(other).toFixed();
}

/** Rounded half away from zero to 20 places. @param divisor not 0 */
export function dividedBy(dividend: Decimal, divisor: number): Decimal {
  return new Exact(dividend).div(divisor).toFixed();
}

export function isNegative(decimal: Decimal): boolean {
  return decimal.startsWith('-');
}

/** 8.5 → 9, −8.5 → −9 (docs/BILLING.md#rounding). @param zeros that the result ends in: 1905 → 1910 for one */
export function roundedHalfAway(decimal: Decimal, zeros = 0): Decimal {
  return new Exact(decimal).round(-zeros, Big.roundHalfUp).toFixed();
}

/** 8.5 → 8, −8.5 → −8. */
export function withoutFraction(decimal: Decimal): Decimal {
  return new Exact(decimal).round(0, Big.roundDown).toFixed();
}

/** So short that the sum of two is exact as a double. */
function isShortInteger(decimal: Decimal): boolean {
  return decimal.length <= 15 && !decimal.includes('.');
}
