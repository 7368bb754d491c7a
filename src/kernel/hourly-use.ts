import { msOf, toInstant, type Instant } from './ports/clock.ts';

const HOUR_MS = 3_600_000;

/** What is counted in one hour of machine time. */
export interface CountedHour {
  hour: Instant;
}

/** A count that is recorded by the hour. */
export interface HourlyUse<H extends CountedHour> {
  /** null: nothing since the last hour was closed. */
  open: H | null;
  /** Hours that are over, until they are recorded. */
  closed: readonly H[];
}

/** Closes the open hour once it is over; `last`: at once. */
export function closeHour<H extends CountedHour, U extends HourlyUse<H>>(use: U, now: Instant, last = false): U {
  const { open, closed } = use;
  if (!open || (!last && hourOf(now) <= open.hour)) return use;
  return { ...use, open: null, closed: [...closed, open] };
}

/** When an hour can be closed. */
export function endOf({ hour }: CountedHour): Instant {
  return toInstant(msOf(hour) + HOUR_MS);
}

export function hourOf(now: Instant): Instant {
  return toInstant(Math.floor(msOf(now) / HOUR_MS) * HOUR_MS);
}
