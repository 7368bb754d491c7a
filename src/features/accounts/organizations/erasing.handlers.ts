import { Inject } from '@nestjs/common';
import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { caughtUp } from '../../../app/documents.ts';
import { Runtime } from '../../../app/runtime.ts';
import { EVENT_STORE } from '../../../app/tokens.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { Erasing } from '../../../kernel/writing/erasure.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { EraseEmails } from '../../delivery/emails/email.commands.ts';
import { userStream, type UserEvent } from '../users/user.events.ts';
import { addressesOf, belongsToUser } from './erasing.rules.ts';
import type { InvitationDocument } from './invitations/invitation.projection.ts';
import { InvitationQueries } from './invitations/invitations.queries.ts';
import { EraseInvitationsOf } from './organization.commands.ts';

@CommandHandler(EraseInvitationsOf)
export class EraseInvitationsOfHandler implements ICommandHandler<EraseInvitationsOf> {
  constructor(
    private readonly executor: Executor,
    private readonly commands: CommandBus,
    private readonly erasing: Erasing,
    private readonly invitations: InvitationQueries,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  async execute({ data: { userId }, context }: EraseInvitationsOf): Promise<void> {
    const addresses = addressesOf(await this.executor.load<UserEvent>(userStream(userId), 'any'));
    await caughtUp(this.runtime, this.store);
    for (const address of addresses) {
      const invitations = await this.invitations.toAddress(address.emailDigest);
      for (const invitation of invitations)
        if (belongsToUser(invitation, address)) await this.erase(invitation, context);
    }
  }

  /** With the mail that brought it. */
  private async erase({ subjects }: InvitationDocument, context: Context): Promise<void> {
    for (const subject of subjects) {
      await this.erasing.erase(subject, context);
      await this.commands.execute(new EraseEmails({ subject }, context));
    }
  }
}
