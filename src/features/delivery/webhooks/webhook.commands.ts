import { command, type Executed } from '../../../kernel/writing/command.ts';
import type { WebhookAttempt } from './webhook-attempts.projection.ts';
import type { EndpointEvent } from './webhook.events.ts';

/** The secret goes into the Vault; one is generated where it is null. */
export class CreateWebhookEndpoint extends command('CreateWebhookEndpoint')<
  {
    endpointId: string;
    organizationId: string;
    url: string;
    format: 'raw';
    events: string[];
    secret: string | null;
  },
  Executed<unknown, EndpointEvent>
> {}
/** A new secret goes into the Vault. */
export class UpdateWebhookEndpoint extends command('UpdateWebhookEndpoint')<
  { endpointId: string; url?: string; events?: string[]; secret?: string },
  Executed<unknown, EndpointEvent>
> {}
export class DeleteWebhookEndpoint extends command('DeleteWebhookEndpoint')<{ endpointId: string }> {}
/** Every endpoint of a deleted organization. */
export class DeleteWebhookEndpointsOf extends command('DeleteWebhookEndpointsOf')<{ organizationId: string }, void> {}

/** Schedules the messages of one event, with their bodies, for every endpoint that subscribes to them. */
export class ScheduleDeliveries extends command('ScheduleDeliveries')<{ stream: string; revision: number }, void> {}
/** Sends the next messages of an endpoint in order; sent by a worker that a wake-up or the sweeper woke. */
export class DeliverWebhooks extends command('DeliverWebhooks')<{ endpointId: string }, void> {}
/** Appends what became of an endpoint's messages. */
export class RecordWebhookOutcomes extends command('RecordWebhookOutcomes')<{ endpointId: string }, void> {}
/** Lists an attempt that an earlier release recorded in the log. */
export class KeepWebhookAttempt extends command('KeepWebhookAttempt')<WebhookAttempt, void> {}
/** Deletes the bodies that earlier releases stored and that mention an erased person, and the answers to them. */
export class ErasePastWebhooks extends command('ErasePastWebhooks')<{ subject: string }, void> {}
/** Refused with 410 where the body is no longer kept. */
export class RedeliverWebhook extends command('RedeliverWebhook')<{ webhookId: string }, void> {}
