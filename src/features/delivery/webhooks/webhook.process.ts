import { type ProcessManager, reactingTo, send } from '../../../kernel/reacting/process.ts';
import type { DomainEvent } from '../../../kernel/writing/events.ts';
import type { WebhookCatalogue } from './webhook.catalogue.ts';
import { DeleteWebhookEndpointsOf, RecordWebhookOutcomes, ScheduleDeliveries } from './webhook.commands.ts';
import type { EndpointEvent } from './webhook.events.ts';

/** Schedules the messages about what happened to an organization, in the order of the log. */
export function webhookProcess(catalogue: WebhookCatalogue): ProcessManager {
  return {
    name: 'webhooks',
    group: 'delivery',
    handles: catalogue.eventTypes,
    // An endpoint gets messages in order, so what follows a failed step waits for it.
    key: ({ stream, metadata }) => metadata.organizationId ?? stream,

    react(event) {
      if (catalogue.wireTypesOf(event).length === 0) return [];
      return [send(ScheduleDeliveries, { stream: event.stream, revision: event.revision })];
    },
  };
}

/** Deletes the endpoints of a deleted organization. */
export const endpointDeletionProcess = reactingTo<DomainEvent<'OrganizationDeleted', { organizationId: string }>>()({
  name: 'webhook-endpoint-deletion',
  group: 'delivery',
  on: { OrganizationDeleted: ({ organizationId }) => [send(DeleteWebhookEndpointsOf, { organizationId })] },
});

/** Records what became of the messages of a deleted endpoint: nothing is due for it any more. */
export const webhookOutcomesProcess = reactingTo<EndpointEvent>()({
  name: 'webhook-outcomes',
  group: 'delivery',
  on: { WebhookEndpointDeleted: ({ endpointId }) => [send(RecordWebhookOutcomes, { endpointId })] },
});
