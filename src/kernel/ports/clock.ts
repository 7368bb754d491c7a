/** A UTC instant: ISO 8601 with milliseconds and `Z`, so that instants compare as text. */
export type Instant = string;

/** The IANA name of the time zone that instants are in. */
export const UTC = 'UTC';

/** The two clocks (docs/PROCESSES.md#two-clocks): only the sandbox moves business time. */
export interface Clock {
  /** Business time: periods, due items, expiry of checkouts, `occurredAt`, `created_at`. */
  now(): Instant;
  /** Machine time: leases, time-outs, sessions, tokens, deliveries, mails, `recordedAt`. */
  machineNow(): Instant;
}

const FIRST_MS = Date.parse('0000-01-01T00:00:00.000Z');
/** Later ones do not sort as text, and are no dates of RFC 3339. */
export const LAST_INSTANT: Instant = '9999-12-31T23:59:59.999Z';
const LAST_MS = Date.parse(LAST_INSTANT);

let latest = { ms: 0, instant: new Date(0).toISOString() };

export function toInstant(ms: number): Instant {
  // One request needs the same millisecond many times.
  if (ms !== latest.ms) latest = { ms, instant: new Date(ms).toISOString() };
  return latest.instant;
}

/** Milliseconds since 1970. */
export function msOf(instant: Instant): number {
  return Date.parse(instant);
}

export function addSeconds(instant: Instant, seconds: number): Instant {
  return toInstant(msOf(instant) + seconds * 1000);
}

export function addDays(instant: Instant, days: number): Instant {
  return addSeconds(instant, days * 86_400);
}

/** Seconds from `from` to `to`, negative if `to` is earlier. */
export function secondsBetween(from: Instant, to: Instant): number {
  return (msOf(to) - msOf(from)) / 1000;
}

/** `2026-11-21T…` → `2026-11-21`. */
export function dayOf(instant: Instant): string {
  return instant.slice(0, 10);
}

/**
 * Parses any ISO date-time that carries an offset; undefined for everything else, such as 30 February, and outside the years 0 to 9999, where text
 * does not sort.
 */
export function parseInstant(text: string): Instant | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text)) return undefined;
  const day = dayOf(text);
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // Otherwise it would count on into March.
  if (Number.isNaN(midnight) || dayOf(toInstant(midnight)) !== day) return undefined;
  const ms = Date.parse(text);
  return ms >= FIRST_MS && ms <= LAST_MS ? toInstant(ms) : undefined;
}
