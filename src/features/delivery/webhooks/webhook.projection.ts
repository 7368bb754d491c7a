import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import { typesOf } from '../../../kernel/writing/events.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import { webhookEvents, type WebhookEvent } from './webhook.events.ts';

/** A message. Times are machine time. */
export interface WebhookDocument extends Document {
  created_at: Instant;
  modified_at: Instant | null;
  organization_id: string;
  endpoint_id: string;
  event_id: string;
  wire_type: string;
  /** Pending messages of a deleted endpoint stay pending: nothing looks for them. */
  status: 'pending' | 'delivered' | 'given_up';
  /** null until it has been delivered or given up (docs/BILLING.md#webhook-endpoints). */
  succeeded: boolean | null;
  last_http_code: number | null;
  attempts: number;
  next_attempt_at: Instant | null;
  /** Position of its scheduling: an endpoint's messages are sent in this order. */
  order: string;
}

/** Messages, for the worker: an endpoint's pending ones in order. */
export const webhookProjection: Projection<WebhookDocument, WebhookEvent> = {
  name: 'webhooks',
  version: 3,
  indexes: [['endpoint_id', 'status', 'order']],
  fields: ['organization_id', 'attempts', 'modified_at'],
  handles: typesOf(webhookEvents),
  targets: ({ data }) => [data.webhookId],

  evolve(document, event) {
    if (event.type === 'WebhookScheduled') {
      const { webhookId, organizationId, endpointId, eventId, wireType, at } = event.data;
      return {
        id: webhookId,
        created_at: at,
        modified_at: null,
        organization_id: organizationId,
        endpoint_id: endpointId,
        event_id: eventId,
        wire_type: wireType,
        status: 'pending',
        succeeded: null,
        last_http_code: null,
        attempts: 0,
        next_attempt_at: at,
        order: event.position,
      };
    }
    if (!document) return document;
    switch (event.type) {
      case 'WebhookAttempted': {
        const { at, attempt, httpCode, succeeded, nextAttemptAt } = event.data;
        const over = nextAttemptAt === null;
        const status = succeeded ? 'delivered' : over ? 'given_up' : 'pending';
        const outcome = { status, succeeded: over ? succeeded : null, last_http_code: httpCode } as const;
        return { ...document, ...outcome, attempts: attempt, modified_at: at, next_attempt_at: nextAttemptAt };
      }
      case 'WebhookRedeliveryRequested': {
        const { at } = event.data;
        return { ...document, status: 'pending', succeeded: null, modified_at: at, next_attempt_at: at };
      }
    }
  },
};

/** One attempt, as `deliveries` lists them. */
export interface DeliveryDocument extends Document {
  created_at: Instant;
  modified_at: null;
  http_code: number | null;
  succeeded: boolean;
  webhook_id: string;
  organization_id: string;
  endpoint_id: string;
}

/** Attempts; the query adds their messages. */
export const deliveryProjection: Projection<DeliveryDocument, Extract<WebhookEvent, { type: 'WebhookAttempted' }>> = {
  name: 'webhook_deliveries',
  version: 2,
  indexes: [['organization_id', 'endpoint_id', 'created_at']],
  lists: { scope: ['organization_id'], sortings: ['created_at'], filters: ['endpoint_id', 'succeeded'] },
  handles: ['WebhookAttempted'],
  targets: ({ data }) => [data.attemptId],

  evolve: (_document, { data }) => ({
    id: data.attemptId,
    created_at: data.at,
    modified_at: null,
    http_code: data.httpCode,
    succeeded: data.succeeded,
    webhook_id: data.webhookId,
    organization_id: data.organizationId,
    endpoint_id: data.endpointId,
  }),
};
