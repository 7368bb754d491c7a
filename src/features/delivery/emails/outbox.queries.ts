import { Inject, Injectable } from '@nestjs/common';
import { Documents } from '../../../app/documents.ts';
import { Runtime } from '../../../app/runtime.ts';
import { VAULT } from '../../../app/tokens.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import type { Vault } from '../../../kernel/ports/vault.ts';
import { emailProjection, type EmailDocument } from './email.projection.ts';
import { EmailWorker } from './email.worker.ts';
import { outboxEntry, type OutboxMail } from './mailer.ts';
import type { OutboxMailDto, OutboxQueryDto } from './outbox.dto.ts';

/** The mails in the sandbox's outbox, of all organizations (docs/SANDBOX.md#outbox). */
@Injectable()
export class OutboxQueries {
  constructor(
    private readonly runtime: Runtime,
    private readonly worker: EmailWorker,
    private readonly documents: Documents,
    @Inject(VAULT) private readonly vault: Vault,
  ) {}

  /** Oldest first, once every accepted mail has been sent. */
  async list({ to, kind }: OutboxQueryDto): Promise<OutboxMailDto[]> {
    await this.sendDue();
    const where: Where[] = [{ eq: ['status', 'sent'] }];
    if (to !== undefined) where.push({ eq: ['to', to.toLowerCase()] });
    if (kind !== undefined) where.push({ eq: ['kind', kind] });
    const sort = [{ field: 'sent_order', direction: 'asc' }] as const;
    const mails: OutboxMailDto[] = [];
    for await (const page of this.documents.pages(emailProjection, { where: { and: where }, sort }, 'any'))
      mails.push(...(await this.bodies(page)));
    return mails;
  }

  /** Does not wait for the next attempt of mails that failed. */
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
