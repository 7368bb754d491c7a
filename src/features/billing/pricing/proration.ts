import { secondsBetween, type Instant } from '../../../kernel/ports/clock.ts';
import { roundHalfEven } from '../../../kernel/money.ts';

export interface Period {
  start: Instant;
  end: Instant;
}

/** What an amount for a part of a period was computed from. Amounts in minor units, per period. */
export interface Proration {
  price: number;
  /** What the discount of then takes off the price. */
  discount: number;
  leftSeconds: number;
  periodSeconds: number;
}

/** How much of a period is left at an instant of it. */
export function shareOf({ start, end }: Period, now: Instant): Pick<Proration, 'leftSeconds' | 'periodSeconds'> {
  return { leftSeconds: secondsBetween(now, end), periodSeconds: secondsBetween(start, end) };
}

/**
 * What a price costs for what is left of a period: `half-even((price − discount) × left ÷ period)`, the quotient of the times first, in binary
 * floating point as the contract's own server computes it (docs/BILLING.md#proration).
 * @param step the amount is a multiple of it, in minor units: of what its currency can be charged in
 */
export function prorated({ price, discount, leftSeconds, periodSeconds }: Proration, step = 1): number {
  return roundHalfEven(((price - discount) * (leftSeconds / periodSeconds)) / step) * step;
}
