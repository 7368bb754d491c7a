import type { OperatorGroup, OperatorState } from '@/api/types';
import { count, plural, word } from '@/lib/format';
import { clockTime } from '@/lib/time';
import type { ChartPeriod } from '@/ui/chart-data';
import type { Tone } from '@/ui/StatusMark';

/** Seconds that a group may lag behind before that is trouble (docs/OPERATING.md#what-to-watch). */
export const LATE_SECONDS = 30;
/** Undone things this old are trouble; deliveries depend on others' servers, and may take a day. */
const OLD_SECONDS = 300;
const OLD_DELIVERY_SECONDS = 6 * 3_600;

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const tenths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** 0.04 → "0 s", 1.23 → "1.2 s", 75 → "75 s", 300 → "5 min". */
export function duration(seconds: number): string {
  if (seconds < 10) return `${tenths.format(seconds)} s`;
  if (seconds < 1.5 * MINUTE) return `${Math.round(seconds)} s`;
  if (seconds < 1.5 * HOUR) return `${Math.round(seconds / MINUTE)} min`;
  if (seconds < 2 * DAY) return `${Math.round(seconds / HOUR)} h`;
  return `${Math.round(seconds / DAY)} days`;
}

const hundredths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** What the axis of durations counts in: hundredths of seconds, or what the longest is said in. */
export function durationUnit(longest: number): number {
  if (longest < 1.5 * MINUTE) return 0.01;
  return longest < 1.5 * HOUR ? MINUTE : longest < 2 * DAY ? HOUR : DAY;
}

/** For the axis of a chart, whose steps may be small: 0.25 → "0.25 s". */
export function durationTick(seconds: number): string {
  return seconds < 1 ? `${hundredths.format(seconds)} s` : duration(seconds);
}

/** Milliseconds: 0.02 → "< 0.1 ms", 0.21 → "0.2 ms", 12.7 → "13 ms". */
export function milliseconds(value: number): string {
  if (value < 0.1) return '< 0.1 ms';
  return value < 10 ? `${tenths.format(value)} ms` : `${count(Math.round(value))} ms`;
}

/** Events per second. */
export function rate(value: number): string {
  return value < 10 ? tenths.format(value) : count(Math.round(value));
}

/** "Billing read models", "Delivery processes". */
export function groupName({ kind, group }: Pick<OperatorGroup, 'kind' | 'group'>): string {
  return word(`${group} ${kind === 'projections' ? 'read models' : 'processes'}`);
}

export function groupState({ lag_seconds }: OperatorGroup): [tone: Tone, word: string] {
  return lag_seconds > LATE_SECONDS ? ['bad', 'Behind'] : ['good', 'Current'];
}

/** What the chart of its lag shows, in words. */
export function lagSentence({ lag_seconds, lags }: OperatorGroup): string {
  const most = Math.max(lag_seconds, ...lags);
  return most < 0.05
    ? 'Never behind in the last ten minutes.'
    : `${duration(lag_seconds)} behind now, at most ${duration(most)} in the last ten minutes.`;
}

/** What the chart of its rate shows, in words. */
export function rateSentence({ leading, rates, errors }: OperatorGroup): string {
  if (!leading) return 'Another process leads the group, and counts its events.';
  const failed = sum(errors);
  const mean = rates.length > 0 ? sum(rates) / rates.length : 0;
  const said = `${rate(mean)} events a second on average, at most ${rate(Math.max(0, ...rates))}`;
  return `${said}; ${failed === 0 ? 'no errors' : plural(failed, 'error')} in the last ten minutes.`;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The samples as the periods of a chart. */
export function samplePeriods({ sampled_at }: OperatorState): ChartPeriod[] {
  return sampled_at.map((at) => ({ name: clockTime(at), tick: clockTime(at), isRunning: false }));
}

const undoneWords: Record<string, string> = {
  event: 'event that some group has not handled',
  step: 'step that failed',
  due_item: 'due item',
  payment: 'charge or reversal',
  refund: 'refund',
  email: 'mail',
  webhook: 'webhook message',
};

/** By code. */
const failureWords: Record<string, string> = {
  ECONNREFUSED: 'its server refuses connections (ECONNREFUSED)',
  ENOTFOUND: 'its server’s name is unknown (ENOTFOUND)',
  EDNS: 'its server’s name is unknown (EDNS)',
  ETIMEDOUT: 'its server does not answer (ETIMEDOUT)',
  ESOCKET: 'its server can’t be reached (ESOCKET)',
  ECONNECTION: 'its server can’t be reached (ECONNECTION)',
  EAUTH: 'its server refuses the sign-in (EAUTH)',
};

export interface OldThing {
  what: string;
  seconds: number;
  /** Why it waits, if an attempt has failed. */
  reason: string | null;
  tone: Tone;
}

/** What has been left undone, the oldest first. */
export function oldThings({ undone }: OperatorState): OldThing[] {
  return undone
    .filter(({ seconds }) => seconds >= 1)
    .toSorted((one, other) => other.seconds - one.seconds)
    .map(({ kind, seconds, reason }) => ({
      reason: reason && (failureWords[reason] ?? `the last attempt failed (${reason})`),
      what: undoneWords[kind] ?? kind,
      seconds,
      tone: seconds > (kind === 'webhook' ? OLD_DELIVERY_SECONDS : OLD_SECONDS) ? 'bad' : 'wait',
    }));
}
