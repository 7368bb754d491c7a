import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import { typesOf, type Recorded } from '../../../kernel/writing/events.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import { messagesOf, replayedMessagesOf } from './messages/webhook-messages.rules.ts';
import {
  outcomeEvents,
  replayEvents,
  schedulingEvents,
  webhookEvents,
  type OutcomeEvent,
  type ReplayEvent,
  type SchedulingEvent,
  type WebhookEvent,
  type WebhookOutcome,
} from './webhook.events.ts';

/** A message. Times are machine time. */
export interface WebhookDocument extends Document {
  created_at: Instant;
  modified_at: Instant | null;
  organization_id: string;
  endpoint_id: string;
  event_id: string;
  wire_type: string;
  /** A sample that the seller asked for. */
  is_test: boolean;
  /** The replay that it was last sent by. */
  replay_id: string | null;
  /** Pending messages of a deleted endpoint stay pending: nothing looks for them. */
  status: 'pending' | 'delivered' | 'given_up';
  /** null until it has been delivered or given up (docs/BILLING.md#webhook-endpoints). */
  succeeded: boolean | null;
  /** Given up because its endpoint was disabled or its replay stopped. */
  skipped: boolean;
  last_http_code: number | null;
  /** Up to its last outcome. */
  attempts: number;
  /** Redeliveries requested so far. */
  round: number;
  /** The last round whose outcome is in the log; -1: none. */
  settled_round: number;
  /** Of its first attempt in this round. */
  next_attempt_at: Instant | null;
  /**
   * Position of its scheduling, and its place among the messages of the event: an endpoint's messages are sent in this order, but tests before
   * all others.
   */
  order: string;
}

const PENDING = { status: 'pending', succeeded: null, skipped: false } as const;

/** Sorts before every position. */
const TEST = '!';

/** Messages, for the worker: an endpoint's pending ones in order. */
export const webhookProjection: Projection<
  WebhookDocument,
  SchedulingEvent | ReplayEvent | WebhookEvent | OutcomeEvent
> = {
  name: 'webhooks',
  version: 10,
  group: 'delivery',
  indexes: [
    ['endpoint_id', 'status', 'order'],
    ['endpoint_id', 'replay_id', 'status', 'order'],
  ],
  fields: ['organization_id', 'modified_at', 'is_test'],
  handles: [
    ...typesOf(schedulingEvents),
    ...typesOf(replayEvents),
    ...typesOf(webhookEvents),
    ...typesOf(outcomeEvents),
  ],
  targets({ data }) {
    if ('messages' in data) return [...messagesOf(data).keys()];
    if ('replayed' in data) return [...replayedMessagesOf(data).keys()];
    return 'outcomes' in data ? data.outcomes.map(({ webhookId }) => webhookId) : [data.webhookId];
  },

  evolve(document, event, id) {
    if (event.type === 'WebhooksScheduled') {
      // A replay was faster.
      if (document) return document;
      const { endpointId, wireType, index } = messagesOf(event.data).get(id)!;
      const { organizationId = '', recordedAt: at } = event.metadata;
      const { eventId, isTest = false } = event.data;
      const order = `${isTest ? TEST : ''}${event.position}.${String(index).padStart(4, '0')}`;
      const message = { webhookId: id, organizationId, endpointId, eventId, wireType, at };
      return { ...scheduled(message, order), is_test: isTest };
    }
    if (event.type === 'WebhooksReplayed') return replayed(document, event, id);
    if (!document) return document;
    switch (event.type) {
      case 'WebhookRedeliveryRequested': {
        const { at, round } = event.data;
        const again = { ...PENDING, modified_at: at, next_attempt_at: at };
        return { ...document, ...again, round, replay_id: null, order: event.position };
      }
      case 'WebhookOutcomesRecorded':
        return event.data.outcomes.filter(({ webhookId }) => webhookId === id).reduce(settled, document);
    }
  },
};

interface Scheduled {
  webhookId: string;
  organizationId: string;
  endpointId: string;
  eventId: string;
  wireType: string;
  at: Instant;
}

function scheduled(
  { webhookId, organizationId, endpointId, eventId, wireType, at }: Scheduled,
  order: string,
): WebhookDocument {
  return {
    id: webhookId,
    created_at: at,
    modified_at: null,
    organization_id: organizationId,
    endpoint_id: endpointId,
    event_id: eventId,
    wire_type: wireType,
    is_test: false,
    replay_id: null,
    ...PENDING,
    last_http_code: null,
    attempts: 0,
    round: 0,
    settled_round: -1,
    next_attempt_at: at,
    order,
  };
}

type Replayed = Recorded<Extract<ReplayEvent, { type: 'WebhooksReplayed' }>>;

/** A new round of a message that was scheduled before; it is listed and sent in the order of the replay. */
function replayed(document: WebhookDocument | undefined, event: Replayed, id: string): WebhookDocument {
  const { endpointId, organizationId, replayId } = event.data;
  const { eventId, wireType, round, index } = replayedMessagesOf(event.data).get(id)!;
  const at = event.metadata.recordedAt;
  const order = `${event.position}.${String(index).padStart(4, '0')}`;
  const place = { round, order, replay_id: replayId };
  if (!document)
    return { ...scheduled({ webhookId: id, organizationId, endpointId, eventId, wireType, at }, order), ...place };
  const again = { ...PENDING, modified_at: at, next_attempt_at: at };
  return { ...document, ...again, ...place };
}

/** An outcome of an earlier round does not end the current one. */
function settled(
  document: WebhookDocument,
  { round, result, at, attempts, httpCode, gone }: WebhookOutcome,
): WebhookDocument {
  const settled_round = Math.max(document.settled_round, round);
  const after = { ...document, attempts, settled_round, last_http_code: httpCode };
  if (round < document.round) return after;
  const succeeded = result === 'delivered';
  const status = succeeded ? 'delivered' : 'given_up';
  return { ...after, status, succeeded, skipped: gone === 'skipped', modified_at: at, next_attempt_at: null };
}
