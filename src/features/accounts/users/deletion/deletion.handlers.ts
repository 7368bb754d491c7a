import { Inject, type Type } from '@nestjs/common';
import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CONFIG } from '../../../../app/tokens.ts';
import type { Config } from '../../../../config.ts';
import { subjectOf } from '../../../../kernel/writing/events.ts';
import { Executor } from '../../../../kernel/writing/execute.ts';
import { deriveUuid } from '../../../../kernel/ids.ts';
import { mailOf, ScheduleEmail } from '../../../delivery/emails/email.commands.ts';
import { OneTimeTokens } from '../passwords/one-time-tokens.service.ts';
import { EraseUser, EraseUserByToken, RemoveUser, SendDeletionEmail } from '../user.commands.ts';
import { isVoided, userDecider } from '../user.decider.ts';
import { InvalidToken } from '../user.errors.ts';
import { userStream } from '../user.events.ts';
import { UserDeletion } from './user-deletion.service.ts';
import { deleteAccountMail } from '../email/account.mails.ts';

@CommandHandler(SendDeletionEmail)
export class SendDeletionEmailHandler implements ICommandHandler<SendDeletionEmail> {
  constructor(
    private readonly commands: CommandBus,
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
      token: await this.tokens.make('delete-account', userId, deleteTtl),
    });
    await this.commands.execute(new ScheduleEmail(mail, context));
  }
}

@CommandHandler(RemoveUser)
export class RemoveUserHandler implements ICommandHandler<RemoveUser> {
  constructor(private readonly removal: UserDeletion) {}

  /** @throws NotFound, and what LeaveAllOrganizations refuses */
  execute({ data: { userId }, context }: RemoveUser): Promise<void> {
    return this.removal.remove(userId, context);
  }
}

@CommandHandler(EraseUser)
export class EraseUserHandler implements ICommandHandler<EraseUser> {
  constructor(private readonly removal: UserDeletion) {}

  /** @throws NotFound, and what LeaveAllOrganizations refuses */
  execute({ data: { userId }, context }: EraseUser): Promise<void> {
    return this.removal.erase(userId, context);
  }
}

@CommandHandler(EraseUserByToken)
export class EraseUserByTokenHandler implements ICommandHandler<EraseUserByToken> {
  constructor(
    private readonly executor: Executor,
    private readonly removal: UserDeletion,
    private readonly tokens: OneTimeTokens,
  ) {}

  /** @throws InvalidToken also for another user's, which stays good · what LeaveAllOrganizations refuses, and the token stays good */
  async execute({ data: { userId, token }, context }: EraseUserByToken): Promise<void> {
    const proof = await this.tokens.find('delete-account', token);
    const { state } = await this.executor.state(userDecider, userStream(userId), 'any');
    if (proof?.userId !== userId || state.status !== 'registered' || isVoided(state, proof.madeAt))
      throw new InvalidToken(404);
    await this.removal.erase(userId, context, async () => {
      if (!(await this.tokens.take('delete-account', token))) throw new InvalidToken(404);
    });
  }
}

export const deletionHandlers: Type[] = [
  SendDeletionEmailHandler,
  RemoveUserHandler,
  EraseUserHandler,
  EraseUserByTokenHandler,
];
