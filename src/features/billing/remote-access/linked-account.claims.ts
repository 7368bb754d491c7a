import type { Claim, Owns } from '../../../kernel/writing/claim.ts';
import { fold } from '../../../kernel/writing/decider.ts';
import type { DomainEvent, Recorded } from '../../../kernel/writing/events.ts';
import { linkedAccountsDecider, linkOf } from './linked-account.decider.ts';
import type { LinkedAccountEvent } from './linked-account.events.ts';

/** Within one organization, an account belongs to one customer. */
export const LINKED_ACCOUNT_CLAIM = 'customer-account';

export const customerLinks: Owns = (events: readonly Recorded<DomainEvent>[], claim: Claim) =>
  linkOf(fold(linkedAccountsDecider, events as unknown as readonly LinkedAccountEvent[]).links, claim) !== undefined;
