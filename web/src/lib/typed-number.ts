/** What text may be read as: decimals of the contract ("1234.5"), a second one where people of other places would read it so. */
export type Reading = { value: string } | { either: readonly [decimal: string, whole: string] } | undefined;

interface Allowed {
  /** Decimals other than zeros at the end. */
  decimals: number;
  most?: number;
  signed?: boolean;
}

interface Marks {
  decimal: string;
  group: string;
  /** As in 12,34,567. */
  inPairs: boolean;
}

const DEFAULT_LOCALE = 'en-US';
const INVISIBLE = /\p{Cf}/gu;
const WRITTEN = /^[\d.,'\u066B\u066C ]+$/;
const ARABIC_DECIMAL = '\u066B';

/** The browser's, by whose notation people type. Some name what `Intl` refuses, such as en-US@posix. */
export function typingLocale(): string {
  try {
    return Intl.getCanonicalLocales(globalThis.navigator?.language)[0] ?? DEFAULT_LOCALE;
  } catch {
    return DEFAULT_LOCALE;
  }
}

/**
 * Reads a number as people write it: "1,234.5", "1.234,5", "1 234,5", "1'234.5", in any digits. A mark before three digits
 * separates thousands or decimals; the locale says which only where the other reading is impossible, and otherwise both are returned.
 */
export function readNumber(typed: string, allowed: Allowed, locale = typingLocale()): Reading {
  const plain = plainText(typed);
  const sign = allowed.signed && /^[-\u2212]/.test(plain) ? '-' : '';
  const text = sign ? plain.slice(1) : plain;
  if (!WRITTEN.test(text) || !/\d/.test(text)) return undefined;
  const marks = marksOf(locale);
  const mark = /\D/.exec(text)?.[0];
  const whole = grouped(text, marks);
  const decimal = decimalIn(text, marks);
  const fits = (value: string | undefined): value is string => value !== undefined && isWithin(value, allowed);
  const signed = (value: string) => (value === '0' ? value : sign + value);
  if (whole !== undefined && decimal !== undefined) {
    const isThousands = mark === marks.group;
    // Nobody writes three decimals where there are at most two.
    if (isThousands && allowed.decimals < 3) return fits(whole) ? { value: signed(whole) } : undefined;
    if (fits(whole) && fits(decimal)) return { either: [signed(decimal), signed(whole)] };
    if (!fits(decimal)) return isThousands && fits(whole) ? { value: signed(whole) } : undefined;
    return { value: signed(decimal) };
  }
  const value = whole ?? decimal;
  return fits(value) ? { value: signed(value) } : undefined;
}

/** The number alone; undefined if the text is none, or can be read as two. */
export function numberIn(typed: string, allowed: Allowed, locale?: string): string | undefined {
  const reading = readNumber(typed, allowed, locale);
  return reading && 'value' in reading ? reading.value : undefined;
}

/** A whole number from 0 on; NaN if it is none, so that nothing passes its limits. */
export function wholeIn(typed: string): number {
  return Number(numberIn(typed, { decimals: 0 }) ?? NaN);
}

/** For react-hook-form's `validate`: a whole number within limits, or nothing. */
export const wholeBetween = (least: number, most: number) => (typed: string) => {
  if (typed.trim() === '') return true;
  const value = wholeIn(typed);
  if (Number.isNaN(value)) return 'Enter a whole number.';
  if (value < least) return `Enter at least ${least}.`;
  return value <= most || `Enter at most ${most}.`;
};

/** A percentage from 0 to 100: "8,875" → "8.875"; undefined if it is none. */
export function percentIn(typed: string, decimals: number): string | undefined {
  const text = plainText(typed);
  return numberIn(/[%\u066A]$/.test(text) ? text.slice(0, -1) : text, { decimals, most: 100 });
}

/** A decimal of the contract as the locale writes it, and so that it is read as nothing else: "1234.50" → 1234,50; "1.125" → 1,1250. */
export function writtenNumber(value: string, locale = typingLocale()): string {
  const clear = /^-?[1-9]\d{0,2}\.\d{3}$/.test(value)
    ? value.endsWith('0')
      ? value.slice(0, -1)
      : `${value}0`
    : value;
  return clear.replace('.', marksOf(locale).decimal);
}

/** Asks which number is meant; undefined if the text is clear, or no number. */
export function questionOf(typed: string, reading: Reading, locale?: string): string | undefined {
  if (!reading || !('either' in reading)) return undefined;
  const [decimal, whole] = reading.either.map((value) => writtenNumber(value, locale));
  return `${typed.trim()} can be ${decimal} or ${whole}: enter the one that you mean.`;
}

/** Without what can't be seen, in ASCII's digits and marks; half-width signs. */
export function plainText(typed: string): string {
  return typed
    .replace(INVISIBLE, '')
    .replace(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/\p{Sc}/gu, (sign) => sign.normalize('NFKC'))
    .replace(/\p{Nd}/gu, (digit) => String(digitOf(digit.codePointAt(0)!)))
    .replace(/[\u2019\u02BC]/g, "'")
    .replace(/\s/g, ' ')
    .trim();
}

/** Digits of every script stand in rows of ten, from zero on. */
function digitOf(code: number): number {
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return (code - zero) % 10;
}

/** All digits, if nothing or one kind of mark separates thousands. */
function grouped(text: string, { inPairs }: Marks): string | undefined {
  const mark = /\D/.exec(text)?.[0];
  if (mark === undefined) return withoutZeros(text);
  const [first = '', ...rest] = text.split(mark);
  const size = inPairs && mark === ',' ? 2 : 3;
  const last = rest.pop() ?? '';
  const isGrouped =
    mark !== ARABIC_DECIMAL &&
    /^[1-9]\d*$/.test(first) &&
    first.length <= size &&
    rest.every((group) => /^\d+$/.test(group) && group.length === size) &&
    /^\d{3}$/.test(last);
  const isByThree = () => size === 2 && grouped(text, { inPairs: false } as Marks) !== undefined;
  return isGrouped || isByThree() ? text.replaceAll(mark, '') : undefined;
}

/** The number, if the last mark separates decimals. */
function decimalIn(text: string, marks: Marks): string | undefined {
  const at = Math.max(...['.', ',', ARABIC_DECIMAL].map((mark) => text.lastIndexOf(mark)));
  const [before, mark, decimals] = [text.slice(0, at), text.charAt(at), text.slice(at + 1)];
  if (at < 0 || before.includes(mark) || !/^\d*$/.test(decimals)) return undefined;
  const whole = before === '' ? '0' : grouped(before, marks);
  const fraction = withoutEnd(decimals);
  return whole === undefined ? undefined : fraction === '' ? whole : `${whole}.${fraction}`;
}

function withoutEnd(decimals: string): string {
  return decimals.endsWith('0') ? withoutEnd(decimals.slice(0, -1)) : decimals;
}

function isWithin(value: string, { decimals, most = Infinity }: Allowed): boolean {
  return (value.split('.')[1]?.length ?? 0) <= decimals && Number(value) <= most;
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '');
}

const known = new Map<string, Marks>();

function marksOf(locale: string): Marks {
  const found = known.get(locale) ?? marksBy(new Intl.NumberFormat(locale, { numberingSystem: 'latn' }));
  known.set(locale, found);
  return found;
}

function marksBy(format: Intl.NumberFormat): Marks {
  const parts = format.formatToParts(1234567.5);
  const of = (type: string) => parts.filter((part) => part.type === type).map(({ value }) => value);
  return {
    decimal: of('decimal')[0] ?? '.',
    group: plainText(`0${of('group')[0] ?? ''}0`).slice(1, -1),
    inPairs: of('integer')[1]?.length === 2,
  };
}
