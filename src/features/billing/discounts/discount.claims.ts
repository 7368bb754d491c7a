import { claimStream, type Claim, type Owns } from '../../../kernel/writing/claim.ts';
import { fold } from '../../../kernel/writing/decider.ts';
import type { DomainEvent, Recorded } from '../../../kernel/writing/events.ts';
import { claimOf, discountDecider } from './discount.decider.ts';
import type { DiscountEvent } from './discount.events.ts';

/** A code is unique within one organization. */
export const CODE_CLAIM = 'discount-code';

/** A code as claims and searches use it. */
export function normalCode(code: string): string {
  return code.trim().toLowerCase();
}

/** Whether a discount has a claimed code, by its events. */
export const discountOwns: Owns = (events: readonly Recorded<DomainEvent>[], claim: Claim) => {
  const owned = claimOf(fold(discountDecider, events as unknown as readonly DiscountEvent[]));
  return owned !== null && claimStream(owned) === claimStream(claim);
};
