import type { ApiKey } from '@/api/types';
import { ABSENT, count, plural } from '@/lib/format';
import { StatusMark } from '@/ui/StatusMark';

const MINUTE = 60_000;
const windows: [length: number, name: string][] = [
  [MINUTE, 'a minute'],
  [60 * MINUTE, 'an hour'],
  [24 * 60 * MINUTE, 'a day'],
];

/** The rules for a key's name. */
export const keyNames = { missing: 'Say what the key is for, so that you can recognize it later.', longest: 32 };

/** The windows of a rate limit, by milliseconds. */
export const windowOptions = windows.map(([length, name]) => ({ value: String(length), label: name }));

/** "10 a day", "100 in 90 s". */
export function rateLabel({ rateLimitEnabled, rateLimitMax, rateLimitTimeWindow }: ApiKey): string {
  if (!rateLimitEnabled) return 'No limit';
  const known = windows.find(([length]) => length === rateLimitTimeWindow)?.[1];
  return `${count(rateLimitMax)} ${known ?? `in ${count(rateLimitTimeWindow / 1000)} s`}`;
}

/** The remaining uses, if they are limited. */
export function usesLeft({ remaining, refillAmount, refillInterval }: ApiKey): string {
  if (remaining === null) return ABSENT;
  if (!refillAmount || !refillInterval) return count(remaining);
  const every = refillInterval === 1 ? 'a day' : `every ${plural(refillInterval, 'day')}`;
  return `${count(remaining)} (${count(refillAmount)} ${every})`;
}

/** The part of the key that may be shown. */
export function Start({ of: { start } }: { of: ApiKey }) {
  return <code className="font-mono text-[13px] whitespace-nowrap text-soft">{start}…</code>;
}

/** Whether the key works. `now` in milliseconds of machine time. */
export function KeyStatus({ of: key, now }: { of: ApiKey; now: number }) {
  if (!key.enabled) return <StatusMark tone="off">Off</StatusMark>;
  if (key.expiresAt && Date.parse(key.expiresAt) <= now) return <StatusMark tone="warn">Expired</StatusMark>;
  if (key.remaining === 0) return <StatusMark tone="warn">Used up</StatusMark>;
  return <StatusMark tone="good">Works</StatusMark>;
}

export function nameOf({ name, start }: ApiKey): string {
  return name ?? `${start}…`;
}
