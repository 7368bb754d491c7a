import { chargeStep, leastCharge, mostCharge } from './charges';
import { minorDigits } from './currencies';
import { LOCALE, money } from './format';
import { numberIn, plainText, questionOf, readNumber, typingLocale, writtenNumber } from './typed-number';

/** What a field for money holds: minor units, the text as it was typed if it is no amount, or null if there is none. */
export type TypedAmount = number | string | null;

export function readAmount(typed: string, currency: string): TypedAmount {
  return parseMoney(typed, currency) ?? (typed.trim() === '' ? null : typed);
}

/** The amount, if one was typed. */
export function amountIn(typed: TypedAmount): number | null {
  return typeof typed === 'number' ? typed : null;
}

/** Typed text as minor units, or null if it is not one amount in this currency. */
export function parseMoney(typed: string, currency: string, locale = typingLocale()): number | null {
  const digits = minorDigits(currency);
  const value = numberIn(withoutSign(typed, currency, locale), { decimals: digits }, locale);
  const [whole = '', fraction = ''] = value?.split('.') ?? [];
  const amount = Number(whole + fraction.padEnd(digits, '0'));
  return value !== undefined && Number.isSafeInteger(amount) ? amount : null;
}

/** Which amount is meant, where typed text can be two. */
export function moneyQuestion(typed: string, currency: string, locale = typingLocale()): string | undefined {
  const text = withoutSign(typed, currency, locale);
  return questionOf(text, readNumber(text, { decimals: minorDigits(currency) }, locale), locale);
}

/** An amount as people type it: 1950, 'eur' → 19.50, in German 19,50. */
export function typedMoney(amount: number, currency: string, locale?: string): string {
  return writtenNumber((amount / 10 ** minorDigits(currency)).toFixed(minorDigits(currency)), locale);
}

const SCALES = ['', ' thousand', ' million', ' billion', ' trillion'];

/** What was understood: "€19.90", and from a thousand on in words, since marks are read in two ways: "€1,990.00, 1 thousand 990 euros". */
export function understood(amount: number, currency: string): string {
  const units = Math.trunc(amount / 10 ** minorDigits(currency));
  if (units < 1000) return money(amount, currency);
  const groups = units.toLocaleString('en-US').split(',').map(Number);
  const words = groups.flatMap((group, at) => (group === 0 ? [] : `${group}${SCALES[groups.length - 1 - at]}`));
  return `${money(amount, currency)}, ${words.join(' ')} ${currencyName(currency)}`;
}

/** In the plural: "euros". */
function currencyName(currency: string): string {
  const format = new Intl.NumberFormat(LOCALE, { style: 'currency', currency, currencyDisplay: 'name' });
  return format.formatToParts(2).find(({ type }) => type === 'currency')!.value;
}

/** Without the currency's own sign, code or name, before or after it; that of another one stays, and is not read. */
export function withoutSign(typed: string, currency: string, locale: string): string {
  const text = plainText(typed);
  const sign = signsOf(currency, locale).find((one) => text.toLowerCase().startsWith(one));
  if (sign) return text.slice(sign.length).trim();
  const last = signsOf(currency, locale).find((one) => text.toLowerCase().endsWith(one));
  return last ? text.slice(0, -last.length).trim() : text;
}

const knownSigns = new Map<string, string[]>();

function signsOf(currency: string, locale: string): string[] {
  const key = `${locale} ${currency}`;
  const signs = knownSigns.get(key) ?? allSigns(currency, locale);
  knownSigns.set(key, signs);
  return signs;
}

function allSigns(currency: string, locale: string): string[] {
  const all = [locale, LOCALE].flatMap((one) =>
    (['symbol', 'narrowSymbol', 'code', 'name'] as const).flatMap((currencyDisplay) =>
      new Intl.NumberFormat(one, { style: 'currency', currency, currencyDisplay })
        .formatToParts(2)
        .flatMap(({ type, value }) => (type === 'currency' ? plainText(value.normalize('NFKC')).toLowerCase() : [])),
    ),
  );
  return [...new Set(all)].sort((a, b) => b.length - a.length);
}

/** Why typed text is no amount: "Enter an amount with at most two decimals, such as 19.00." */
export function notAnAmount(currency: string, units = 19): string {
  const digits = minorDigits(currency);
  const example = typedMoney(units * 10 ** digits, currency);
  if (digits === 0) return `Enter a whole amount, such as ${example}.`;
  return `Enter an amount with at most ${digits === 2 ? 'two' : 'three'} decimals, such as ${example}.`;
}

/** Why an amount can't be charged: some currencies leave out their last decimals; undefined if it can. */
export function stepError(amount: number, currency: string): string | undefined {
  const step = chargeStep(currency);
  if (amount % step === 0) return undefined;
  return step === 100 ? 'Enter a whole amount: this currency has no smaller unit.' : 'The last decimal has to be 0.';
}

/** Why a price can't be charged; undefined if it can. */
export function chargeError(amount: TypedAmount, currency: string): string | undefined {
  if (typeof amount !== 'number') return notAnAmount(currency);
  const [least, most] = [leastCharge(currency), mostCharge(currency)];
  if (amount < least) return `Charge at least ${money(least, currency)}, or make it free.`;
  if (amount > most) return `Charge at most ${money(most, currency)}.`;
  return stepError(amount, currency);
}
