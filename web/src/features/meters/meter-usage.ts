import type { MeterAggregation, MeterQuantities } from '@/api/types';
import { count } from '@/lib/format';
import { day, month } from '@/lib/time';
import type { ChartPeriod } from '@/ui/chart-data';

export const intervals = ['hour', 'day', 'week', 'month', 'year'] as const;
export type MeterInterval = (typeof intervals)[number];

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Before all usage. */
const BEGINNING = '2000-01-01T00:00:00.000Z';

/** What a chart by an interval shows. */
const spans: Record<MeterInterval, { text: string; start: (now: number) => number }> = {
  hour: { text: 'the last 48 hours', start: (now) => now - 47 * HOUR },
  day: { text: 'the last 30 days', start: (now) => now - 29 * DAY },
  week: { text: 'the last 26 weeks', start: (now) => now - 25 * 7 * DAY },
  month: { text: 'the last 12 months', start: (now) => monthsBefore(now, 11) },
  year: { text: 'the last 5 years', start: (now) => monthsBefore(now, 48) },
};

export interface QuantityRange {
  interval: MeterInterval;
  start: string;
  end: string;
}

/** The range of a chart. It changes with the hour, so that it is not loaded again all the time. @param now in milliseconds */
export function chartRange(interval: MeterInterval, now: number): QuantityRange {
  const end = hourOf(now);
  return { interval, start: new Date(spans[interval].start(end)).toISOString(), end: new Date(end).toISOString() };
}

/** The last calendar month and this one, in UTC. */
export function twoMonths(now: number): QuantityRange {
  return { interval: 'month', start: new Date(monthsBefore(now, 1)).toISOString(), end: thisHour(now) };
}

export function allTime(now: number): QuantityRange {
  return { interval: 'year', start: BEGINNING, end: thisHour(now) };
}

/** The first and the last day of this month or of one before. */
export function daysOfMonth(now: number, before = 0): { from: string; to: string } {
  const next = new Date(monthsBefore(now, before - 1));
  return { from: iso(monthsBefore(now, before)).slice(0, 10), to: iso(next.getTime() - DAY).slice(0, 10) };
}

/** Quantities have fractions: three digits of them at most. */
export const quantity = count;

const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 3 });

/** What the axis of quantities counts in: fractions only if some are. */
export function quantityUnit(quantities: readonly number[]): number {
  return quantities.every(Number.isInteger) ? 1 : 0.001;
}

export function shortQuantity(value: number): string {
  return short.format(value);
}

export function chartPeriods({ quantities }: MeterQuantities, interval: MeterInterval): ChartPeriod[] {
  return quantities.map(({ timestamp }, index) => {
    const isRunning = index === quantities.length - 1;
    const name = periodName(timestamp, interval);
    return { name: isRunning ? `${name}, so far` : name, tick: tickOf(timestamp, interval), isRunning };
  });
}

const said: Record<MeterAggregation['func'], string> = {
  count: '',
  sum: '',
  avg: ' on average',
  max: ' was the greatest value',
  min: ' was the smallest value',
};

/** "1,200 in the last 30 days; most on 21 Nov 2026 (200)." */
export function chartSentence(
  { quantities, total }: MeterQuantities,
  interval: MeterInterval,
  func: MeterAggregation['func'],
): string {
  const whole = `${quantity(total)}${said[func]} in ${spans[interval].text}`;
  if (total === 0 || func === 'max' || func === 'min') return `${whole}.`;
  const most = quantities.reduce((best, one) => (one.quantity > best.quantity ? one : best), quantities[0]!);
  const when = `${prepositions[interval]} ${periodName(most.timestamp, interval)}`;
  return `${whole}; most ${when} (${quantity(most.quantity)}).`;
}

const prepositions: Record<MeterInterval, string> = {
  hour: 'on',
  day: 'on',
  week: 'in the week of',
  month: 'in',
  year: 'in',
};

/** "21 Nov 2026, 14:00", "21 Nov 2026" of a day or of a week's Monday, "Nov 2026", "2026": periods are whole in UTC. */
function periodName(timestamp: string, interval: MeterInterval): string {
  const date = timestamp.slice(0, 10);
  switch (interval) {
    case 'hour':
      return `${day(date)}, ${timestamp.slice(11, 16)}`;
    case 'day':
    case 'week':
      return day(date);
    case 'month':
      return month(date);
    case 'year':
      return timestamp.slice(0, 4);
  }
}

function tickOf(timestamp: string, interval: MeterInterval): string {
  const name = periodName(timestamp, interval);
  if (interval === 'hour') return timestamp.slice(11, 16);
  return interval === 'day' || interval === 'week' ? name.replace(/ \d{4}$/, '') : name;
}

/** Its start. */
function thisHour(now: number): string {
  return iso(hourOf(now));
}

function hourOf(now: number): number {
  return Math.floor(now / HOUR) * HOUR;
}

function monthsBefore(now: number, months: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, 1);
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
