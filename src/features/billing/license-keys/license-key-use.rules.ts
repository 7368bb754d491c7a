import { msOf, toInstant, type Instant } from '../../../kernel/ports/clock.ts';

const HOUR_MS = 3_600_000;

/** What is counted of a key, in one entry of the Vault, so that its limit holds. Hours are machine time. */
export interface LicenseKeyUse {
  validations: number;
  /** Never goes back: what the seller sets is in the log. */
  used: number;
  /** Business time. */
  lastValidatedAt: Instant;
  /** null: nothing since the last hour was closed. */
  open: HourOfUse | null;
  /** Hours that are over, until they are recorded. */
  closed: readonly HourOfUse[];
}

export interface HourOfUse {
  hour: Instant;
  validations: number;
  usage: number;
}

/** One validation. @param most how much may be used; @returns undefined if the increment would pass it */
export function counted(
  stored: LicenseKeyUse | undefined,
  increment: number,
  most: number | null,
  { now, machineNow }: { now: Instant; machineNow: Instant },
): LicenseKeyUse | undefined {
  const before = stored ? closeHour(stored, machineNow) : NOTHING;
  const used = before.used + increment;
  if (increment > 0 && most !== null && used > most) return undefined;
  const open = before.open ?? { hour: hourOf(machineNow), validations: 0, usage: 0 };
  return {
    validations: before.validations + 1,
    used,
    lastValidatedAt: now,
    open: { ...open, validations: open.validations + 1, usage: open.usage + increment },
    closed: before.closed,
  };
}

/** Closes the open hour once it is over. */
export function closeHour<U extends Pick<LicenseKeyUse, 'open' | 'closed'>>(use: U, machineNow: Instant): U {
  const { open, closed } = use;
  return open && hourOf(machineNow) > open.hour ? { ...use, open: null, closed: [...closed, open] } : use;
}

/** When an hour of use can be closed. */
export function endOf({ hour }: HourOfUse): Instant {
  return toInstant(msOf(hour) + HOUR_MS);
}

const NOTHING = { validations: 0, used: 0, open: null, closed: [] } as const;

function hourOf(now: Instant): Instant {
  return toInstant(Math.floor(msOf(now) / HOUR_MS) * HOUR_MS);
}
