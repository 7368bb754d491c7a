const DAY = 86_400_000;

export type Interval = 'day' | 'week' | 'month';
export type Range = '7d' | '30d' | '90d' | '12m' | '3y';

/** Plain days (2026-11-21), both inclusive. */
export interface Span {
  start: string;
  end: string;
}

/** Ranges back from today. */
export const ranges: Record<Range, { label: string; text: string }> = {
  '7d': { label: 'Last 7 days', text: 'the last 7 days' },
  '30d': { label: 'Last 30 days', text: 'the last 30 days' },
  '90d': { label: 'Last 90 days', text: 'the last 90 days' },
  '12m': { label: 'Last 12 months', text: 'the last 12 months' },
  '3y': { label: 'Last 3 years', text: 'the last 3 years' },
};

/** The most days that the server draws by each interval. */
const longest: Record<Interval, number> = { day: 92, week: 700, month: 3000 };

/** The first day that the server has figures for. */
export const FIRST_DAY = '2023-01-01';

/** The range's days; ranges of months begin with whole months. */
export function spanOf(range: Range, today: string): Span {
  const months = (back: number) =>
    plainDate(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1 - back, 1));
  const starts: Record<Range, string> = {
    '7d': daysLater(today, -6),
    '30d': daysLater(today, -29),
    '90d': daysLater(today, -89),
    '12m': months(11),
    '3y': months(35),
  };
  return { start: starts[range], end: today };
}

/** The range that has these days. */
export function rangeOf({ start, end }: Span, today: string): Range | undefined {
  return (Object.keys(ranges) as Range[]).find((range) => {
    const span = spanOf(range, today);
    return span.start === start && span.end === end;
  });
}

/** The intervals that a span can be drawn by, with at least two periods each. */
export function intervalsOf({ start, end }: Span): Interval[] {
  const days = (Date.parse(end) - Date.parse(start)) / DAY + 1;
  const shortest: Record<Interval, number> = { day: 1, week: 14, month: 60 };
  return (['day', 'week', 'month'] as const).filter(
    (interval) => days >= shortest[interval] && days <= longest[interval],
  );
}

/** A plain day so many days later, or earlier. */
function daysLater(day: string, days: number): string {
  return plainDate(Date.parse(`${day}T00:00:00Z`) + days * DAY);
}

/** Milliseconds → "2026-11-21", in UTC. */
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
