import type { Announcements } from '../../../kernel/reacting/announcements.ts';
import type { BenefitEvent } from './benefit.events.ts';

export const benefitAnnouncements: Announcements<BenefitEvent> = {
  BenefitCreated: { types: ['benefit.created'] },
  BenefitUpdated: { types: ['benefit.updated'] },
  BenefitDeleted: { types: ['benefit.updated'] },
};
