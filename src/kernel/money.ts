import { decimalsOf } from './currencies.ts';

/** Integer minor units (cents) with their ISO 4217 currency in lower case. */
export interface Money {
  amount: number;
  currency: string;
}

/** 8.5 → 9, −8.5 → −9: percentage discounts, metered amounts, tax (docs/BILLING.md#rounding). */
export function roundHalfAwayFromZero(value: number): number {
  const rounded = Math.sign(value) * Math.round(Math.abs(value));
  return rounded === 0 ? 0 : rounded;
}

/** 8.5 → 8, 9.5 → 10: proration entries and refund tax (docs/BILLING.md#rounding). */
export function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  const rounded = rest < 0.5 ? floor : rest > 0.5 ? floor + 1 : floor % 2 === 0 ? floor : floor + 1;
  return rounded === 0 ? 0 : rounded;
}

/** The same amount of the same currency. */
export function isSameMoney(one: Money, other: Money): boolean {
  return one.amount === other.amount && one.currency === other.currency;
}

export function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

/** 900 usd → `9.00`, 900 jpy → `900`: for files that a spreadsheet opens, beside a column with the currency. */
export function decimalText({ amount, currency }: Money): string {
  const decimals = decimalsOf(currency);
  return (amount / 10 ** decimals).toFixed(decimals);
}

const formats = new Map<string, Intl.NumberFormat>();

/** 900 usd → `$9.00`, 900 jpy → `¥900`: each currency has minor units of its own. */
export function moneyText({ amount, currency }: Money): string {
  return formatOf(currency).format(amount / 10 ** decimalsOf(currency));
}

function formatOf(code: string): Intl.NumberFormat {
  let format = formats.get(code);
  if (!format) {
    const digits = decimalsOf(code);
    const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    format = new Intl.NumberFormat('en-US', { style: 'currency', currency: code.toUpperCase(), ...decimals });
    formats.set(code, format);
  }
  return format;
}
