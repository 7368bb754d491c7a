import type { LedgerFacts } from '../../../kernel/reading/entry-facts.ts';
import type { GrantEvent } from './grant.events.ts';

/** The order of a new period pays for the subscription, not for the benefit. */
export const grantFacts: LedgerFacts<GrantEvent> = {
  BenefitGrantCycled: () => ({ about: { order: null } }),
};
