import type { Instant } from '../../../kernel/ports/clock.ts';
import { event, type EventsOf } from '../../../kernel/writing/events.ts';

/** An endpoint's stream is `webhookendpoint-{UUIDv7}`; it grows by the seller's edits. */
export const endpointStream = (endpointId: string): string => `webhookendpoint-${endpointId}`;
/** A message's stream is `webhook-{UUIDv5 of event, wire type and endpoint}`; it grows by redeliveries. */
export const webhookStream = (webhookId: string): string => `webhook-${webhookId}`;
/** A batch of outcomes has a stream of its own, with one event. */
export const outcomesStream = (batchId: string): string => `webhookoutcomes-${batchId}`;

/** Vault entries: an endpoint's secret, a message's body, the answer to an attempt, and the progress of an endpoint's worker. */
export const secretEntry = (secretId: string): string => `webhook-secret/${secretId}`;
export const bodyEntry = (webhookId: string): string => `webhook-body/${webhookId}`;
export const answerEntry = (attemptId: string): string => `webhook-answer/${attemptId}`;
/** How long bodies, answers, attempts and an endpoint's progress are kept. */
export const WEBHOOK_KEPT_DAYS = 90;

export const progressEntry = (endpointId: string): string => `webhook-progress/${endpointId}`;

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
  /** Of earlier releases: attempts are no longer in the log (docs/PROCESSES.md#webhook-delivery). */
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
    /** Counts redeliveries from 1; missing in those of earlier releases. */
    round?: number;
    at: Instant;
  }>(),
};

/** What became of one round of attempts: those after the message was scheduled, or after a redelivery was requested. */
export interface WebhookOutcome {
  webhookId: string;
  /** Redeliveries requested before it. */
  round: number;
  /** `abandoned`: after the last attempt; `replaced`: a redelivery was requested while it was failing. */
  result: 'delivered' | 'abandoned' | 'replaced';
  /** Machine time of the last attempt. */
  at: Instant;
  /** Over all rounds. */
  attempts: number;
  /** Of the last attempt; null where the endpoint could not be reached. */
  httpCode: number | null;
}

export const outcomeEvents = {
  /** A batch of one endpoint: every round of a message is in exactly one. */
  WebhookOutcomesRecorded: event<{
    endpointId: string;
    organizationId: string;
    outcomes: readonly WebhookOutcome[];
  }>(),
};

export type EndpointEvent = EventsOf<typeof endpointEvents>;
export type WebhookEvent = EventsOf<typeof webhookEvents>;
export type OutcomeEvent = EventsOf<typeof outcomeEvents>;
