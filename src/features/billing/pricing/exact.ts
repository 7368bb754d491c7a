import { withoutTrailing } from '../../../kernel/text.ts';

const PLACES = 4;
const PERCENT = /^(\d{1,3})(?:\.(\d{1,4}))?$/;
/** Of the whole numbers that a percentage of up to four places counts in. */
const WHOLE = 100n * 10n ** BigInt(PLACES);

/**
 * `amount × numerator ÷ denominator`, half away from zero (docs/BILLING.md#rounding). In whole numbers throughout: a product of two amounts
 * is more than a double holds.
 * @param denominator above 0
 * @param step what the result is a multiple of, as the currency's charges are (docs/BILLING.md#currencies)
 */
export function proportionOf(amount: number, numerator: bigint, denominator: bigint, step = 1): number {
  const product = BigInt(amount) * numerator;
  const absolute = product < 0n ? -product : product;
  const whole = denominator * BigInt(step);
  const rounded = Number((absolute * 2n + whole) / (whole * 2n)) * step;
  return product < 0n && rounded !== 0 ? -rounded : rounded;
}

/**
 * The same, half to even, of an amount that is not negative.
 * @param denominator above 0
 */
export function evenProportionOf(amount: number, numerator: bigint, denominator: bigint, step = 1): number {
  const product = BigInt(amount) * numerator;
  const whole = denominator * BigInt(step);
  const floor = product / whole;
  const twice = (product % whole) * 2n;
  const isUp = twice > whole || (twice === whole && floor % 2n === 1n);
  return Number(isUp ? floor + 1n : floor) * step;
}

/** The same, rounded down. */
export function floorProportionOf(amount: number, numerator: bigint, denominator: bigint, step = 1): number {
  return Number((BigInt(amount) * numerator) / (denominator * BigInt(step))) * step;
}

/** `8.875` of an amount, in the amount's minor units. @param percent as `percentOf` returns it @param step see `proportionOf` */
export function percentageOf(amount: number, percent: string, step = 1): number {
  return proportionOf(amount, partsOf(percent)!, WHOLE, step);
}

/** `08.8750` → `8.875`; undefined unless it is a decimal number from 0 to 100 with at most four places. */
export function percentOf(text: string): string | undefined {
  const parts = partsOf(text);
  if (parts === undefined || parts > WHOLE) return undefined;
  const digits = String(parts).padStart(PLACES + 1, '0');
  const places = withoutTrailing('0', digits.slice(-PLACES));
  return places === '' ? digits.slice(0, -PLACES) : `${digits.slice(0, -PLACES)}.${places}`;
}

function partsOf(text: string): bigint | undefined {
  const [, whole, places = ''] = PERCENT.exec(text) ?? [];
  return whole === undefined ? undefined : BigInt(whole + places.padEnd(PLACES, '0'));
}
