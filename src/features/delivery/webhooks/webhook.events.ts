import { uuidV5 } from '../../../kernel/ids.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import { event, type EventsOf } from '../../../kernel/writing/events.ts';
import type { ApiVersion } from '../../../app/http/api-version.rules.ts';
import type { WebhookFormat } from './messages/webhook-format.rules.ts';

/** An endpoint's stream is `webhookendpoint-{UUIDv7}`; it grows by the seller's edits. */
export const endpointStream = (endpointId: string): string => `webhookendpoint-${endpointId}`;
/** The messages of an event are scheduled in a stream of their own, at once. */
export const messagesStream = (eventId: string): string => `webhookmessages-${eventId}`;
export const webhookIdOf = (eventId: string, wireType: string, endpointId: string): string =>
  uuidV5(eventId, wireType, endpointId);
/** A message's stream has its redeliveries. */
export const webhookStream = (webhookId: string): string => `webhook-${webhookId}`;
/** A batch of outcomes has a stream of its own, with one event. */
export const outcomesStream = (batchId: string): string => `webhookoutcomes-${batchId}`;

/** A batch of a replay's messages has a stream of its own, with one event. */
export const replayedStream = (batchId: string): string => `webhookreplayed-${batchId}`;

/** Vault entries: an endpoint's secret, the body of an event's messages of one type, the answer to an attempt, and an endpoint's progress. */
export const secretEntry = (secretId: string): string => `webhook-secret/${secretId}`;
export const bodyEntry = (eventId: string, wireType: string): string => `webhook-text/${eventId}/${wireType}`;
export const answerEntry = (attemptId: string): string => `webhook-response/${attemptId}`;
export const progressEntry = (endpointId: string): string => `webhook-progress/${endpointId}`;
/** How long bodies, answers, attempts and an endpoint's progress are kept. */
export const WEBHOOK_KEPT_DAYS = 90;

/** Secrets are in the Vault; `secretId` names the entry. */
export const endpointEvents = {
  WebhookEndpointCreated: event<{
    endpointId: string;
    organizationId: string;
    url: string;
    format: WebhookFormat;
    events: string[];
    secretId: string;
    /** Of its messages. */
    apiVersion: ApiVersion;
  }>(),
  WebhookEndpointUpdated: event<{
    endpointId: string;
    url?: string;
    format?: WebhookFormat;
    events?: string[];
    apiVersion?: ApiVersion;
    /** Replaces the former secret at once, and those that were rotated. */
    secretId?: string;
  }>(),
  /** Messages are signed with the former secret, too, until then (machine time). */
  WebhookSecretRotated: event<{ endpointId: string; secretId: string; formerUntil: Instant }>(),
  /** Messages in a row were given up. Nothing is scheduled for it until it is enabled. */
  WebhookEndpointDisabled: event<{
    endpointId: string;
    organizationId: string;
    /** How many. */
    failed: number;
    /** The event that the first of them announces. */
    missedFrom: string;
    at: Instant;
  }>(),
  /** Messages that were waiting are skipped; a replay may send what it missed. */
  WebhookEndpointEnabled: event<{ endpointId: string; organizationId: string; at: Instant }>(),
  /** Sends the messages about all events from one on up to this, in order, whether or not they were sent before. */
  WebhookReplayStarted: event<{
    endpointId: string;
    organizationId: string;
    replayId: string;
    /** Business time. */
    from: Instant;
    /** The first event. */
    fromEventId: string;
    /** Events of the organization to be read, of all types. */
    events: number;
    at: Instant;
  }>(),
  /** `stopped`: by the seller, or because the endpoint was disabled. */
  WebhookReplayEnded: event<{
    endpointId: string;
    organizationId: string;
    replayId: string;
    result: 'completed' | 'stopped';
    at: Instant;
  }>(),
  WebhookEndpointDeleted: event<{ endpointId: string; organizationId: string }>(),
};

/** The body, sent byte for byte, is in the Vault for 90 days, and so are the endpoint's answers. All times are machine time. */
export const schedulingEvents = {
  /** An endpoint's messages are sent in the order of these in the log. */
  WebhooksScheduled: event<{
    /** The event that they announce. */
    eventId: string;
    /** A sample that the seller asked for, which announces nothing: `eventId` is of no event. */
    isTest?: boolean;
    /** In the order of sending. A message's id is the UUIDv5 of event, wire type and endpoint. */
    messages: readonly { wireType: string; bodySha256: string; endpointIds: readonly string[] }[];
  }>({ internal: true }),
};

export const replayEvents = {
  /** The next messages of a replay, in the order of sending. */
  WebhooksReplayed: event<{
    endpointId: string;
    organizationId: string;
    replayId: string;
    /** `round`: 0, or the one after the last for a message that was scheduled before. */
    replayed: readonly { eventId: string; wireType: string; bodySha256: string; round: number }[];
    /** Events read so far, and the last of them with its time (business time). */
    events: number;
    throughEventId: string;
    through: Instant;
  }>({ internal: true }),
};

export const webhookEvents = {
  /** A new round of attempts, with the same id and body. */
  WebhookRedeliveryRequested: event<{
    webhookId: string;
    endpointId: string;
    /** Counts redeliveries from 1. */
    round: number;
    at: Instant;
  }>(),
};

/** Why a message's body cannot be sent: somebody whom it mentions was erased, or it is no longer kept. */
export type WebhookGone = 'erased' | 'expired';

/** What became of one round of attempts: those after the message was scheduled, or after a redelivery was requested. */
export interface WebhookOutcome {
  webhookId: string;
  /** Redeliveries requested before it. */
  round: number;
  /** `abandoned`: after the last attempt, or without a body to send; `replaced`: a redelivery was requested while it was failing. */
  result: 'delivered' | 'abandoned' | 'replaced';
  /** If it was abandoned because there was no body to send, or skipped: its endpoint was disabled, or its replay stopped. */
  gone?: WebhookGone | 'skipped';
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
  }>({ internal: true }),
};

export type EndpointEvent = EventsOf<typeof endpointEvents>;
export type SchedulingEvent = EventsOf<typeof schedulingEvents>;
export type ReplayEvent = EventsOf<typeof replayEvents>;
export type WebhookEvent = EventsOf<typeof webhookEvents>;
export type OutcomeEvent = EventsOf<typeof outcomeEvents>;
