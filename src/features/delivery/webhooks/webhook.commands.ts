import { command } from '../../../kernel/writing/command.ts';

/** Puts the secret into the Vault, then creates; answers the endpoint's events. */
export class AddWebhookEndpoint extends command('AddWebhookEndpoint')<{
  endpointId: string;
  organizationId: string;
  url: string;
  format: 'raw';
  events: string[];
  /** Made where left out. */
  secret: string | null;
}> {}
export class EditWebhookEndpoint extends command('EditWebhookEndpoint')<{
  endpointId: string;
  organizationIds: readonly string[];
  url?: string;
  events?: string[];
  secret?: string;
}> {}
export class CreateWebhookEndpoint extends command('CreateWebhookEndpoint')<{
  endpointId: string;
  organizationId: string;
  url: string;
  format: 'raw';
  events: string[];
  secretId: string;
}> {}
export class UpdateWebhookEndpoint extends command('UpdateWebhookEndpoint')<{
  endpointId: string;
  organizationIds: readonly string[];
  url?: string;
  events?: string[];
  secretId?: string;
}> {}
export class DeleteWebhookEndpoint extends command('DeleteWebhookEndpoint')<{
  endpointId: string;
  organizationIds: readonly string[];
}> {}
/** Every endpoint of an organization that is gone. */
export class DeleteWebhookEndpointsOf extends command('DeleteWebhookEndpointsOf')<{ organizationId: string }> {}

/** Makes the messages of one event for every endpoint that wants them: gathers the bodies. */
export class ScheduleDeliveries extends command('ScheduleDeliveries')<{
  stream: string;
  revision: number;
}> {}
export class ScheduleWebhook extends command('ScheduleWebhook')<{
  webhookId: string;
  endpointId: string;
  organizationId: string;
  eventId: string;
  wireType: string;
  bodySha256: string;
}> {}
/** Sends the next messages of an endpoint in order; sent by a worker that a wake-up or the sweeper woke. */
export class DeliverWebhooks extends command('DeliverWebhooks')<{ endpointId: string }> {}
export class RecordWebhookAttempt extends command('RecordWebhookAttempt')<{
  webhookId: string;
  attemptId: string;
  attempt: number;
  httpCode: number | null;
  succeeded: boolean;
}> {}
/** Refused with 410 where the body is no longer kept. */
export class RedeliverWebhook extends command('RedeliverWebhook')<{
  webhookId: string;
  organizationIds: readonly string[];
}> {}
