import { send, type ProcessManager } from '../../../kernel/reacting/process.ts';
import type { EventsOf } from '../../../kernel/writing/events.ts';
import type { organizationEvents } from '../../accounts/organizations/organization.events.ts';
import { TOLD_EVENTS, wireTypesOf, type ToldEvent } from './webhook.catalogue.ts';
import { DeleteWebhookEndpointsOf, ScheduleDeliveries } from './webhook.commands.ts';

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

/** Deletes the endpoints of a deleted organization. */
export const endpointDeletionProcess: ProcessManager<
  Extract<EventsOf<typeof organizationEvents>, { type: 'OrganizationDeleted' }>
> = {
  name: 'webhook-endpoint-deletion',
  from: 'beginning',
  handles: ['OrganizationDeleted'],
  react: ({ data: { organizationId } }) => [send(DeleteWebhookEndpointsOf, { organizationId })],
};
