import { Inject, Injectable } from '@nestjs/common';
import { Documents } from '../../../app/reading/documents.ts';
import { pageOf } from '../../../app/http/lists/list.ts';
import { Runtime } from '../../../app/runtime.ts';
import { VAULT } from '../../../app/tokens.ts';
import type { Find, Sort, Where } from '../../../kernel/ports/document-store.ts';
import type { Vault } from '../../../kernel/ports/vault.ts';
import { folded, normalEmail } from '../../../kernel/folding.ts';
import { EmailOutcomes } from './email-outcomes.service.ts';
import { emailProjection, type EmailDocument } from './email.projection.ts';
import { EmailWorker } from './email.worker.ts';
import { outboxEntry, type OutboxMail } from './mailer.ts';
import type { OutboxMailDto, OutboxPageDto, OutboxPageQueryDto, OutboxQueryDto } from './outbox.dto.ts';

const oldestFirst: Sort[] = [{ field: 'sent_at', direction: 'asc' }];
const newestFirst: Sort[] = [{ field: 'sent_at', direction: 'desc' }];

/** The mails in the sandbox's outbox, of all organizations (docs/SANDBOX.md#outbox). */
@Injectable()
export class OutboxQueries {
  constructor(
    private readonly runtime: Runtime,
    private readonly worker: EmailWorker,
    private readonly outcomes: EmailOutcomes,
    private readonly documents: Documents,
    @Inject(VAULT) private readonly vault: Vault,
  ) {}

  /** Oldest first, once every accepted mail has been sent. */
  async list({ to, kind }: OutboxQueryDto): Promise<OutboxMailDto[]> {
    await this.sendDue();
    const mails: OutboxMailDto[] = [];
    for await (const page of this.documents.pages(
      emailProjection,
      { where: sent({ to, kind }), sort: oldestFirst },
      'any',
    ))
      mails.push(...(await this.bodies(page)));
    return mails;
  }

  /** One page, newest first. */
  async page({ page, limit, query, ...filter }: OutboxPageQueryDto): Promise<OutboxPageDto> {
    await this.sendDue();
    const find = { where: sent(filter), sort: newestFirst };
    const skip = (page - 1) * limit;
    const text = query && folded(query);
    if (text) return this.search(find, text, skip, limit);
    const { items, total } = await this.documents.find(emailProjection, { ...find, skip, limit, counted: true }, 'any');
    return pageOf(await this.bodies(items), total, limit);
  }

  /** Subjects are stored only in the mails, so all of them are read, a page at a time. */
  private async search(
    find: Pick<Find, 'where' | 'sort'>,
    text: string,
    skip: number,
    limit: number,
  ): Promise<OutboxPageDto> {
    const items: OutboxMailDto[] = [];
    let total = 0;
    for await (const page of this.documents.pages(emailProjection, find, 'any')) {
      for (const mail of await this.bodies(page)) {
        if (!folded(mail.to).includes(text) && !folded(mail.subject).includes(text)) continue;
        if (total >= skip && items.length < limit) items.push(mail);
        total += 1;
      }
    }
    return pageOf(items, total, limit);
  }

  /** Does not wait for the next attempt of mails that failed. */
  private async sendDue(): Promise<void> {
    await this.runtime.settled();
    for (let due = await this.worker.due(); due.length > 0; due = await this.worker.due()) {
      await Promise.all(due.map((emailId) => this.worker.handle(emailId)));
      await this.runtime.settled();
    }
    // Waits for workers that have just sent them.
    await Promise.all((await this.worker.ended()).map((emailId) => this.worker.handle(emailId)));
    await this.outcomes.record();
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

function sent({ to, kind, organization_id }: Pick<OutboxPageQueryDto, 'to' | 'kind' | 'organization_id'>): Where {
  const where: Where[] = [{ eq: ['status', 'sent'] }];
  if (to !== undefined) where.push({ eq: ['to', normalEmail(to)] });
  if (kind !== undefined) where.push({ eq: ['kind', kind] });
  if (organization_id !== undefined) where.push({ eq: ['organization_id', organization_id.toLowerCase()] });
  return { and: where };
}
