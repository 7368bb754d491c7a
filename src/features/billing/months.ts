import { addDays, toInstant, type Instant } from '../../kernel/ports/clock.ts';

/** The day of the month that later periods begin on. */
export function anchorDayOf(startedAt: Instant): number {
  return new Date(startedAt).getUTCDate();
}

/** Calendar months later, at the same time of day, on the anchor day or, if the month is shorter, on its last day. */
export function monthsAfter(start: Instant, months: number, anchorDay = anchorDayOf(start)): Instant {
  const from = new Date(start);
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const timeOfDay = from.getTime() - Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate());
  return toInstant(Date.UTC(year, month, Math.min(anchorDay, lastDay)) + timeOfDay);
}

/** When the trial of a subscription that starts now ends. */
export function trialEndOf(
  start: Instant,
  { interval, count }: { interval: 'day' | 'week' | 'month' | 'year'; count: number },
): Instant {
  switch (interval) {
    case 'day':
      return addDays(start, count);
    case 'week':
      return addDays(start, 7 * count);
    case 'month':
      return monthsAfter(start, count);
    case 'year':
      return monthsAfter(start, 12 * count);
  }
}
