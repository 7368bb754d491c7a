import type { Announcements } from '../../../kernel/reacting/announcements.ts';
import type { GrantEvent } from './grant.events.ts';

const customer = ({ customerId }: { customerId: string }) => customerId;

export const grantAnnouncements: Announcements<GrantEvent> = {
  BenefitGranted: { types: ['benefit_grant.created'], customer },
  BenefitGrantUpdated: { types: ['benefit_grant.updated'], customer },
  BenefitGrantCycled: { types: ['benefit_grant.cycled'], customer },
  BenefitGrantRevoked: { types: ['benefit_grant.revoked'], customer },
};
