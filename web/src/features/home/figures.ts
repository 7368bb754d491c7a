import type { Metrics } from '@/api/types';
import { CURRENCY } from '@/lib/billing';
import { count, money, plural } from '@/lib/format';

type Slug = 'revenue' | 'orders' | 'active_subscriptions' | 'monthly_recurring_revenue';

export interface Figure {
  slug: Slug;
  title: string;
  kind: 'bars' | 'line';
  format: (value: number | null) => string;
  /** Summed over the range, or the value at its end. */
  sums: boolean;
}

export const asMoney = (value: number | null) => money(value, CURRENCY);
export const asCount = (value: number | null) => count(value);

export const figures: readonly Figure[] = [
  { slug: 'revenue', title: 'Revenue', kind: 'bars', format: asMoney, sums: true },
  { slug: 'orders', title: 'Orders', kind: 'bars', format: asCount, sums: true },
  { slug: 'active_subscriptions', title: 'Active subscriptions', kind: 'line', format: asCount, sums: false },
  { slug: 'monthly_recurring_revenue', title: 'Monthly recurring revenue', kind: 'line', format: asMoney, sums: false },
];

/** The figure of the whole range: the total, or the value at its end. */
export function whole({ slug, sums }: Figure, { periods, totals }: Metrics): number {
  return sums ? totals[slug] : (periods.at(-1)?.[slug] ?? 0);
}

/** The chart's content in words. `when` as in "the last 30 days", `nameOf` as in "in Mar 2026". */
export function sentence(figure: Figure, metrics: Metrics, when: string, nameOf: (iso: string) => string): string {
  const { slug, format, sums } = figure;
  const { periods } = metrics;
  const value = whole(figure, metrics);
  if (sums) {
    const said = slug === 'orders' ? plural(value, 'order') : format(value);
    const best = periods.reduce((most, period) => (period[slug] > most[slug] ? period : most), periods[0]!);
    if (value === 0 || periods.length < 2) return `${said} in ${when}.`;
    return `${said} in ${when}; most ${nameOf(best.timestamp)} (${format(best[slug])}).`;
  }
  const first = periods[0]?.[slug] ?? 0;
  const way = value > first ? `up from ${format(first)}` : value < first ? `down from ${format(first)}` : 'as it was';
  return `${format(value)} now, ${way} at the beginning of ${when}.`;
}
