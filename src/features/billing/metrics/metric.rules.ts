import { addDays, msOf, toInstant, type Instant } from '../../../kernel/ports/clock.ts';
import { roundHalfAwayFromZero } from '../../../kernel/money.ts';
import { nextStart, startsBetween, type Interval } from '../intervals.ts';
import { NO_COUNTS, type Counts, type Tally } from './metric.projection.ts';

export type Counted = Counts & Pick<Tally, 'start' | 'is_recurring'>;

export const MIN_DATE = '2023-01-01';
/** Every period of it ends in a year of four digits: later instants do not sort as text. */
export const MAX_DATE = '9998-12-31';

type MetricType = 'scalar' | 'currency' | 'percentage';

const METRICS = {
  orders: ['Orders', 'scalar'],
  revenue: ['Revenue', 'currency'],
  cumulative_revenue: ['Cumulative revenue', 'currency'],
  average_order_value: ['Average order value', 'currency'],
  one_time_products: ['One-time products', 'scalar'],
  one_time_products_revenue: ['One-time products revenue', 'currency'],
  new_subscriptions: ['New subscriptions', 'scalar'],
  new_subscriptions_revenue: ['New subscriptions revenue', 'currency'],
  renewed_subscriptions: ['Renewed subscriptions', 'scalar'],
  renewed_subscriptions_revenue: ['Renewed subscriptions revenue', 'currency'],
  active_subscriptions: ['Active subscriptions', 'scalar'],
  monthly_recurring_revenue: ['Monthly recurring revenue', 'currency'],
  checkouts: ['Checkouts', 'scalar'],
  succeeded_checkouts: ['Succeeded checkouts', 'scalar'],
  checkouts_conversion: ['Checkouts conversion rate', 'percentage'],
} as const satisfies Record<string, readonly [displayName: string, type: MetricType]>;
export type MetricSlug = keyof typeof METRICS;

/** Amounts in cents; conversion rates from 0 to 1. */
export type MetricValues = Record<MetricSlug, number>;

export const METRIC_INFO = Object.fromEntries(
  Object.entries(METRICS).map(([slug, [display_name, type]]) => [slug, { slug, display_name, type }]),
) as Record<MetricSlug, { slug: string; display_name: string; type: MetricType }>;

/** The starts of the periods (UTC, weeks from Monday) that overlap a range of days, and the end of the last one. */
export function periodsOf(startDate: string, endDate: string, interval: Interval): { starts: Instant[]; end: Instant } {
  const last = toInstant(msOf(addDays(`${endDate}T00:00:00.000Z`, 1)) - 1);
  const starts = startsBetween(`${startDate}T00:00:00.000Z`, last, interval);
  return { starts, end: nextStart(starts.at(-1)!, interval) };
}

/**
 * The metrics of each period, and their totals (docs/BILLING.md#metrics). Cumulative revenue, active subscriptions and monthly recurring
 * revenue, both without what is past due, are those at the end of a period; their totals are those of the last period. Other totals are sums.
 * @param tallies of the periods, and of all time before them
 */
export function metricsOf(
  tallies: readonly Counted[],
  starts: readonly Instant[],
): { periods: ({ timestamp: Instant } & MetricValues)[]; totals: MetricValues } {
  const sums = sumsOf(tallies, starts);
  const all = new Sums();
  for (const { period } of sums) all.addAll(period);
  const periods = sums.map(({ period, sinceBeginning }, index) => ({
    timestamp: starts[index]!,
    ...valuesOf(period, sinceBeginning),
  }));
  return { periods, totals: valuesOf(all, sums.at(-1)!.sinceBeginning) };
}

/** The sums of each period, and of all time up to its end. */
export function sumsOf(
  tallies: readonly Counted[],
  starts: readonly Instant[],
): { period: Sums; sinceBeginning: Sums }[] {
  const periods = starts.map(() => new Sums());
  const before = new Sums();
  for (const tally of tallies) (periods[lastAtOrBefore(starts, tally.start)] ?? before).add(tally);
  let sum = before;
  return periods.map((period) => {
    sum = new Sums().addAll(sum).addAll(period);
    return { period, sinceBeginning: sum };
  });
}

/** Counts that add up; `once` counts one-time purchases. */
export class Sums {
  readonly counts: Record<keyof Counts, number> & { once: number; once_revenue: number } = {
    ...NO_COUNTS,
    once: 0,
    once_revenue: 0,
  };

  add(tally: Counted): void {
    const once = tally.is_recurring ? {} : { once: tally.orders, once_revenue: tally.revenue };
    this.plus({ ...tally, ...once });
  }

  addAll({ counts }: Sums): this {
    this.plus(counts);
    return this;
  }

  private plus(more: Partial<Sums['counts']>): void {
    for (const name of Object.keys(this.counts) as (keyof Sums['counts'])[]) this.counts[name] += more[name] ?? 0;
  }
}

export function valuesOf({ counts }: Sums, { counts: sinceBeginning }: Sums): MetricValues {
  return {
    orders: counts.orders,
    revenue: counts.revenue,
    cumulative_revenue: sinceBeginning.revenue,
    average_order_value:
      counts.orders === 0 ? 0 : roundHalfAwayFromZero((counts.revenue + counts.refunded) / counts.orders),
    one_time_products: counts.once,
    one_time_products_revenue: counts.once_revenue,
    new_subscriptions: counts.started,
    new_subscriptions_revenue: counts.new_revenue,
    renewed_subscriptions: counts.renewed,
    renewed_subscriptions_revenue: counts.renewed_revenue,
    active_subscriptions: sinceBeginning.started - sinceBeginning.ended - sinceBeginning.past_due,
    monthly_recurring_revenue: roundHalfAwayFromZero(sinceBeginning.recurring_twelfths / 12),
    checkouts: counts.checkouts,
    succeeded_checkouts: counts.succeeded,
    checkouts_conversion: conversion(counts),
  };
}

/** At most 1, although a checkout that succeeds in one period may have been opened in an earlier one. */
function conversion({ checkouts, succeeded }: Counts): number {
  return checkouts === 0 ? 0 : Math.min(1, succeeded / checkouts);
}

/** Index of the period that contains an instant; −1 before the first. */
function lastAtOrBefore(starts: readonly Instant[], at: Instant): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Whether a text is a day such as `2026-11-21`. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}
