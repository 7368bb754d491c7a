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
import { SendEmail } from './email.commands.ts';
import { emailJob } from './email.handlers.ts';
import { emailProjection, type EmailDocument } from './email.projection.ts';

const SWEEP_MS = 1_000;
const AT_ONCE = 4;
const PAGE = 200;

/** Sends mails when woken, and wakes those that the queue has lost (DESIGN §6). */
@Injectable()
export class EmailWorker implements OnApplicationBootstrap, OnApplicationShutdown {
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
    this.jobs.work('email', (id) => this.send(id.slice('email/'.length)), AT_ONCE);
    this.timer = setInterval(() => void this.sweep(), SWEEP_MS);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Mails that are due and not sent, as far as the read model shows. */
  async due(): Promise<string[]> {
    const { items } = await this.documents.find<EmailDocument>(collectionOf(emailProjection), {
      where: { and: [{ eq: ['status', 'waiting'] }, { lte: ['next_attempt_at', this.clock.machineNow()] }] },
      sort: [{ field: 'next_attempt_at', direction: 'asc' }],
      limit: PAGE,
      uncounted: true,
    });
    return items.map(({ id }) => id);
  }

  async send(emailId: string): Promise<void> {
    const requestId = newUuid();
    const context: Context = {
      requestId,
      actor: { kind: 'system', id: 'emails' },
      correlationId: requestId,
      causationId: requestId,
      now: this.clock.now(),
      machineNow: this.clock.machineNow(),
      writes: new Writes(),
    };
    await this.commands.execute(new SendEmail({ emailId }, context));
  }

  private async sweep(): Promise<void> {
    if (this.runtime.projector.position === undefined) return;
    try {
      for (const emailId of await this.due()) await this.jobs.wake(emailJob(emailId));
    } catch (error) {
      this.log.error('Looking for unsent mails failed', { error: (error as Error).name });
    }
  }
}
