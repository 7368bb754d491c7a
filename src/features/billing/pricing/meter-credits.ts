import { msOf, type Instant } from '../../../kernel/ports/clock.ts';
import { decimalOf, minus, numberOf, withoutFraction, type Decimal } from './decimal.ts';
import { floorProportionOf } from './exact.ts';
import type { Period } from './proration.ts';

/** Whole units, of a customer and a meter in the period. */
export interface Credits {
  /** Expire with the period; used before the others. Below 0: bills have counted so many that were not earned. */
  expiring: number;
  /** Continue in the next period, as far as they are left. */
  rollover: number;
}

export const NO_CREDITS: Credits = { expiring: 0, rollover: 0 };

/**
 * Credits once units are added, or taken back if they are below 0: first from those of their kind, then from the others. Taking back more than there
 * is leaves 0, which later credits count from, unless it was not earned: then the rest is owed (docs/BILLING.md#credits).
 */
export function creditsAfter(
  before: Credits,
  { units, rollover: isRollover, isUnearned }: { units: number; rollover: boolean; isUnearned?: true },
): Credits {
  const { expiring, rollover } = before;
  const total = creditedUnits(before) + units;
  if (total < 0) return { expiring: isUnearned ? total : Math.max(total, Math.min(0, total - units)), rollover: 0 };
  const [own, other] = isRollover ? [rollover, expiring] : [expiring, rollover];
  const rest = own + units;
  const [left, others] = rest >= 0 ? [rest, other] : [0, other + rest];
  return isRollover ? { expiring: others, rollover: left } : { expiring: left, rollover: others };
}

export function creditedUnits({ expiring, rollover }: Credits): number {
  return expiring + rollover;
}

/** What credits for a time come to at an instant of it: in its share, as the price, in whole units, rounded down (docs/BILLING.md#credits). */
export function earnedUnits(units: number, { start, end }: Period, at: Instant): number {
  if (at >= end) return units;
  return at <= start ? 0 : floorProportionOf(units, BigInt(msOf(at) - msOf(start)), BigInt(msOf(end) - msOf(start)));
}

/** Negative if more was consumed than was credited. */
export function balanceOf(credits: Credits, consumed: Decimal): Decimal {
  return minus(decimalOf(creditedUnits(credits)), consumed);
}

/** The whole units that continue in the next period. */
export function rolloverOf(credits: Credits, consumed: Decimal): number {
  const left = numberOf(withoutFraction(balanceOf(credits, consumed)));
  return Math.max(0, Math.min(left, credits.rollover));
}

/** The whole units that are left of those that expire, which are used first. */
export function expiringOf({ expiring }: Credits, consumed: Decimal): number {
  return Math.max(0, Math.min(expiring, numberOf(withoutFraction(minus(decimalOf(expiring), consumed)))));
}
