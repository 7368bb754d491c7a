import { Inject, type Type } from '@nestjs/common';
import { CommandBus, CommandHandler, QueryBus, type ICommandHandler } from '@nestjs/cqrs';
import { CLAIMS_LOCK } from '../../../../app/claims.ts';
import { AccountLimits } from '../../../../app/http/account-limits.ts';
import { CONFIG } from '../../../../app/tokens.ts';
import type { Config } from '../../../../config.ts';
import { Claims, ClaimTaken } from '../../../../kernel/writing/claim.ts';
import { NotFound } from '../../../../kernel/errors.ts';
import { subjectOf } from '../../../../kernel/writing/events.ts';
import { Executor } from '../../../../kernel/writing/execute.ts';
import type { Executed } from '../../../../kernel/writing/command.ts';
import { deriveUuid } from '../../../../kernel/ids.ts';
import { KeyedLock } from '../../../../kernel/coordination/keyed-lock.ts';
import { mailOf, ScheduleEmail } from '../../../delivery/emails/email.commands.ts';
import { normalEmail } from './email-address.rules.ts';
import { MailSwitch } from './mail-switch.service.ts';
import { ChangeEmail, MoveToEmail, RequestEmailChange, SendVerificationEmail } from '../user.commands.ts';
import { userDecider, type Registered, type UserState } from '../user.decider.ts';
import { ChangeEmailIsDisabled, CouldntUpdateYourEmail, EmailIsTheSame } from '../user.errors.ts';
import { userStream, type UserEvent } from '../user.events.ts';
import { EmailClaims, FindUserByEmail } from '../users.queries.ts';
import { VerificationTokens } from './verification-tokens.service.ts';
import { changeEmailMail } from './account.mails.ts';

type Done = Executed<UserState, UserEvent>;

@CommandHandler(RequestEmailChange)
export class RequestEmailChangeHandler implements ICommandHandler<RequestEmailChange> {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly executor: Executor,
    private readonly tokens: VerificationTokens,
    private readonly mail: MailSwitch,
    private readonly limits: AccountLimits,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws ChangeEmailIsDisabled, EmailIsTheSame, CouldntUpdateYourEmail, VerificationEmailIsntEnabled · WireError 429 */
  async execute({ data: { userId, newEmail, callbackURL }, context }: RequestEmailChange): Promise<Done | undefined> {
    if (!this.config.auth.changeEmail) throw new ChangeEmailIsDisabled();
    const { state } = await this.executor.state(userDecider, userStream(userId), 'any');
    if (state.status !== 'registered') throw new NotFound('User not found');
    const { email: from, emailVerified } = state;
    const email = normalEmail(newEmail);
    if (email === from) throw new EmailIsTheSame();
    if (await this.queries.execute(new FindUserByEmail(email))) throw new CouldntUpdateYourEmail();
    if (!emailVerified) {
      await this.limits.demand('verify-email', email);
      return this.commands.execute(new MoveToEmail({ userId, from, email, callbackURL }, context));
    }
    this.mail.demand();
    await this.limits.demand('change-email', from);
    await this.commands.execute(new ScheduleEmail(await this.approval(state, email, callbackURL, context), context));
    return undefined;
  }

  /** To the current address, about the new one. */
  private async approval(
    { userId, email: to, name }: Registered,
    newEmail: string,
    callbackURL: string,
    { requestId }: RequestEmailChange['context'],
  ) {
    return mailOf(changeEmailMail, {
      emailId: deriveUuid(requestId, 'change-email'),
      person: subjectOf.user(userId),
      organizationId: null,
      to,
      values: { name, newEmail, callbackURL, hours: this.tokens.hours },
      token: await this.tokens.sign(to, newEmail),
    });
  }
}

@CommandHandler(MoveToEmail)
export class MoveToEmailHandler implements ICommandHandler<MoveToEmail> {
  constructor(
    private readonly executor: Executor,
    private readonly claims: Claims,
    private readonly emails: EmailClaims,
    private readonly commands: CommandBus,
    private readonly turns: KeyedLock,
  ) {}

  /** @throws CouldntUpdateYourEmail somebody has it · EmailHasChanged */
  execute(command: MoveToEmail): Promise<Done> {
    const stream = userStream(command.data.userId);
    return this.turns.withLock(CLAIMS_LOCK, stream, () => this.move(stream, command));
  }

  private async move(
    stream: string,
    { data: { userId, from, email, callbackURL }, context }: MoveToEmail,
  ): Promise<Done> {
    const emailClaim = this.emails.of(email);
    const change = new ChangeEmail({ userId, from, email, emailClaim }, context);
    const moved = await this.claimed(() =>
      this.claims.during(emailClaim, stream, context, () => this.executor.execute(userDecider, stream, change)),
    );
    for (const event of moved.appended)
      if (event.type === 'EmailChanged') await this.claims.release(event.data.releasedClaim, stream, context);
    // Of several who follow one link at once, one sends the mail.
    if (moved.appended.length === 0) return moved;
    const { name } = moved.state as Registered;
    await this.commands.execute(new SendVerificationEmail({ userId, email, name, callbackURL }, context));
    return moved;
  }

  private async claimed<T>(task: () => Promise<T>): Promise<T> {
    try {
      return await task();
    } catch (error) {
      throw error instanceof ClaimTaken ? new CouldntUpdateYourEmail() : error;
    }
  }
}

export const emailChangeHandlers: Type[] = [RequestEmailChangeHandler, MoveToEmailHandler];
