import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { Documents } from '../../../app/documents.ts';
import { CLOCK } from '../../../app/tokens.ts';
import { Workers, type Work } from '../../../app/workers.ts';
import type { Clock } from '../../../kernel/ports/clock.ts';
import { startContext } from '../../../kernel/writing/command.ts';
import { webhookQueueProjection } from './webhook-queue.projection.ts';
import { DeliverWebhooks } from './webhook.commands.ts';
import { WEBHOOK_WORK } from './webhook.handlers.ts';

/** Sends messages, one endpoint at a time. */
@Injectable()
export class WebhookWorker implements Work, OnApplicationBootstrap {
  readonly kind = WEBHOOK_WORK;
  readonly atOnce = 8;

  constructor(
    private readonly workers: Workers,
    private readonly commands: Commands,
    private readonly documents: Documents,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.workers.start(this);
  }

  /** Endpoints that have a message to be sent. */
  due(): Promise<string[]> {
    return this.documents.ids(webhookQueueProjection, { lte: ['due_at', this.clock.machineNow()] }, 'any');
  }

  async handle(endpointId: string): Promise<void> {
    const context = startContext({ kind: 'system', id: 'webhooks' }, this.clock);
    await this.commands.execute(new DeliverWebhooks({ endpointId }, context));
  }
}
