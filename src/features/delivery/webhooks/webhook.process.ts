import { send, type ProcessManager } from '../../../kernel/reacting/process.ts';
import type { DomainEvent, SubjectEvent } from '../../../kernel/writing/events.ts';
import type { WebhookCatalogue } from './webhook.catalogue.ts';
import {
  DeleteWebhookEndpointsOf,
  ErasePastWebhooks,
  KeepWebhookAttempt,
  RecordWebhookOutcomes,
  ScheduleDeliveries,
} from './webhook.commands.ts';
import type { EndpointEvent, WebhookEvent } from './webhook.events.ts';

/** Schedules the messages about what happened to an organization, in the order of the log. */
export function webhookProcess(catalogue: WebhookCatalogue): ProcessManager {
  return {
    name: 'webhooks',
    group: 'delivery',
    from: 'beginning',
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
export const endpointDeletionProcess: ProcessManager<DomainEvent<'OrganizationDeleted', { organizationId: string }>> = {
  name: 'webhook-endpoint-deletion',
  group: 'delivery',
  from: 'beginning',
  handles: ['OrganizationDeleted'],
  react: ({ data: { organizationId } }) => [send(DeleteWebhookEndpointsOf, { organizationId })],
};

/** Records what became of the messages of a deleted endpoint: nothing is due for it any more. */
export const webhookOutcomesProcess: ProcessManager<Extract<EndpointEvent, { type: 'WebhookEndpointDeleted' }>> = {
  name: 'webhook-outcomes',
  group: 'delivery',
  from: 'beginning',
  handles: ['WebhookEndpointDeleted'],
  react: ({ data: { endpointId } }) => [send(RecordWebhookOutcomes, { endpointId })],
};

/** Lists the attempts that earlier releases recorded in the log. */
export const pastAttemptsProcess: ProcessManager<Extract<WebhookEvent, { type: 'WebhookAttempted' }>> = {
  name: 'webhook-past-attempts',
  group: 'delivery',
  from: 'beginning',
  handles: ['WebhookAttempted'],
  react: ({ data: { attempt: _, ...attempt } }) => [
    send(KeepWebhookAttempt, { ...attempt, wireType: null, durationMs: null }),
  ],
};

/** Bodies of this release are erased with the keys of the people whom they mention; those of earlier ones have to be found. */
export const webhookErasingProcess: ProcessManager<SubjectEvent> = {
  name: 'webhook-erasing',
  group: 'delivery',
  from: 'beginning',
  handles: ['SubjectErased'],
  react: ({ data: { subject } }) => [send(ErasePastWebhooks, { subject })],
  // One after the other, because each reads all that earlier releases stored.
  key: () => 'past-webhooks',
};
