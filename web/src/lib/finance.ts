import { countryName } from './countries';
import { money } from './format';
import type { DayRange } from './presets';

export type FinanceInterval = 'month' | 'quarter' | 'year';

/** What a row of a tax table is told apart by. */
interface Taxed {
  country: string | null;
  state: string | null;
  name: string | null;
  percent: string | null;
  treatment: 'taxed' | 'reverse_charge' | 'no_rate';
}

/** "Germany", "Canada, CA-QC"; whoever gave no address bought from nowhere that is known. */
export function taxPlace({ country, state }: Pick<Taxed, 'country' | 'state'>): string {
  if (country === null) return 'Unknown place';
  return state === null ? countryName(country) : `${countryName(country)}, ${state}`;
}

/** "USt 19%", "Reverse charge (USt 19%)", "No rate". */
export function taxRateWords({ name, percent, treatment }: Omit<Taxed, 'country' | 'state'>): string {
  if (treatment === 'no_rate') return 'No rate';
  const rate = `${name ?? ''} ${percent ?? ''}%`.trim();
  return treatment === 'reverse_charge' ? `Reverse charge (${rate})` : rate;
}

/** The words of a tax row's key: "Germany, USt 19%". */
export function taxRowWords(key: string): string {
  const [, place = '', treatment, percent = '', ...name] = key.split('/');
  const row = {
    country: place.slice(0, 2) || null,
    state: place.length > 2 ? place : null,
    treatment: treatment as Taxed['treatment'],
    percent,
    name: name.join('/'),
  };
  return `${taxPlace(row)}, ${taxRateWords(row)}`;
}

interface Sums {
  count: number;
  net_amount: number;
  tax_amount: number;
  total_amount: number;
}

/** Of what sales came to, the part that no card paid: ", €18.70 paid from balances"; empty if that is nothing. */
export function balanceWords(sales: { total_amount: number; payment_amount: number }, currency: string): string {
  const used = sales.total_amount - sales.payment_amount;
  if (used === 0) return '';
  return used > 0 ? `, ${money(used, currency)} paid from balances` : `, ${money(-used, currency)} added to balances`;
}

/** What is left of sales after refunds; amounts of refunds are below 0. */
export function leftAfterRefunds({ sales, refunds }: { sales: Sums; refunds: Sums }): Sums {
  return {
    count: sales.count + refunds.count,
    net_amount: sales.net_amount + refunds.net_amount,
    tax_amount: sales.tax_amount + refunds.tax_amount,
    total_amount: sales.total_amount + refunds.total_amount,
  };
}

const months = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A whole period's name: "March 2026", "Q1 2026", "2026"; undefined if it is cut. */
export function periodName({ from, to }: DayRange, interval: FinanceInterval): string | undefined {
  const [year, month] = [from.slice(0, 4), Number(from.slice(5, 7))];
  const span = { month: 1, quarter: 3, year: 12 }[interval];
  const isWhole = from.endsWith('-01') && (month - 1) % span === 0 && to === lastDay(Number(year), month + span - 1);
  if (!isWhole) return undefined;
  if (interval === 'month') return months.format(Date.parse(from));
  return interval === 'quarter' ? `Q${(month + 2) / 3} ${year}` : year;
}

function lastDay(year: number, month: number): string {
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/** The address of the tax table as a CSV file. */
export function taxTableHref(organizationId: string, { from, to }: DayRange, interval: FinanceInterval): string {
  const query = new URLSearchParams({ organization_id: organizationId, start_date: from, end_date: to, interval });
  return `/api/dashboard/finance/export?${query.toString()}`;
}

/** The document of an entry. */
export const documentWords = {
  sale: 'Invoice',
  refund: 'Credit note',
  refund_reversal: 'Credit note canceled',
} as const;

export const entryWords = { sale: 'Sale', refund: 'Refund', refund_reversal: 'Refund reversed' } as const;
