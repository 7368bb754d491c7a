import { TZDateMini } from '@date-fns/tz/date/mini';
import { toInstant, type Instant } from '../kernel/ports/clock.ts';

/** Whether a text is the IANA name of a time zone that this program knows. */
export function isTimeZone(text: unknown): text is string {
  if (typeof text !== 'string' || !/^[A-Za-z][A-Za-z0-9_+/-]{1,63}$/.test(text)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: text }));
  } catch {
    return false;
  }
}

/** The day in a time zone that an instant falls on: `2026-11-21`. */
export function localDay(instant: Instant, zone: string): string {
  const date = new TZDateMini(instant, zone);
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${date.getFullYear()}-${month}-${day}`;
}

/** The first instant of a day (`2026-11-21`) in a time zone; `days` later or, if negative, earlier. */
export function startOfDay(day: string, zone: string, days = 0): Instant {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return toInstant(new TZDateMini(year, month - 1, date + days, zone).getTime());
}
