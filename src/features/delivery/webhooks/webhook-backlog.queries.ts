import { Injectable } from '@nestjs/common';
import { Documents } from '../../../app/reading/documents.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import { endpointProjection } from './endpoints/webhook-endpoint.projection.ts';
import { isOpen, noProgress } from './sending/webhook-progress.rules.ts';
import { WebhookProgress } from './sending/webhook-progress.service.ts';
import { webhookQueueProjection } from './sending/webhook-queue.projection.ts';
import { webhookProjection } from './webhook.projection.ts';

/** An endpoint with messages that have neither been delivered nor given up. Times are machine time. */
export interface WaitingEndpoint {
  id: string;
  organizationId: string;
  /** Of its URL, which may hold a secret. */
  host: string;
  messages: number;
  /** Of these, messages whose last attempt failed. */
  failing: number;
  failingSince: Instant | null;
  /** When the oldest message was scheduled. */
  oldest: Instant | null;
  nextAttempt: Instant | null;
  /** Of the last failed attempt; null if the endpoint did not answer. */
  httpCode: number | null;
}

/** Messages that wait, of all organizations, for operators. */
@Injectable()
export class WebhookBacklog {
  constructor(
    private readonly documents: Documents,
    private readonly rows: WebhookProgress,
  ) {}

  /** Since when the oldest message has waited, at one of the endpoints with the most messages; undefined if none waits. */
  async oldest(): Promise<Instant | undefined> {
    const endpoints = await this.list(100);
    return endpoints.flatMap(({ oldest }) => oldest ?? []).sort()[0];
  }

  /** The endpoints with the most messages first. */
  async list(limit: number): Promise<WaitingEndpoint[]> {
    const { items: queues } = await this.documents.find(
      webhookQueueProjection,
      { where: { gt: ['pending', 0] }, sort: [{ field: 'pending', direction: 'desc' }], limit },
      'any',
    );
    const ids = queues.map(({ id }) => id);
    const [endpoints, rows] = await Promise.all([
      this.documents.getMany(endpointProjection, ids, 'any'),
      this.rows.of(ids),
    ]);
    const found = queues.map(async ({ id, pending: messages }) => {
      const endpoint = endpoints.get(id);
      if (!endpoint) return [];
      const failing = Object.values((rows.get(id) ?? noProgress).failing);
      const last = failing.toSorted((one, other) => (one.lastAt < other.lastAt ? 1 : -1))[0];
      const waiting: WaitingEndpoint = {
        id,
        organizationId: endpoint.organization_id,
        host: new URL(endpoint.url).host,
        messages,
        failing: failing.length,
        failingSince: failing.map(({ failingSince }) => failingSince).sort()[0] ?? null,
        oldest: await this.oldestAt(id),
        nextAttempt: failing.map(({ nextAttemptAt }) => nextAttemptAt).sort()[0] ?? null,
        httpCode: last?.httpCode ?? null,
      };
      return [waiting];
    });
    return (await Promise.all(found)).flat();
  }

  /** By endpoint, how many messages wait. The read model also counts those whose outcome is not in the log yet. */
  async waitingFor(endpointIds: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.rows.of(endpointIds);
    const decided = [...rows.values()].flatMap(({ outcomes }) => outcomes.map(({ webhookId }) => webhookId));
    const messages = await this.documents.getMany(webhookProjection, decided, 'any');
    // Last: an outcome that is recorded meanwhile must not seem to wait.
    const queues = await this.documents.getMany(webhookQueueProjection, endpointIds, 'any');
    const waiting = [...queues].map(([id, { pending }]): [string, number] => {
      const { outcomes } = rows.get(id) ?? noProgress;
      const unrecorded = outcomes.filter((outcome) => isOpen(outcome, messages.get(outcome.webhookId)));
      return [id, Math.max(0, pending - unrecorded.length)];
    });
    return new Map(waiting);
  }

  private async oldestAt(endpointId: string): Promise<Instant | null> {
    const { items } = await this.documents.find(
      webhookProjection,
      {
        where: { and: [{ eq: ['endpoint_id', endpointId] }, { eq: ['status', 'pending'] }] },
        sort: [{ field: 'order', direction: 'asc' }],
        limit: 1,
      },
      'any',
    );
    return items[0]?.created_at ?? null;
  }
}
