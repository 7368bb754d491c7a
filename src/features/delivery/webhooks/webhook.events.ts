import type { Instant } from '../../../kernel/clock.ts';
import { event, type EventsOf } from '../../../kernel/events.ts';

/** An endpoint's stream is `webhookendpoint-{UUIDv7}`; it grows by the seller's edits. */
export const endpointStream = (endpointId: string): string => `webhookendpoint-${endpointId}`;
/** A message's stream is `webhook-{UUIDv5 of event, wire type and endpoint}`; one event per attempt. */
export const webhookStream = (webhookId: string): string => `webhook-${webhookId}`;

/** Secrets lie in the Vault; `secretId` names the entry. */
export const endpointEvents = {
  WebhookEndpointCreated: event<{
    endpointId: string;
    organizationId: string;
    url: string;
    format: 'raw';
    events: string[];
    secretId: string;
  }>(),
  WebhookEndpointUpdated: event<{ endpointId: string; url?: string; events?: string[]; secretId?: string }>(),
  WebhookEndpointDeleted: event<{ endpointId: string; organizationId: string }>(),
};

/** The body lies in the Vault for 90 days, sent byte for byte. All times are machine time. */
export const webhookEvents = {
  WebhookScheduled: event<{
    webhookId: string;
    endpointId: string;
    organizationId: string;
    /** The event it tells of, and its place among that event's messages. */
    eventId: string;
    wireType: string;
    /** Order of sending per endpoint: revision-independent text that sorts as the log. */
    order: string;
    bodySha256: string;
    at: Instant;
  }>(),
  WebhookAttempted: event<{
    webhookId: string;
    attemptId: string;
    at: Instant;
    /** null where the endpoint could not be reached. */
    httpCode: number | null;
    succeeded: boolean;
    /** First 2 KB of the answer, or what went wrong. */
    response: string;
    /** null: delivered, or given up. */
    nextAttemptAt: Instant | null;
  }>(),
  WebhookRedeliveryRequested: event<{ webhookId: string; at: Instant }>(),
};

export type EndpointEvent = EventsOf<typeof endpointEvents>;
export type WebhookEvent = EventsOf<typeof webhookEvents>;
