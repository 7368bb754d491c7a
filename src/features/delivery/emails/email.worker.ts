import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { Documents } from '../../../app/reading/documents.ts';
import { CLOCK } from '../../../app/tokens.ts';
import { Workers, type Work } from '../../../app/work/workers.ts';
import type { Clock, Instant } from '../../../kernel/ports/clock.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import { startContext } from '../../../kernel/writing/command.ts';
import { SendEmail } from './email.commands.ts';
import { EMAIL_WORK } from './email.handlers.ts';
import { isDue, type EmailProgress } from './email-progress.rules.ts';
import { EmailProgressRows } from './email-progress.service.ts';
import { emailProjection, type EmailDocument } from './email.projection.ts';

const PAGE = 200;

/** Sends mails. */
@Injectable()
export class EmailWorker implements Work, OnApplicationBootstrap {
  readonly kind = EMAIL_WORK;
  readonly atOnce = 4;

  constructor(
    private readonly workers: Workers,
    private readonly commands: Commands,
    private readonly documents: Documents,
    private readonly rows: EmailProgressRows,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.workers.start(this);
  }

  due(): Promise<string[]> {
    return this.unrecorded(isDue, PAGE);
  }

  async oldest(): Promise<Instant | undefined> {
    return (await this.first())?.scheduled_at;
  }

  async why(): Promise<string | null> {
    return (await this.first())?.error ?? null;
  }

  private async first(): Promise<EmailDocument | undefined> {
    const { items } = await this.documents.find(
      emailProjection,
      {
        where: { and: [{ eq: ['status', 'waiting'] }, { lte: ['next_attempt_at', this.clock.machineNow()] }] },
        sort: [{ field: 'next_attempt_at', direction: 'asc' }],
        limit: 1,
      },
      'any',
    );
    return items[0];
  }

  /** Mails that were sent or given up, but whose outcomes are not in the log yet. */
  ended(): Promise<string[]> {
    return this.unrecorded((progress) => progress?.nextAttemptAt === null, Infinity);
  }

  private async unrecorded(
    isWanted: (progress: EmailProgress | undefined, now: Instant) => boolean,
    most: number,
  ): Promise<string[]> {
    const now = this.clock.machineNow();
    const where: Where = { and: [{ eq: ['status', 'waiting'] }, { lte: ['next_attempt_at', now] }] };
    const found: string[] = [];
    for await (const mails of this.documents.inOrder(emailProjection, where, 'next_attempt_at', 'any')) {
      const rows = await this.rows.of(mails.map(({ id }) => id));
      found.push(...mails.flatMap(({ id }) => (isWanted(rows.get(id), now) ? [id] : [])));
      if (found.length >= most) break;
    }
    return found;
  }

  async handle(emailId: string): Promise<void> {
    const context = startContext({ kind: 'system', id: 'emails' }, this.clock);
    await this.commands.execute(new SendEmail({ emailId }, context));
  }
}
