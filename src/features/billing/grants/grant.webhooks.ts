import type { Announcements } from '../../../kernel/reacting/announcements.ts';
import type { AccessEvent } from './access/access.events.ts';
import type { GrantEvent } from './grant.events.ts';

const customer = ({ customerId }: { customerId: string }) => customerId;

export const grantAnnouncements: Announcements<GrantEvent | AccessEvent> = {
  // A grant is announced when it is given, or before that when its customer has to act.
  BenefitGrantRequested: {
    types: ({ error }) => (error ? ['benefit_grant.created'] : []),
    customer: ({ customerId, error }) => (error ? customerId : undefined),
  },
  BenefitGranted: {
    types: ({ wasAnnounced }) => [wasAnnounced ? 'benefit_grant.updated' : 'benefit_grant.created'],
    customer,
  },
  BenefitGrantUpdated: { types: ['benefit_grant.updated'], customer },
  BenefitGrantFailed: {
    types: ({ isFirst }) => (isFirst ? ['benefit_grant.created'] : []),
    customer: ({ customerId, isFirst }) => (isFirst ? customerId : undefined),
  },
  BenefitGrantSuspended: { types: ['benefit_grant.updated'], customer },
  BenefitGrantCycled: { types: ['benefit_grant.cycled'], customer },
  BenefitGrantRevoked: { types: ['benefit_grant.revoked'], customer },
  BenefitAccessWanted: null,
  BenefitAccessGiven: null,
  BenefitAccessTaken: null,
  BenefitAccessFailed: null,
};
