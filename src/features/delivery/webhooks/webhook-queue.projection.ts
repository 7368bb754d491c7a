import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import { typesOf } from '../../../kernel/writing/events.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import { webhookEvents, type EndpointEvent, type WebhookEvent } from './webhook.events.ts';
import { unblocksAt } from './webhook.schedule.ts';

/** The messages that one endpoint has yet to be sent. Times are machine time. */
export interface WebhookQueueDocument extends Document {
  /** When its next message may be sent; null: nothing is waiting. */
  due_at: Instant | null;
  /** Messages that have not been attempted. */
  waiting: number;
  /** Messages to be sent again on request that have not been attempted since. */
  redelivered: number;
  /** Messages to be retried: by the 20-minute rule only a few at a time. */
  failing: readonly { id: string; since: Instant; next_attempt_at: Instant }[];
  is_deleted: boolean;
}

type EndpointDeleted = Extract<EndpointEvent, { type: 'WebhookEndpointDeleted' }>;
type Queued = WebhookEvent | EndpointDeleted;

/** A document per endpoint, so that finding what is due costs the same however many messages wait for a failing endpoint. */
export const webhookQueueProjection: Projection<WebhookQueueDocument, Queued> = {
  name: 'webhook_queues',
  version: 1,
  indexes: [['due_at']],
  handles: [...typesOf(webhookEvents), 'WebhookEndpointDeleted'],
  // Redeliveries of earlier releases do not name their endpoint: they were sent long ago.
  targets: ({ data }) => (data.endpointId === undefined ? [] : [data.endpointId]),

  evolve(document, event, id) {
    const queue = document ?? { id, due_at: null, waiting: 0, redelivered: 0, failing: [], is_deleted: false };
    // A message that was being scheduled while its endpoint was deleted is never sent.
    if (queue.is_deleted) return queue;
    switch (event.type) {
      case 'WebhookScheduled':
        return sooner({ ...queue, waiting: queue.waiting + 1 }, nextDue(queue.failing, event.data.at));
      case 'WebhookRedeliveryRequested': {
        const failing = queue.failing.filter((one) => one.id !== event.data.webhookId);
        return sooner({ ...queue, failing, redelivered: queue.redelivered + 1 }, event.data.at);
      }
      case 'WebhookAttempted':
        return attempted(queue, event.data);
      case 'WebhookEndpointDeleted':
        return { ...queue, due_at: null, waiting: 0, redelivered: 0, failing: [], is_deleted: true };
    }
  },
};

function attempted(
  queue: WebhookQueueDocument,
  { webhookId: id, attempt, at, nextAttemptAt }: Extract<WebhookEvent, { type: 'WebhookAttempted' }>['data'],
): WebhookQueueDocument {
  const before = queue.failing.find((one) => one.id === id);
  const waiting = attempt === 1 ? queue.waiting - 1 : queue.waiting;
  const redelivered = attempt > 1 && !before ? Math.max(0, queue.redelivered - 1) : queue.redelivered;
  const others = queue.failing.filter((one) => one !== before);
  const failing =
    nextAttemptAt === null ? others : [...others, { id, since: before?.since ?? at, next_attempt_at: nextAttemptAt }];
  const due = [
    ...failing.map(({ next_attempt_at }) => next_attempt_at),
    ...(waiting + redelivered > 0 ? [nextDue(failing, at)] : []),
  ];
  return { ...queue, waiting, redelivered, failing, due_at: due.sort()[0] ?? null };
}

/** When a message that waits behind failing ones may be sent. */
function nextDue(failing: WebhookQueueDocument['failing'], at: Instant): Instant {
  return failing.reduce((due, { since }) => (unblocksAt(since) > due ? unblocksAt(since) : due), at);
}

function sooner(queue: WebhookQueueDocument, due: Instant): WebhookQueueDocument {
  return { ...queue, due_at: queue.due_at !== null && queue.due_at < due ? queue.due_at : due };
}
