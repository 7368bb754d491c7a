import type { Document } from '../../../../kernel/ports/document-store.ts';
import { typesOf } from '../../../../kernel/writing/events.ts';
import type { Projection } from '../../../../kernel/reading/projection.ts';
import { messagesTo } from '../messages/webhook-messages.rules.ts';
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
} from '../webhook.events.ts';

/** What one endpoint has yet to be sent, or to have its outcome recorded. */
export interface WebhookQueueDocument extends Document {
  /** Rounds without an outcome in the log; 0 once the endpoint is deleted. Never too low. */
  pending: number;
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
  version: 5,
  group: 'delivery',
  indexes: [['pending'], ['is_replaying']],
  handles: [
    ...typesOf(schedulingEvents),
    ...typesOf(webhookEvents),
    ...typesOf(outcomeEvents),
    ...typesOf(replayEvents),
    ...COURSE,
  ],
  targets: ({ data }) =>
    'messages' in data ? [...new Set(data.messages.flatMap(({ endpointIds }) => endpointIds))] : [data.endpointId],

  evolve(document, event, id) {
    const queue = document ?? emptyQueue(id);
    // A message that was being scheduled while its endpoint was deleted is never sent.
    if (queue.is_deleted) return queue;
    const { pending } = queue;
    switch (event.type) {
      case 'WebhooksScheduled':
        return { ...queue, pending: pending + messagesTo(event.data, id), newest: event.id };
      case 'WebhookRedeliveryRequested':
        return { ...queue, pending: pending + 1, newest: event.id };
      case 'WebhooksReplayed':
        return { ...queue, pending: pending + event.data.replayed.length, newest: event.id };
      case 'WebhookOutcomesRecorded':
        return { ...queue, pending: pending - event.data.outcomes.length };
      case 'WebhookEndpointEnabled':
        return { ...queue, newest: event.id };
      case 'WebhookReplayStarted':
        return { ...queue, newest: event.id, is_replaying: true };
      case 'WebhookReplayEnded':
        return { ...queue, newest: event.id, is_replaying: false };
      case 'WebhookEndpointDeleted':
        return { ...queue, pending: 0, is_replaying: false, is_deleted: true };
    }
  },
};

function emptyQueue(id: string): WebhookQueueDocument {
  return { id, pending: 0, newest: null, is_replaying: false, is_deleted: false };
}
