import { uuidV5 } from '../../../kernel/ids.ts';
import type { Position } from '../../../kernel/ports/event-store.ts';
import { event, type EventsOf } from '../../../kernel/writing/events.ts';

/** `usageannouncement-{UUIDv5}`: one event, about a customer's usage from a position in the log on. */
export const usageAnnouncementStream = (customerId: string, from: Position): string =>
  `usageannouncement-${uuidV5(customerId, 'usage-announcement', from)}`;

export const usageAnnouncementEvents = {
  /** What the customer has used until now is announced, as their state. */
  CustomerUsageAnnounced: event<{ organizationId: string; customerId: string }>({ internal: true }),
};

export type UsageAnnouncementEvent = EventsOf<typeof usageAnnouncementEvents>;
