import Big from 'big.js';

/** An exact decimal number, as text without an exponent: `-12.5`. Equal numbers are equal texts. */
export type Decimal = string;

/** Of a quotient, and of what meters measure. */
const PLACES = 20;
const Exact = Big();
Exact.DP = PLACES;
Exact.RM = Big.roundHalfUp;

/** The number as JSON writes it: 0.1 is a tenth, although the double nearest to it is not. @param value finite */
export function decimalOf(value: number): Decimal {
  const text = String(value);
  return text.includes('e') ? withoutExponent(text) : text;
}

/** By hand, because filters ask for the text of every event's number: `-1.5e-7` → `-0.00000015`, `1.5e+21` → `1500000000000000000000`. */
function withoutExponent(text: string): Decimal {
  const [number = '', exponent] = text.split('e');
  const sign = number.startsWith('-') ? '-' : '';
  const digits = number.replace('-', '').replace('.', '');
  const power = Number(exponent);
  // JavaScript writes exponents above 20, where all digits are before the point, and below -6.
  return sign + (power > 0 ? digits.padEnd(power + 1, '0') : `0.${'0'.repeat(-power - 1)}${digits}`);
}

/** Half away from zero, to as many places as a quotient has. */
export function roundedToPlaces(value: number): number {
  // A double has at most 17 digits.
  if (value === 0 || Math.abs(value) >= 1e-3) return value;
  return Number(new Exact(value).round(PLACES).toFixed()) + 0;
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
