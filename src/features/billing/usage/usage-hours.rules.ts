import { msOf, toInstant, type Instant } from '../../../kernel/ports/clock.ts';

/** The hours of a day, in UTC. */
export const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

/** `2026-11-26T06:52:07.000Z` → `2026-11-26T06` */
export function hourOf(at: Instant): string {
  return at.slice(0, 13);
}

/** `2026-11-26T06` → 6 */
export function hourOfDay(hour: string): number {
  return Number(hour.slice(11));
}

export function startOfHour(hour: string): Instant {
  return `${hour}:00:00.000Z`;
}

/** The last millisecond of an hour. */
export function endOfHour(hour: string): Instant {
  return toInstant(msOf(startOfHour(hour)) + 3_600_000 - 1);
}
