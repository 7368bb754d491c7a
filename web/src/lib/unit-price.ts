import { minorDigits } from './currencies';
import { withoutSign } from './amounts';
import { money } from './format';
import { numberIn, questionOf, readNumber, typingLocale, writtenNumber } from './typed-number';

const MOST_DIGITS = 17;
const MOST_DECIMALS = 12;

const ALLOWED = { decimals: MOST_DECIMALS + 3 };

/** A unit's price as it is typed, in the currency's unit: "5", 'usd' → "0.05"; "0.5" → "0.005". */
export function typedUnitPrice(unitAmount: string, currency: string, locale?: string): string {
  return writtenNumber(shifted(unitAmount, -minorDigits(currency)), locale);
}

/** Typed text as the contract's decimal number of cents: "0.005", 'usd' → "0.5"; null if it is no price above 0, too long, or could be two. */
export function unitAmountOf(typed: string, currency: string, locale = typingLocale()): string | null {
  const units = numberIn(withoutSign(typed, currency, locale), ALLOWED, locale);
  if (units === undefined) return null;
  const cents = shifted(units, minorDigits(currency));
  const [whole = '', decimals = ''] = cents.split('.');
  const digits = (whole === '0' ? 0 : whole.length) + decimals.length;
  return cents !== '0' && decimals.length <= MOST_DECIMALS && digits <= MOST_DIGITS ? cents : null;
}

/** Which price is meant, where typed text can be two. */
export function unitPriceQuestion(typed: string, currency: string, locale = typingLocale()): string | undefined {
  const text = withoutSign(typed, currency, locale);
  return questionOf(text, readNumber(text, ALLOWED, locale), locale);
}

/** "$0.05", "$0.005": with at least the currency's own decimals. */
export function unitPriceLabel(unitAmount: string, currency: string): string {
  const [whole = '0', decimals = ''] = shifted(unitAmount, -minorDigits(currency)).split('.');
  const digits = minorDigits(currency);
  const own = decimals.slice(0, digits).padEnd(digits, '0');
  const minor = Number(whole + own);
  // Zero would be written without its decimals.
  const label = money(minor || 1, currency);
  const exact = minor === 0 ? label.replace(/[1-9]/, '0') : label;
  return `${exact}${digits === 0 && decimals ? '.' : ''}${decimals.slice(digits)}`;
}

/** Moves the point of a decimal to the right, or with a negative number of places to the left; exact, since it works on the text. */
function shifted(decimal: string, places: number): string {
  const [whole = '', decimals = ''] = decimal.split('.');
  const digits = whole + decimals;
  const point = whole.length + places;
  const padded = point < 0 ? '0'.repeat(-point) + digits : digits.padEnd(point, '0');
  const at = Math.max(point, 0);
  const [left, right] = [padded.slice(0, at).replace(/^0+(?=\d)/, '') || '0', withoutZeros(padded.slice(at))];
  return right === '' ? left : `${left}.${right}`;
}

/** Without those at its end. */
function withoutZeros(decimals: string): string {
  let length = decimals.length;
  while (decimals[length - 1] === '0') length--;
  return decimals.slice(0, length);
}
