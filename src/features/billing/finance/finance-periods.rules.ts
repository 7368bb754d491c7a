import { addDays, dayOf } from '../../../kernel/ports/clock.ts';

const MONTHS = { month: 1, quarter: 3, year: 12 } as const;
export const FINANCE_INTERVALS = ['month', 'quarter', 'year'] as const;
export type FinanceInterval = (typeof FINANCE_INTERVALS)[number];

/** Periods of one table. */
export const MAX_FINANCE_PERIODS = 36;

/** Whole days (`2026-11-21`), both inclusive. */
export interface Days {
  start_date: string;
  end_date: string;
}

/** The months, quarters or years of a range; the first and the last are cut to it. Stops once there are too many. */
export function financePeriodsOf({ start_date, end_date }: Days, interval: FinanceInterval): Days[] {
  const periods: Days[] = [];
  for (let start = start_date; start <= end_date && periods.length <= MAX_FINANCE_PERIODS;) {
    const next = nextStart(start, MONTHS[interval]);
    const last = dayBefore(next);
    periods.push({ start_date: start, end_date: last < end_date ? last : end_date });
    start = next;
  }
  return periods;
}

/** The first day of the next span of so many months that begins with a year. */
function nextStart(day: string, months: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return dayOf(new Date(Date.UTC(year, month - 1 - ((month - 1) % months) + months, 1)).toISOString());
}

function dayBefore(day: string): string {
  return dayOf(addDays(`${day}T00:00:00.000Z`, -1));
}
