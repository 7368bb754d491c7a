const DAY = 86_400_000;

export type Interval = 'day' | 'week' | 'month';
export type Range = '30d' | '90d' | '12m' | '3y';

/** Ranges back from today, with the intervals that suit them; the first is the default. */
export const ranges: Record<Range, { label: string; text: string; intervals: readonly [Interval, ...Interval[]] }> = {
  '30d': { label: '30 days', text: 'the last 30 days', intervals: ['day', 'week'] },
  '90d': { label: '90 days', text: 'the last 90 days', intervals: ['week', 'day', 'month'] },
  '12m': { label: '12 months', text: 'the last 12 months', intervals: ['month', 'week', 'day'] },
  '3y': { label: '3 years', text: 'the last 3 years', intervals: ['month'] },
};

/** The range's first and last day in UTC, inclusive; ranges of months cover whole months. `now` in milliseconds. */
export function spanOf(range: Range, now: number): { start: string; end: string } {
  const today = new Date(now);
  const months = (back: number) => Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back, 1);
  const starts: Record<Range, number> = {
    '30d': now - 29 * DAY,
    '90d': now - 89 * DAY,
    '12m': months(11),
    '3y': months(35),
  };
  return { start: plainDate(starts[range]), end: plainDate(now) };
}

/** Milliseconds → "2026-11-21". */
export function plainDate(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** The same time a month later, on the last day if that month is shorter. */
export function monthLater(at: number): number {
  const date = new Date(at);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + 1);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime();
}
