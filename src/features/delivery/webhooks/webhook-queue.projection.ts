import type { Document } from '../../../kernel/ports/document-store.ts';
import { typesOf } from '../../../kernel/writing/events.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import { messagesTo } from './webhook-messages.rules.ts';
import {
  outcomeEvents,
  replayEvents,
  schedulingEvents,
  webhookEvents,
  type EndpointEvent,
  type OutcomeEvent,
  type ReplayEvent,
  type SchedulingEvent,
  type WebhookEvent,
} from './webhook.events.ts';

/** What one endpoint has yet to be sent, or to have its outcome recorded. */
export interface WebhookQueueDocument extends Document {
  /** Rounds without an outcome in the log: `waiting` and those of `begun`; 0 once the endpoint is deleted. Never too low. */
  pending: number;
  waiting: number;
  /** Messages whose round an earlier release began, by an attempt or a redelivery, and has not ended. */
  begun: readonly string[];
  /** Id of the newest event that asks for a message. */
  newest: string | null;
  /** Whether a replay is running, which may have messages yet to be scheduled. */
  is_replaying: boolean;
  is_deleted: boolean;
}

const COURSE = [
  'WebhookEndpointEnabled',
  'WebhookReplayStarted',
  'WebhookReplayEnded',
  'WebhookEndpointDeleted',
] as const;
type Course = Extract<EndpointEvent, { type: (typeof COURSE)[number] }>;
type Queued = SchedulingEvent | ReplayEvent | WebhookEvent | OutcomeEvent | Course;

/** A document per endpoint, so that finding work costs the same however many messages wait for a failing endpoint. */
export const webhookQueueProjection: Projection<WebhookQueueDocument, Queued> = {
  name: 'webhook_queues',
  version: 4,
  group: 'delivery',
  indexes: [['pending'], ['is_replaying']],
  handles: [
    ...typesOf(schedulingEvents),
    ...typesOf(webhookEvents),
    ...typesOf(outcomeEvents),
    ...typesOf(replayEvents),
    ...COURSE,
  ],
  // Redeliveries of earlier releases do not name their endpoint: they were sent long ago.
  targets({ data }) {
    if ('messages' in data) return [...new Set(data.messages.flatMap(({ endpointIds }) => endpointIds))];
    return data.endpointId === undefined ? [] : [data.endpointId];
  },

  evolve(document, event, id) {
    const queue = document ?? emptyQueue(id);
    // A message that was being scheduled while its endpoint was deleted is never sent.
    if (queue.is_deleted) return queue;
    switch (event.type) {
      case 'WebhooksScheduled':
        return counted({ ...queue, waiting: queue.waiting + messagesTo(event.data, id), newest: event.id });
      case 'WebhookScheduled':
        return counted({ ...queue, waiting: queue.waiting + 1, newest: event.id });
      case 'WebhookRedeliveryRequested': {
        const { webhookId, round } = event.data;
        if (round === undefined) return counted({ ...begun(queue, webhookId), newest: event.id });
        return counted({ ...queue, waiting: queue.waiting + 1, newest: event.id });
      }
      case 'WebhookAttempted':
        return counted(attempted(queue, event.data));
      case 'WebhookOutcomesRecorded':
        return counted(event.data.outcomes.reduce((left, { webhookId }) => ended(left, webhookId), queue));
      case 'WebhooksReplayed':
        return counted({ ...queue, waiting: queue.waiting + event.data.replayed.length, newest: event.id });
      case 'WebhookEndpointEnabled':
        return { ...queue, newest: event.id };
      case 'WebhookReplayStarted':
        return { ...queue, newest: event.id, is_replaying: true };
      case 'WebhookReplayEnded':
        return { ...queue, newest: event.id, is_replaying: false };
      case 'WebhookEndpointDeleted':
        return { ...queue, pending: 0, waiting: 0, begun: [], is_replaying: false, is_deleted: true };
    }
  },
};

function emptyQueue(id: string): WebhookQueueDocument {
  return { id, pending: 0, waiting: 0, begun: [], newest: null, is_replaying: false, is_deleted: false };
}

type Attempted = Extract<WebhookEvent, { type: 'WebhookAttempted' }>['data'];

function attempted(
  queue: WebhookQueueDocument,
  { webhookId, attempt, nextAttemptAt }: Attempted,
): WebhookQueueDocument {
  const { waiting } = queue;
  const left = attempt === 1 ? { ...queue, waiting: waiting - 1 } : queue;
  if (nextAttemptAt !== null) return begun(left, webhookId);
  return { ...left, begun: left.begun.filter((id) => id !== webhookId) };
}

function begun(queue: WebhookQueueDocument, webhookId: string): WebhookQueueDocument {
  return queue.begun.includes(webhookId) ? queue : { ...queue, begun: [...queue.begun, webhookId] };
}

function ended(queue: WebhookQueueDocument, webhookId: string): WebhookQueueDocument {
  if (!queue.begun.includes(webhookId)) return { ...queue, waiting: queue.waiting - 1 };
  return { ...queue, begun: queue.begun.filter((id) => id !== webhookId) };
}

function counted(queue: WebhookQueueDocument): WebhookQueueDocument {
  return { ...queue, pending: queue.waiting + queue.begun.length };
}
