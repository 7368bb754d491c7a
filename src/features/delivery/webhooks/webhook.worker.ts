import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CLOCK, DOCUMENTS } from '../../../app/tokens.ts';
import { Workers, type Work } from '../../../app/workers.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { startContext } from '../../../kernel/command.ts';
import type { DocumentStore } from '../../../kernel/document-store.ts';
import { collectionOf } from '../../../kernel/projection.ts';
import { DeliverWebhooks } from './webhook.commands.ts';
import { WEBHOOK_WORK } from './webhook.handlers.ts';
import { webhookProjection, type WebhookDocument } from './webhook.projection.ts';

const PAGE = 500;
const MAX_LOOKED_AT = 10_000;

/** Sends messages, one endpoint at a time. */
@Injectable()
export class WebhookWorker implements Work, OnApplicationBootstrap {
  readonly kind = WEBHOOK_WORK;
  readonly atOnce = 8;

  constructor(
    private readonly workers: Workers,
    private readonly commands: CommandBus,
    @Inject(DOCUMENTS) private readonly documents: DocumentStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.workers.start(this);
  }

  /** Endpoints with messages that are due. */
  async due(): Promise<Set<string>> {
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

  async handle(endpointId: string): Promise<void> {
    const context = startContext({ kind: 'system', id: 'webhooks' }, this.clock);
    await this.commands.execute(new DeliverWebhooks({ endpointId }, context));
  }
}
