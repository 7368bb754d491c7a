import { reactingTo, send } from '../../../../kernel/reacting/process.ts';
import { isExtreme } from '../../meters/recount.rules.ts';
import { RecountUsage } from '../usage.commands.ts';
import type { UsageVoided } from '../usage.events.ts';

/** What a maximum or minimum comes to without an event that was voided is read from the log in the background. */
export const usageRecountsProcess = reactingTo<UsageVoided>()({
  name: 'usage-recounts',
  on: {
    UsageVoided: ({ eventId, measures }) =>
      measures.some(({ func }) => isExtreme(func)) ? [send(RecountUsage, { eventId })] : [],
  },
});
