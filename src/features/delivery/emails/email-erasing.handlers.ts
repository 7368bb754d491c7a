import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { caughtUp, Documents } from '../../../app/documents.ts';
import { Runtime } from '../../../app/runtime.ts';
import { EVENT_STORE, VAULT } from '../../../app/tokens.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import type { Vault } from '../../../kernel/ports/vault.ts';
import { EraseEmails } from './email.commands.ts';
import { tokenEntry } from './email.handlers.ts';
import { emailProjection } from './email.projection.ts';
import { outboxEntry } from './mailer.ts';

const PAGE = 500;

@CommandHandler(EraseEmails)
export class EraseEmailsHandler implements ICommandHandler<EraseEmails> {
  constructor(
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly documents: Documents,
    @Inject(VAULT) private readonly vault: Vault,
  ) {}

  async execute({ data: { subject } }: EraseEmails): Promise<void> {
    await caughtUp(this.runtime, this.store);
    for (let skip = 0; ; skip += PAGE) {
      const { items } = await this.documents.find(
        emailProjection,
        {
          where: { has: ['subjects', subject] },
          skip,
          limit: PAGE,
        },
        'any',
      );
      for (const { id } of items)
        await Promise.all([this.vault.delete(outboxEntry(id)), this.vault.delete(tokenEntry(id))]);
      if (items.length < PAGE) return;
    }
  }
}
