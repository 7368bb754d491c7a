import { Inject, type Type } from '@nestjs/common';
import { Commands, Handles } from '../../../../app/commands.ts';
import { CONFIG } from '../../../../app/tokens.ts';
import type { Config } from '../../../../config.ts';
import { subjectOf } from '../../../../kernel/writing/events.ts';
import { deriveUuid } from '../../../../kernel/ids.ts';
import { mailOf, ScheduleEmail } from '../../../delivery/emails/email.commands.ts';
import { OneTimeTokens } from '../passwords/one-time-tokens.service.ts';
import { DeleteUser, EraseUser, EraseUserByToken, SendDeletionEmail } from '../user.commands.ts';
import { InvalidToken } from '../user.errors.ts';
import { isVoided } from '../user.rules.ts';
import { UserReader } from '../users.queries.ts';
import { UserDeletion } from './user-deletion.service.ts';
import { deleteAccountMail } from '../email/account.mails.ts';

@Handles(SendDeletionEmail)
export class SendDeletionEmailHandler {
  constructor(
    private readonly commands: Commands,
    private readonly tokens: OneTimeTokens,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ data: { userId, email: to, name, callbackURL }, context }: SendDeletionEmail): Promise<void> {
    const { deleteTtl } = this.config.auth;
    const mail = mailOf(deleteAccountMail, {
      emailId: deriveUuid(context.requestId, 'delete-account-email'),
      person: subjectOf.user(userId),
      organizationId: null,
      to,
      values: { name, callbackURL, hours: deleteTtl / 3_600 },
      token: await this.tokens.create('delete-account', userId, deleteTtl),
    });
    await this.commands.execute(new ScheduleEmail(mail, context));
  }
}

@Handles(DeleteUser)
export class DeleteUserHandler {
  constructor(private readonly deletion: UserDeletion) {}

  /** @throws NotFound, and what LeaveAllOrganizations refuses */
  execute({ data: { userId }, context }: DeleteUser): Promise<void> {
    return this.deletion.delete(userId, context);
  }
}

@Handles(EraseUser)
export class EraseUserHandler {
  constructor(private readonly deletion: UserDeletion) {}

  /** @throws NotFound, and what LeaveAllOrganizations refuses */
  execute({ data: { userId }, context }: EraseUser): Promise<void> {
    return this.deletion.erase(userId, context);
  }
}

@Handles(EraseUserByToken)
export class EraseUserByTokenHandler {
  constructor(
    private readonly users: UserReader,
    private readonly deletion: UserDeletion,
    private readonly tokens: OneTimeTokens,
  ) {}

  /** @throws InvalidToken also for another user's · what LeaveAllOrganizations refuses; neither uses the token up */
  async execute({ data: { userId, token }, context }: EraseUserByToken): Promise<void> {
    const proof = await this.tokens.find('delete-account', token);
    const holder = await this.users.byId(userId);
    if (proof?.userId !== userId || !holder || isVoided(holder.state, proof.madeAt)) throw new InvalidToken(404);
    await this.deletion.erase(userId, context, async () => {
      if (!(await this.tokens.take('delete-account', token))) throw new InvalidToken(404);
    });
  }
}

export const deletionHandlers: Type[] = [
  SendDeletionEmailHandler,
  DeleteUserHandler,
  EraseUserHandler,
  EraseUserByTokenHandler,
];
