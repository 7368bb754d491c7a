import { useSyncExternalStore } from 'react';
import { localDay, zoned } from './zone';

const LOCALE = 'en-US';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' });
const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const PLAIN_DAY = /^\d{4}-\d\d-\d\d$/;

/** "3 days ago", "in 2 months", "just now"; both in milliseconds since the epoch. */
export function fromNow(at: number, now: number): string {
  const past = now - at;
  const size = Math.abs(past);
  if (size < MINUTE) return 'just now';
  const say = (unit: Intl.RelativeTimeFormatUnit, length: number) => relative.format(-Math.round(past / length), unit);
  if (size < HOUR) return say('minute', MINUTE);
  if (size < DAY) return say('hour', HOUR);
  if (size < 30 * DAY) return say('day', DAY);
  if (size < 365 * DAY) return say('month', 30.44 * DAY);
  return say('year', 365.25 * DAY);
}

/** 2026-11-21T10:34:07.120Z → "2026-11-21 10:34:07 UTC". */
export function exact(iso: string): string {
  return `${new Date(iso).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** "21 Nov 2026": an instant in the organization's time zone, or a plain day (`2026-11-21`) as it is. */
export function day(iso: string): string {
  return `${dateOf(iso).getDate()} ${month(iso)}`;
}

/** "11 Nov", with the year if it is not the current one; `now` in milliseconds. */
function shortDay(iso: string, now: number): string {
  const date = zoned(iso);
  const short = `${date.getDate()} ${monthNames[date.getMonth()]}`;
  return date.getFullYear() === zoned(now).getFullYear() ? short : `${short} ${date.getFullYear()}`;
}

/** Relative within seven days, rounded, before or after; else the day. */
export function when(iso: string, now: number): string {
  const at = Date.parse(iso);
  return Math.abs(at - now) < 7.5 * DAY ? fromNow(at, now) : shortDay(iso, now);
}

/** "Nov 2026". */
export function month(iso: string): string {
  const date = dateOf(iso);
  return `${monthNames[date.getMonth()]} ${date.getFullYear()}`;
}

/** "10:34:07", in the organization's time zone. */
export function clockTime(iso: string): string {
  const date = zoned(iso);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}

function dateOf(iso: string): Pick<Date, 'getDate' | 'getMonth' | 'getFullYear'> {
  if (!PLAIN_DAY.test(iso)) return zoned(iso);
  const [year = 0, month = 1, date = 1] = iso.split('-').map(Number);
  return new Date(year, month - 1, date);
}

// The sandbox moves the business clock. Relative times count from it, or a renewal just charged would seem months ahead.
let offset = 0;
let tick = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function publish(): void {
  tick = Date.now() + offset;
  listeners.forEach((listener) => listener());
}

/** How many milliseconds business time is ahead of machine time. */
export function setClockOffset(milliseconds: number): void {
  offset = milliseconds;
  publish();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(publish, MINUTE / 2);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

/** Business time in milliseconds, updated twice a minute; or machine time, which applies to tokens and deliveries. */
export function useNow(clock: 'business' | 'machine' = 'business'): number {
  const now = useSyncExternalStore(subscribe, () => tick);
  return clock === 'business' ? now : now - offset;
}

/** Today by business time, in the organization's time zone: "2026-11-21". */
export function today(): string {
  return localDay(Date.now() + offset);
}

export function useToday(): string {
  return localDay(useNow());
}
