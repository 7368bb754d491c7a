import { claimStream, type Claim, type Owns } from '../../../kernel/writing/claim.ts';
import { fold } from '../../../kernel/writing/decider.ts';
import type { DomainEvent, Recorded } from '../../../kernel/writing/events.ts';
import { claimsOf, customerDecider } from './customer.decider.ts';
import type { CustomerEvent } from './customer.events.ts';

/** Whether a customer has a claimed value, by their events. */
export const customerOwns: Owns = (events: readonly Recorded<DomainEvent>[], claim: Claim) => {
  const state = fold(customerDecider, events as unknown as readonly CustomerEvent[]);
  return claimsOf(state).some((owned) => claimStream(owned) === claimStream(claim));
};
