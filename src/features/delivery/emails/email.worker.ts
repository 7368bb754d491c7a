import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CLOCK, DOCUMENTS } from '../../../app/tokens.ts';
import { Workers, type Work } from '../../../app/workers.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { startContext } from '../../../kernel/command.ts';
import type { DocumentStore } from '../../../kernel/document-store.ts';
import { collectionOf } from '../../../kernel/projection.ts';
import { SendEmail } from './email.commands.ts';
import { EMAIL_WORK } from './email.handlers.ts';
import { emailProjection, type EmailDocument } from './email.projection.ts';

const PAGE = 200;

/** Sends mails. */
@Injectable()
export class EmailWorker implements Work, OnApplicationBootstrap {
  readonly kind = EMAIL_WORK;
  readonly atOnce = 4;

  constructor(
    private readonly workers: Workers,
    private readonly commands: CommandBus,
    @Inject(DOCUMENTS) private readonly documents: DocumentStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.workers.start(this);
  }

  async due(): Promise<string[]> {
    const { items } = await this.documents.find<EmailDocument>(collectionOf(emailProjection), {
      where: { and: [{ eq: ['status', 'waiting'] }, { lte: ['next_attempt_at', this.clock.machineNow()] }] },
      sort: [{ field: 'next_attempt_at', direction: 'asc' }],
      limit: PAGE,
    });
    return items.map(({ id }) => id);
  }

  async handle(emailId: string): Promise<void> {
    const context = startContext({ kind: 'system', id: 'emails' }, this.clock);
    await this.commands.execute(new SendEmail({ emailId }, context));
  }
}
