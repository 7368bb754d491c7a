import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Runtime } from '../../../app/runtime.ts';
import { VAULT } from '../../../app/tokens.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import type { Vault } from '../../../kernel/ports/vault.ts';
import { emailProjection, type EmailDocument } from './email.projection.ts';
import { EmailWorker } from './email.worker.ts';
import { outboxEntry, type OutboxMail } from './mailer.ts';
import type { OutboxMailDto } from './outbox.dto.ts';
import { Documents } from '../../../app/documents.ts';

const PAGE = 500;

/** The outbox' mails, oldest first, once everything that was accepted is sent (docs/SANDBOX.md#outbox). */
export class ReadOutbox {
  constructor(
    readonly to?: string,
    readonly kind?: string,
  ) {}
}

@QueryHandler(ReadOutbox)
export class ReadOutboxHandler implements IQueryHandler<ReadOutbox> {
  constructor(
    private readonly runtime: Runtime,
    private readonly worker: EmailWorker,
    private readonly documents: Documents,
    @Inject(VAULT) private readonly vault: Vault,
  ) {}

  async execute({ to, kind }: ReadOutbox): Promise<OutboxMailDto[]> {
    await this.sendDue();
    const where: Where[] = [{ eq: ['status', 'sent'] }];
    if (to !== undefined) where.push({ eq: ['to', to.toLowerCase()] });
    if (kind !== undefined) where.push({ eq: ['kind', kind] });
    const mails: OutboxMailDto[] = [];
    for (let skip = 0; ; skip += PAGE) {
      const { items } = await this.documents.find(
        emailProjection,
        {
          where: { and: where },
          sort: [{ field: 'sent_order', direction: 'asc' }],
          skip,
          limit: PAGE,
        },
        'any',
      );
      mails.push(...(await this.bodies(items)));
      if (items.length < PAGE) return mails;
    }
  }

  /** Mails that failed wait for their next attempt, and nobody waits for them. */
  private async sendDue(): Promise<void> {
    await this.runtime.settled();
    for (let due = await this.worker.due(); due.length > 0; due = await this.worker.due()) {
      await Promise.all(due.map((emailId) => this.worker.handle(emailId)));
      await this.runtime.settled();
    }
  }

  private async bodies(documents: readonly EmailDocument[]): Promise<OutboxMailDto[]> {
    const entries = await this.vault.getMany(documents.map(({ id }) => outboxEntry(id)));
    return documents.flatMap(({ id }) => {
      const entry = entries.get(outboxEntry(id));
      if (!entry) return [];
      const { id: _, about: { invitationId, ...about } = {}, ...mail } = JSON.parse(entry.value) as OutboxMail;
      return [{ ...mail, ...about, ...(invitationId !== undefined && { id: invitationId }) }];
    });
  }
}
