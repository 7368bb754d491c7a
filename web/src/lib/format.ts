import { minorDigits } from './currencies';

/** Shown for a missing value; zero shows as 0. */
export const ABSENT = '—';

export const LOCALE = 'en-US';

// Formats take milliseconds to make, on a phone.
const moneyFormats = new Map<string, Intl.NumberFormat>();

function moneyFormat(currency: string, style: 'currency' | 'decimal'): Intl.NumberFormat {
  const key = `${style} ${currency}`;
  let format = moneyFormats.get(key);
  if (!format) {
    const digits = minorDigits(currency);
    const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    format =
      style === 'currency'
        ? new Intl.NumberFormat(LOCALE, { style, currency, ...decimals })
        : new Intl.NumberFormat(LOCALE, decimals);
    moneyFormats.set(key, format);
  }
  return format;
}

/** `amount` in minor units (cents) with the currency's sign: 1900, 'usd' → $19.00, 'cad' → CA$19.00; 0 → $0. */
export function money(amount: number | null | undefined, currency: string): string {
  if (amount === null || amount === undefined) return ABSENT;
  const text = written(amount, currency, 'currency');
  return amount === 0 ? withoutZeros(text) : text;
}

/** Whole amounts without their decimals, for the axis of a chart: 300000, 'usd' → $3,000. */
export function roundMoney(amount: number | null, currency: string): string {
  return withoutZeros(money(amount, currency));
}

function withoutZeros(text: string): string {
  return text.replace(/\.0+$/, '');
}

/** `amount` in minor units without a sign, for columns whose head names the currency: 1900 → 19.00. */
export function figure(amount: number | null | undefined, currency: string): string {
  if (amount === null || amount === undefined) return ABSENT;
  if (amount === 0) return '0';
  return written(amount, currency, 'decimal');
}

/** Without the sign of -0, and with that of other numbers as wide as a plus. */
function written(amount: number, currency: string, style: 'currency' | 'decimal'): string {
  const text = moneyFormat(currency.toUpperCase(), style).format((amount || 0) / 10 ** minorDigits(currency));
  return text.replace('-', '−');
}

const counts = new Intl.NumberFormat(LOCALE);

export function count(value: number | null | undefined): string {
  return value === null || value === undefined ? ABSENT : counts.format(value);
}

const percents = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 });

/** 0.124 → "12%". */
export function percent(share: number): string {
  return percents.format(share);
}

/** plural(2, 'order') → "2 orders"; pass irregular plurals. */
export function plural(value: number, one: string, other = `${one}s`): string {
  return `${counts.format(value)} ${value === 1 ? one : other}`;
}

export function text(value: string | null | undefined): string {
  return value ? value : ABSENT;
}

/** An id shortened in the middle, so that its kind and its end stay readable. */
export function shortId(id: string): string {
  return id.length <= 13 ? id : `${id.slice(0, 6)}…${id.slice(-4)}`;
}

/** The currency all rows share, or undefined if they differ or there are no rows. */
export function sharedCurrency(rows: readonly { currency: string }[]): string | undefined {
  const [first] = rows;
  return first && rows.every((row) => row.currency === first.currency) ? first.currency : undefined;
}

/** "paid" → "Paid", "past_due" → "Past due". */
export function word(value: string): string {
  const spaced = value.replaceAll('_', ' ');
  return (spaced.charAt(0).toUpperCase() + spaced.slice(1)).replace('Github', 'GitHub');
}
