import type { CurrencyFigures, Figures, FigureTotals } from '@/api/types';
import { minorDigits } from '@/lib/currencies';
import { count, money, plural, roundMoney } from '@/lib/format';
import { day, month } from '@/lib/time';
import type { ChartPeriod } from '@/ui/chart-data';
import { linksOf } from './links';

type Slug = 'revenue' | 'orders' | 'active_subscriptions' | 'monthly_recurring_revenue';

/** What a chart draws. */
export interface Series {
  slug: Slug;
  title: string;
  kind: 'bars' | 'line';
  isMoney: boolean;
  /** Whether it is summed over the range; otherwise, it is the state at its end. */
  sums: boolean;
}

export const series: readonly Series[] = [
  { slug: 'revenue', title: 'Revenue', kind: 'bars', isMoney: true, sums: true },
  { slug: 'orders', title: 'Orders', kind: 'bars', isMoney: false, sums: true },
  { slug: 'active_subscriptions', title: 'Active subscriptions', kind: 'line', isMoney: false, sums: false },
  { slug: 'monthly_recurring_revenue', title: 'MRR', kind: 'line', isMoney: true, sums: false },
];

export function formatsOf({ isMoney }: Series, currency: string) {
  if (!isMoney) return { format: count, formatTick: count, unit: 1 };
  return {
    format: (value: number) => money(value, currency),
    formatTick: (value: number) => roundMoney(value, currency),
    unit: 10 ** minorDigits(currency),
  };
}

/** The periods of a chart; those of sums open what was booked or paid in them. */
export function chartPeriods(
  org: string,
  { periods, interval }: Figures,
  currency: string,
  { slug, sums }: Series,
): ChartPeriod[] {
  const to = linksOf(org);
  return periods.map((period) => {
    const name = nameOf(period, interval);
    return {
      name: period.is_running ? `${name}, so far` : name,
      tick: interval === 'month' ? month(period.start_date) : day(period.start_date).replace(/ \d{4}$/, ''),
      isRunning: period.is_running,
      ...(sums && { link: slug === 'revenue' ? to.booked(period, currency) : to.paidOrders(period, currency) }),
    };
  });
}

/** "21 Nov 2026", "16 Nov to 22 Nov 2026", "Nov 2026". */
function nameOf({ start_date, end_date }: Figures['periods'][number], interval: Figures['interval']): string {
  if (start_date === end_date) return day(start_date);
  return interval === 'month' ? month(start_date) : `${day(start_date).replace(/ \d{4}$/, '')} to ${day(end_date)}`;
}

const preposition: Record<Figures['interval'], string> = { day: 'on', week: 'from', month: 'in' };

/** The chart's content in words. `when` as in "the last 30 days". */
export function sentence(
  one: Series,
  figures: Figures,
  { currency, now, totals, previous, periods }: CurrencyFigures,
  when: string,
): string {
  const { slug, sums } = one;
  const { format } = formatsOf(one, currency);
  const isRunning = figures.periods.at(-1)?.is_running ?? false;
  if (sums) {
    const value = totals[slug];
    const said = `${slug === 'orders' ? plural(value, 'order') : format(value)} in ${when}`;
    if (value === 0 || periods.length < 2) return `${said}.`;
    const best = periods.reduce(
      (most, period, index) => (period[slug] > valueAt(periods, most, slug) ? index : most),
      0,
    );
    const period = figures.periods[best]!;
    const on = period.start_date === period.end_date ? 'on' : preposition[figures.interval];
    const name = `${nameOf(period, figures.interval)}${period.is_running ? ' so far' : ''}`;
    return `${said}; most ${on} ${name} (${format(valueAt(periods, best, slug))}).`;
  }
  const drawn = totals[slug];
  const [first, last] = [previous[slug], isRunning && slug in now ? now[slug as keyof typeof now] : drawn];
  const way = last > first ? `up from ${format(first)}` : last < first ? `down from ${format(first)}` : 'the same as';
  return `${format(last)} ${isRunning ? 'now' : 'at the end'}, ${way} at the beginning of ${when}.`;
}

function valueAt(periods: readonly FigureTotals[], index: number, slug: Slug): number {
  return periods[index]?.[slug] ?? 0;
}
