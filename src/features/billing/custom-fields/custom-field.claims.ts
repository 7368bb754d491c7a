import { claimStream, type Claim, type Owns } from '../../../kernel/writing/claim.ts';
import { fold } from '../../../kernel/writing/decider.ts';
import type { DomainEvent, Recorded } from '../../../kernel/writing/events.ts';
import { customFieldDecider } from './custom-field.decider.ts';
import type { CustomFieldEvent } from './custom-field.events.ts';

/** Unique within one organization; slugs are lower-case. */
export const SLUG_CLAIM = 'customfield-slug';

/** Whether a field has a claimed slug, by its events. */
export const customFieldOwns: Owns = (events: readonly Recorded<DomainEvent>[], claim: Claim) => {
  const state = fold(customFieldDecider, events as unknown as readonly CustomFieldEvent[]);
  return state.status === 'active' && claimStream(state.slugClaim) === claimStream(claim);
};
