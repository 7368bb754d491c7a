import type { Instant } from '../../../kernel/ports/clock.ts';
import { event, type EventsOf } from '../../../kernel/writing/events.ts';

/** An endpoint's stream is `webhookendpoint-{UUIDv7}`; it grows by the seller's edits. */
export const endpointStream = (endpointId: string): string => `webhookendpoint-${endpointId}`;
/** A message's stream is `webhook-{UUIDv5 of event, wire type and endpoint}`; one event per attempt, ten per round. */
export const webhookStream = (webhookId: string): string => `webhook-${webhookId}`;

/** Vault entries: an endpoint's secret, a message's body, and the answer to an attempt. */
export const secretEntry = (secretId: string): string => `webhook-secret/${secretId}`;
export const bodyEntry = (webhookId: string): string => `webhook-body/${webhookId}`;
export const answerEntry = (attemptId: string): string => `webhook-answer/${attemptId}`;

/** Secrets are in the Vault; `secretId` names the entry. */
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

/** The body, sent byte for byte, is in the Vault for 90 days, and so are the endpoint's answers. All times are machine time. */
export const webhookEvents = {
  /** An endpoint's messages are sent in the order of these in the log. */
  WebhookScheduled: event<{
    webhookId: string;
    endpointId: string;
    organizationId: string;
    /** The event it announces. */
    eventId: string;
    wireType: string;
    bodySha256: string;
    at: Instant;
  }>(),
  WebhookAttempted: event<{
    webhookId: string;
    endpointId: string;
    organizationId: string;
    /** Also names the Vault entry with the first 2 KB of the answer, which may contain anything. */
    attemptId: string;
    at: Instant;
    /** Counts from 1 over all rounds. */
    attempt: number;
    /** null where the endpoint could not be reached. */
    httpCode: number | null;
    succeeded: boolean;
    /** null: delivered, or given up. */
    nextAttemptAt: Instant | null;
  }>(),
  /** A new round of attempts, with the same id and body. */
  WebhookRedeliveryRequested: event<{
    webhookId: string;
    /** Missing in those of earlier releases. */
    endpointId?: string;
    at: Instant;
  }>(),
};

export type EndpointEvent = EventsOf<typeof endpointEvents>;
export type WebhookEvent = EventsOf<typeof webhookEvents>;
