import { closeHour, hourOf, type CountedHour, type HourlyUse } from '../../../kernel/hourly-use.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';

/** What is counted of a key, in one entry of the Vault, so that its limit holds. Hours are machine time. */
export interface LicenseKeyUse extends HourlyUse<HourOfUse> {
  validations: number;
  /** Never goes back: what the seller sets is in the log. */
  used: number;
  /** Business time. */
  lastValidatedAt: Instant;
}

export interface HourOfUse extends CountedHour {
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

const NOTHING: Omit<LicenseKeyUse, 'lastValidatedAt'> = { validations: 0, used: 0, open: null, closed: [] };
