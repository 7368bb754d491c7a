import { addDays, dayOf, secondsBetween, type Instant } from '../../../kernel/ports/clock.ts';
import { roundHalfAwayFromZero } from '../../../kernel/money.ts';
import type { Counts } from '../../billing/metrics/metric.projection.ts';
import { sumsOf, valuesOf, type Counted, type MetricValues } from '../../billing/metrics/metric.rules.ts';

export const FIGURE_INTERVALS = ['day', 'week', 'month'] as const;
export type FigureInterval = (typeof FIGURE_INTERVALS)[number];

/** The longest range per interval, in days, for at most about a hundred periods on a screen. */
export const MAX_FIGURE_DAYS: Readonly<Record<FigureInterval, number>> = { day: 92, week: 700, month: 3_000 };

/** Whole days (`2026-11-21`), both inclusive. */
export interface DaySpan {
  start_date: string;
  end_date: string;
}

/** The metrics of a range, and what only the dashboard shows. Amounts in minor units. */
export interface FigureValues extends Omit<MetricValues, 'checkouts' | 'succeeded_checkouts' | 'checkouts_conversion'> {
  subscription_updates_revenue: number;
  refunded_amount: number;
  ended_subscriptions: number;
  past_due_subscriptions: number;
  past_due_amount: number;
}

/** The default range: 30 days until the first sale is three months ago, then twelve months. */
export function usualSpan(today: string, firstSale: string | null): DaySpan {
  const isOld = firstSale !== null && firstSale <= plus(today, -91);
  const start = isOld ? plain(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 12) : plus(today, -29);
  return { start_date: start, end_date: today };
}

/** The default interval of a range. */
export function usualInterval(span: DaySpan): FigureInterval {
  const days = daysIn(span);
  return days <= 31 ? 'day' : days <= 100 ? 'week' : 'month';
}

/** The days, weeks (from Monday) or months of a span; the first and the last are cut to it. */
export function periodsIn({ start_date, end_date }: DaySpan, interval: FigureInterval): DaySpan[] {
  const periods: DaySpan[] = [];
  for (let start = start_date; start <= end_date;) {
    const next = nextStart(start, interval);
    const last = plus(next, -1);
    periods.push({ start_date: start, end_date: last < end_date ? last : end_date });
    start = next;
  }
  return periods;
}

/** The span of the same length just before. */
export function spanBefore(span: DaySpan): DaySpan {
  return { start_date: plus(span.start_date, -daysIn(span)), end_date: plus(span.start_date, -1) };
}

/** A day and the six after it. */
export function weekFrom(day: string): DaySpan {
  return { start_date: day, end_date: plus(day, 6) };
}

export function daysIn({ start_date, end_date }: DaySpan): number {
  return secondsBetween(midnight(start_date), midnight(end_date)) / 86_400 + 1;
}

/**
 * The figures of one currency for each period: what happened in it, and the state at its end.
 * @param tallies of the periods, and of all time before them
 */
export function figuresOf(tallies: readonly Counted[], starts: readonly Instant[]): FigureValues[] {
  return sumsOf(tallies, starts).map(({ period, sinceBeginning }) => {
    const { checkouts, succeeded_checkouts, checkouts_conversion, ...values } = valuesOf(period, sinceBeginning);
    return { ...values, ...furtherOf(period.counts, sinceBeginning.counts) };
  });
}

function furtherOf(counts: Counts, sinceBeginning: Counts) {
  return {
    subscription_updates_revenue: counts.updated_revenue,
    refunded_amount: counts.refunded,
    ended_subscriptions: counts.ended,
    past_due_subscriptions: sinceBeginning.past_due,
    past_due_amount: roundHalfAwayFromZero(sinceBeginning.past_due_twelfths / 12),
  };
}

function nextStart(day: string, interval: FigureInterval): string {
  switch (interval) {
    case 'day':
      return plus(day, 1);
    case 'week':
      return plus(day, 7 - ((new Date(midnight(day)).getUTCDay() + 6) % 7));
    case 'month':
      return plain(Number(day.slice(0, 4)), Number(day.slice(5, 7)));
  }
}

function plus(day: string, days: number): string {
  return dayOf(addDays(midnight(day), days));
}

/** The first day of a month; `month` counts from 0 and may be below 0 or above 11. */
function plain(year: number, month: number): string {
  return dayOf(new Date(Date.UTC(year, month, 1)).toISOString());
}

function midnight(day: string): Instant {
  return `${day}T00:00:00.000Z`;
}
