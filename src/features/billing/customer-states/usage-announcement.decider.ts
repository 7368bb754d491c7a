import type { IntentOf } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import type { AnnounceUsage } from './usage-announcement.commands.ts';
import type { UsageAnnouncementEvent } from './usage-announcement.events.ts';

type UsageAnnouncement = { status: 'absent' | 'made' };

/** Each is made once (docs/BILLING.md#order-of-messages). */
export const usageAnnouncementDecider: Decider<IntentOf<AnnounceUsage>, UsageAnnouncement, UsageAnnouncementEvent> = {
  category: 'usageannouncement',
  initial: { status: 'absent' },
  decide: ({ data: { organizationId, customerId } }, { status }) =>
    status === 'absent' ? [{ type: 'CustomerUsageAnnounced', data: { organizationId, customerId } }] : [],
  evolve: () => ({ status: 'made' }),
};
