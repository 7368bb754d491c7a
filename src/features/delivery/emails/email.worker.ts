import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { Documents } from '../../../app/documents.ts';
import { CLOCK } from '../../../app/tokens.ts';
import { Workers, type Work } from '../../../app/workers.ts';
import type { Clock } from '../../../kernel/ports/clock.ts';
import { startContext } from '../../../kernel/writing/command.ts';
import { SendEmail } from './email.commands.ts';
import { EMAIL_WORK } from './email.handlers.ts';
import { emailProjection } from './email.projection.ts';

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
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.workers.start(this);
  }

  async due(): Promise<string[]> {
    const { items } = await this.documents.find(
      emailProjection,
      {
        where: { and: [{ eq: ['status', 'waiting'] }, { lte: ['next_attempt_at', this.clock.machineNow()] }] },
        sort: [{ field: 'next_attempt_at', direction: 'asc' }],
        limit: PAGE,
      },
      'any',
    );
    return items.map(({ id }) => id);
  }

  async handle(emailId: string): Promise<void> {
    const context = startContext({ kind: 'system', id: 'emails' }, this.clock);
    await this.commands.execute(new SendEmail({ emailId }, context));
  }
}
