import type { Instant } from '../../../kernel/ports/clock.ts';
import { command, type Executed } from '../../../kernel/writing/command.ts';
import type { WireType } from './webhook.catalogue.ts';
import type { EndpointEvent } from './webhook.events.ts';
import type { ApiVersion } from '../../../app/http/api-version.rules.ts';
import type { WebhookFormat } from './messages/webhook-format.rules.ts';

/** The secret goes into the Vault; one is generated where it is null. */
export class CreateWebhookEndpoint extends command('CreateWebhookEndpoint')<
  {
    endpointId: string;
    organizationId: string;
    url: string;
    format: WebhookFormat;
    events: string[];
    secret: string | null;
    apiVersion: ApiVersion;
  },
  Executed<unknown, EndpointEvent>
> {}
/** A new secret goes into the Vault, and is the only one from now on. */
export class UpdateWebhookEndpoint extends command('UpdateWebhookEndpoint')<
  {
    endpointId: string;
    url?: string;
    format?: WebhookFormat;
    events?: string[];
    secret?: string;
    apiVersion?: ApiVersion;
  },
  Executed<unknown, EndpointEvent>
> {}
/** Generates a secret; the former one is valid for another day. */
export class RotateWebhookSecret extends command('RotateWebhookSecret')<
  { endpointId: string },
  Executed<unknown, EndpointEvent>
> {}
/** After too many failures in a row. `missedFrom`: the event that the first of them announces. */
export class DisableWebhookEndpoint extends command('DisableWebhookEndpoint')<
  { endpointId: string; failed: number; missedFrom: string },
  void
> {}
/** `retryMissed`: what it missed is sent by a replay; otherwise it is skipped. */
export class EnableWebhookEndpoint extends command('EnableWebhookEndpoint')<
  { endpointId: string; retryMissed: boolean },
  Executed<unknown, EndpointEvent>
> {}
/** @param from business time */
export class StartWebhookReplay extends command('StartWebhookReplay')<
  { endpointId: string; from: Instant },
  Executed<unknown, EndpointEvent>
> {}
export class EndWebhookReplay extends command('EndWebhookReplay')<
  /** The running one where `replayId` is null. */
  { endpointId: string; replayId: string | null; result: 'completed' | 'stopped' },
  Executed<unknown, EndpointEvent>
> {}
/** Appends the next messages of a replay. */
export class ScheduleReplayed extends command('ScheduleReplayed')<{ replayId: string }, void> {}
export class DeleteWebhookEndpoint extends command('DeleteWebhookEndpoint')<{ endpointId: string }> {}
/** Every endpoint of a deleted organization. */
export class DeleteWebhookEndpointsOf extends command('DeleteWebhookEndpointsOf')<{ organizationId: string }, void> {}

/** Schedules the messages of one event, with their bodies, for every endpoint that subscribes to them. */
export class ScheduleDeliveries extends command('ScheduleDeliveries')<{ stream: string; revision: number }, void> {}
/** Schedules a sample of a type for one endpoint. @returns the id of its message */
export class SendTestWebhook extends command('SendTestWebhook')<{ endpointId: string; wireType: WireType }, string> {}
/** Sends the next messages of an endpoint in order; sent by a worker that a wake-up or the sweeper woke. */
export class DeliverWebhooks extends command('DeliverWebhooks')<{ endpointId: string }, void> {}
/** Appends what became of an endpoint's messages. */
export class RecordWebhookOutcomes extends command('RecordWebhookOutcomes')<{ endpointId: string }, void> {}
/** Refused with 410 where the body is no longer kept. */
export class RedeliverWebhook extends command('RedeliverWebhook')<{ webhookId: string }, void> {}
