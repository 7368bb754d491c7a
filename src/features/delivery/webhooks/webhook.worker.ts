import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Runtime } from '../../../app/runtime.ts';
import { CLOCK, DOCUMENTS, JOBS, LOG } from '../../../app/tokens.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { Writes, type Context } from '../../../kernel/command.ts';
import type { DocumentStore } from '../../../kernel/document-store.ts';
import { newUuid } from '../../../kernel/ids.ts';
import type { JobQueue } from '../../../kernel/job-queue.ts';
import type { Log } from '../../../kernel/log.ts';
import { collectionOf } from '../../../kernel/projection.ts';
import { DeliverWebhooks } from './webhook.commands.ts';
import { endpointJob } from './webhook.handlers.ts';
import { webhookProjection, type WebhookDocument } from './webhook.projection.ts';

const SWEEP_MS = 1_000;
const ENDPOINTS_AT_ONCE = 8;
const PAGE = 500;
const MAX_LOOKED_AT = 10_000;

/** Sends messages when woken, and wakes the endpoints whose messages the queue has lost (DESIGN §6). */
@Injectable()
export class WebhookWorker implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly commands: CommandBus,
    private readonly runtime: Runtime,
    @Inject(JOBS) private readonly jobs: JobQueue,
    @Inject(DOCUMENTS) private readonly documents: DocumentStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.work('webhook', (id) => this.deliver(id.slice('webhook/'.length)), ENDPOINTS_AT_ONCE);
    this.timer = setInterval(() => void this.sweep(), SWEEP_MS);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private async deliver(endpointId: string): Promise<void> {
    const requestId = newUuid();
    const context: Context = {
      requestId,
      actor: { kind: 'system', id: 'webhooks' },
      correlationId: requestId,
      causationId: requestId,
      now: this.clock.now(),
      machineNow: this.clock.machineNow(),
      writes: new Writes(),
    };
    await this.commands.execute(new DeliverWebhooks({ endpointId }, context));
  }

  private async sweep(): Promise<void> {
    if (this.runtime.projector.position === undefined) return;
    try {
      for (const endpointId of await this.endpointsWithDue()) await this.jobs.wake(endpointJob(endpointId));
    } catch (error) {
      this.log.error('Looking for unsent webhooks failed', { error: (error as Error).name });
    }
  }

  private async endpointsWithDue(): Promise<Set<string>> {
    const endpoints = new Set<string>();
    for (let skip = 0; skip < MAX_LOOKED_AT; skip += PAGE) {
      const { items } = await this.documents.find<WebhookDocument>(collectionOf(webhookProjection), {
        where: { and: [{ eq: ['status', 'pending'] }, { lte: ['next_attempt_at', this.clock.machineNow()] }] },
        sort: [{ field: 'next_attempt_at', direction: 'asc' }],
        skip,
        limit: PAGE,
        uncounted: true,
      });
      for (const { endpoint_id } of items) endpoints.add(endpoint_id);
      if (items.length < PAGE) break;
    }
    return endpoints;
  }
}
