import type { Instant } from '../../../../kernel/ports/clock.ts';
import type { Document } from '../../../../kernel/ports/document-store.ts';
import type { Projection } from '../../../../kernel/reading/projection.ts';

/** One attempt to deliver a message. Times are machine time. */
export interface WebhookAttempt {
  /** Also names the Vault entry with the first 2 KB of the answer, which may contain anything. */
  attemptId: string;
  webhookId: string;
  endpointId: string;
  organizationId: string;
  wireType: string;
  /** When it was over. */
  at: Instant;
  /** From sending the request; null where there was none to send. */
  durationMs: number | null;
  /** null where the endpoint could not be reached. */
  httpCode: number | null;
  succeeded: boolean;
  /** null: delivered, or given up. */
  nextAttemptAt: Instant | null;
}

/** An attempt, as `deliveries` lists it. */
export interface AttemptDocument extends Document {
  created_at: Instant;
  modified_at: null;
  http_code: number | null;
  succeeded: boolean;
  webhook_id: string;
  organization_id: string;
  endpoint_id: string;
  wire_type: string;
  duration_ms: number | null;
  next_attempt_at: Instant | null;
}

/**
 * The collection of attempts. No event is folded into it: workers write it, and it is not rebuilt, so a new version would be empty
 * (docs/PROCESSES.md#webhook-delivery).
 */
export const attemptCollection: Projection<AttemptDocument, never> = {
  name: 'webhook_attempts',
  version: 1,
  indexes: [['created_at'], ['organization_id', 'endpoint_id', 'created_at']],
  lists: {
    scope: ['organization_id'],
    sortings: ['created_at'],
    filters: ['endpoint_id', 'webhook_id', 'succeeded', 'wire_type', 'next_attempt_at'],
  },
  handles: [],
  targets: () => [],
  evolve: (document) => document,
};

export function attemptDocument(attempt: WebhookAttempt): AttemptDocument {
  return {
    id: attempt.attemptId,
    created_at: attempt.at,
    modified_at: null,
    http_code: attempt.httpCode,
    succeeded: attempt.succeeded,
    webhook_id: attempt.webhookId,
    organization_id: attempt.organizationId,
    endpoint_id: attempt.endpointId,
    wire_type: attempt.wireType,
    duration_ms: attempt.durationMs,
    next_attempt_at: attempt.nextAttemptAt,
  };
}
