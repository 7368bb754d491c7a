import { toInstant, type Instant } from '../../kernel/ports/clock.ts';

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
