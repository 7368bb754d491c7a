import { claimStream, type Claim, type Owns } from '../../../kernel/writing/claim.ts';
import { fold } from '../../../kernel/writing/decider.ts';
import type { DomainEvent, Recorded } from '../../../kernel/writing/events.ts';
import { claimsOf, customerDecider } from './customer.decider.ts';
import type { CustomerEvent } from './customer.events.ts';

/** Kinds of claims of customers, each within its organization. */
export const EMAIL_CLAIM = 'customer-email';
export const EXTERNAL_ID_CLAIM = 'customer-external-id';

/** An e-mail as it is claimed and compared. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** Whether a customer's events say that it has a claimed value now. */
export const customerOwns: Owns = (events: readonly Recorded<DomainEvent>[], claim: Claim) => {
  const state = fold(customerDecider, events as unknown as readonly CustomerEvent[]);
  return claimsOf(state).some((owned) => claimStream(owned) === claimStream(claim));
};
