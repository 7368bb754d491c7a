import type { Announcements } from '../../../kernel/reacting/announcements.ts';
import type { UsageAnnouncementEvent } from './usage-announcement.events.ts';

export const usageAnnouncements: Announcements<UsageAnnouncementEvent> = {
  CustomerUsageAnnounced: { types: [], customer: ({ customerId }) => customerId },
};
