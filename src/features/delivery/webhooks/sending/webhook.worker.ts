import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Commands } from '../../../../app/commands.ts';
import { Documents } from '../../../../app/reading/documents.ts';
import { CLOCK } from '../../../../app/tokens.ts';
import { Workers, type Work } from '../../../../app/work/workers.ts';
import { addSeconds, type Clock, type Instant } from '../../../../kernel/ports/clock.ts';
import { startContext } from '../../../../kernel/writing/command.ts';
import { WebhookAttempts } from './webhook-attempts.service.ts';
import { WebhookBacklog } from '../webhook-backlog.queries.ts';
import type { EndpointProgress } from './webhook-progress.rules.ts';
import { WebhookProgress } from './webhook-progress.service.ts';
import { webhookQueueProjection } from './webhook-queue.projection.ts';
import { RUNS_AT_ONCE } from './webhook-slots.service.ts';
import { DeliverWebhooks } from '../webhook.commands.ts';
import { WEBHOOK_WORK } from '../webhook.handlers.ts';

const EXPIRED_EVERY_SECONDS = 3_600;

/** Sends messages, one endpoint at a time. */
@Injectable()
export class WebhookWorker implements Work, OnApplicationBootstrap {
  readonly kind = WEBHOOK_WORK;
  readonly atOnce = RUNS_AT_ONCE;
  /** When attempts at the end of their life were last deleted. */
  private deletedAt: Instant | undefined;

  constructor(
    private readonly workers: Workers,
    private readonly commands: Commands,
    private readonly documents: Documents,
    private readonly rows: WebhookProgress,
    private readonly attempts: WebhookAttempts,
    private readonly backlog: WebhookBacklog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.workers.start(this);
  }

  /** Endpoints that have a message to be sent, or an outcome to be recorded. */
  async due(): Promise<string[]> {
    await this.deleteExpired();
    const [waiting, replaying] = await Promise.all([
      this.documents.all(webhookQueueProjection, { where: { gt: ['pending', 0] } }, 'any'),
      this.documents.all(webhookQueueProjection, { where: { eq: ['is_replaying', true] } }, 'any'),
    ]);
    const queues = [...new Map([...waiting, ...replaying].map((queue) => [queue.id, queue])).values()];
    const rows = await this.rows.of(queues.map(({ id }) => id));
    const now = this.clock.machineNow();
    return queues.filter(({ id, newest }) => isDue(rows.get(id), newest, now)).map(({ id }) => id);
  }

  oldest(): Promise<Instant | undefined> {
    return this.backlog.oldest();
  }

  private async deleteExpired(): Promise<void> {
    const now = this.clock.machineNow();
    if (this.deletedAt !== undefined && now < addSeconds(this.deletedAt, EXPIRED_EVERY_SECONDS)) return;
    await this.attempts.deleteExpired();
    this.deletedAt = now;
  }

  async handle(endpointId: string): Promise<void> {
    const context = startContext({ kind: 'system', id: 'webhooks' }, this.clock);
    await this.commands.execute(new DeliverWebhooks({ endpointId }, context));
  }
}

function isDue(progress: EndpointProgress | undefined, newest: string | null, now: Instant): boolean {
  if (!progress || progress.newest !== newest) return true;
  return progress.dueAt !== null && progress.dueAt <= now;
}
