import { addDays, addSeconds, msOf, secondsBetween, toInstant, type Instant } from '../../kernel/ports/clock.ts';

export const INTERVALS = ['hour', 'day', 'week', 'month', 'year'] as const;
/** Periods are whole in UTC, and weeks begin on Monday. */
export type Interval = (typeof INTERVALS)[number];

/** Longest range per interval, in days (docs/BILLING.md#metrics). */
export const MAX_DAYS: Readonly<Record<Interval, number>> = { hour: 7, day: 366, week: 365, month: 1460, year: 3650 };

export function isInterval(text: string): text is Interval {
  return (INTERVALS as readonly string[]).includes(text);
}

/** Why a range is too long to be listed period by period; undefined if it is not. */
export function rangeError(start: Instant, end: Instant, interval: Interval): string | undefined {
  const days = secondsBetween(start, end) / 86_400;
  if (days < 0) return 'The start date is after the end date.';
  if (days <= MAX_DAYS[interval]) return undefined;
  return `The range is too long: at most ${MAX_DAYS[interval]} days for interval '${interval}'.`;
}

/** Periods that are listed one by one. */
export const MOST_PERIODS = 10_000;
const SHORTEST_DAYS: Readonly<Record<Interval, number>> = { hour: 1 / 24, day: 1, week: 7, month: 28, year: 365 };

/** Why a range may have more than `MOST_PERIODS`, or has none; undefined if it does not. */
export function periodsError(start: Instant, end: Instant, interval: Interval): string | undefined {
  const days = secondsBetween(start, end) / 86_400;
  if (days < 0) return 'The start is after the end.';
  if (days <= (MOST_PERIODS - 1) * SHORTEST_DAYS[interval]) return undefined;
  return `The range is too long: at most ${MOST_PERIODS} periods of one ${interval}; choose a longer interval.`;
}

/** The starts of the periods that instants from the first to the last are in. */
export function startsBetween(first: Instant, last: Instant, interval: Interval): Instant[] {
  const starts: Instant[] = [];
  for (let start = startOf(first, interval); msOf(start) <= msOf(last); start = nextStart(start, interval))
    starts.push(start);
  return starts;
}

/** The start of the period that contains an instant. */
export function startOf(at: Instant, interval: Interval): Instant {
  switch (interval) {
    case 'hour':
      return `${at.slice(0, 13)}:00:00.000Z`;
    case 'day':
      return midnightOf(at);
    case 'week':
      return addDays(midnightOf(at), -((new Date(at).getUTCDay() + 6) % 7));
    case 'month':
      return `${at.slice(0, 7)}-01T00:00:00.000Z`;
    case 'year':
      return `${at.slice(0, 4)}-01-01T00:00:00.000Z`;
  }
}

/** @param start of a period */
export function nextStart(start: Instant, interval: Interval): Instant {
  const date = new Date(start);
  switch (interval) {
    case 'hour':
      return addSeconds(start, 3_600);
    case 'day':
      return addDays(start, 1);
    case 'week':
      return addDays(start, 7);
    case 'month':
      return toInstant(date.setUTCMonth(date.getUTCMonth() + 1));
    case 'year':
      return toInstant(date.setUTCFullYear(date.getUTCFullYear() + 1));
  }
}

function midnightOf(at: Instant): Instant {
  return `${at.slice(0, 10)}T00:00:00.000Z`;
}
