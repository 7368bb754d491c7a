import type { Announcements } from '../../../kernel/reacting/announcements.ts';
import type { AccessEvent } from './access.events.ts';
import type { GrantEvent } from './grant.events.ts';

const customer = ({ customerId }: { customerId: string }) => customerId;

export const grantAnnouncements: Announcements<GrantEvent | AccessEvent> = {
  BenefitGrantRequested: null,
  BenefitGranted: { types: ['benefit_grant.created'], customer },
  BenefitGrantUpdated: { types: ['benefit_grant.updated'], customer },
  BenefitGrantFailed: null,
  BenefitGrantSuspended: { types: ['benefit_grant.updated'], customer },
  BenefitGrantCycled: { types: ['benefit_grant.cycled'], customer },
  BenefitGrantRevoked: { types: ['benefit_grant.revoked'], customer },
  BenefitAccessWanted: null,
  BenefitAccessGiven: null,
  BenefitAccessTaken: null,
  BenefitAccessFailed: null,
};
