import { send, type ProcessManager } from '../../../kernel/reacting/process.ts';
import { TOLD_EVENTS, wireTypesOf, type ToldEvent } from './webhook.catalogue.ts';
import { ScheduleDeliveries } from './webhook.commands.ts';

/** Tells an organization's endpoints of what happened, in the order of the log. */
export const webhookProcess: ProcessManager<ToldEvent> = {
  name: 'webhooks',
  from: 'beginning',
  handles: TOLD_EVENTS,
  // An endpoint hears of events in order, so what follows a step that failed waits for it.
  key: ({ stream, metadata }) => metadata.organizationId ?? stream,

  react(event) {
    if (wireTypesOf(event).length === 0) return [];
    return [send(ScheduleDeliveries, { stream: event.stream, revision: event.revision })];
  },
};
