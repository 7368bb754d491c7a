import { Inject, type Type } from '@nestjs/common';
import { CLAIMS_LOCK } from '../../../../app/kernel.handlers.ts';
import { Commands, Handles } from '../../../../app/commands.ts';
import { AccountLimits } from '../../../../app/http/callers/account-limits.ts';
import { CONFIG } from '../../../../app/tokens.ts';
import type { Config } from '../../../../config.ts';
import { Claims, ClaimTaken } from '../../../../kernel/writing/claim.ts';
import { NotFound } from '../../../../kernel/errors.ts';
import { subjectOf } from '../../../../kernel/writing/events.ts';
import { Executor } from '../../../../kernel/writing/execute.ts';
import type { Context, Executed } from '../../../../kernel/writing/command.ts';
import { deriveUuid } from '../../../../kernel/ids.ts';
import { KeyedLock } from '../../../../kernel/coordination/keyed-lock.ts';
import { normalEmail } from '../../../../kernel/folding.ts';
import { mailOf, ScheduleEmail } from '../../../delivery/emails/email.commands.ts';
import { MailSwitch } from './mail-switch.service.ts';
import { ChangeEmail, RequestEmailChange, SendVerificationEmail } from '../user.commands.ts';
import { userDecider } from '../user.decider.ts';
import { ChangeEmailIsDisabled, CouldntUpdateYourEmail, EmailIsTheSame } from '../user.errors.ts';
import { userStream, type UserEvent } from '../user.events.ts';
import type { Registered, UserState } from '../user.rules.ts';
import { EmailClaims, UserReader } from '../users.queries.ts';
import { VerificationTokens } from './verification-tokens.service.ts';
import { addressChangedMail, changeEmailMail } from './account.mails.ts';

type Done = Executed<UserState, UserEvent>;

@Handles(RequestEmailChange)
export class RequestEmailChangeHandler {
  constructor(
    private readonly commands: Commands,
    private readonly users: UserReader,
    private readonly tokens: VerificationTokens,
    private readonly mail: MailSwitch,
    private readonly limits: AccountLimits,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws ChangeEmailIsDisabled, EmailIsTheSame, CouldntUpdateYourEmail, VerificationEmailIsntEnabled · WireError 429 */
  async execute({
    data: { userId, newEmail, callbackURL },
    context,
  }: RequestEmailChange): Promise<Executed<unknown, UserEvent> | undefined> {
    if (!this.config.auth.changeEmail) throw new ChangeEmailIsDisabled();
    const holder = await this.users.byId(userId);
    if (!holder) throw new NotFound('User not found');
    const { email: from, emailVerified } = holder.state;
    const email = normalEmail(newEmail);
    if (email === from) throw new EmailIsTheSame();
    if (await this.users.byEmail(email)) throw new CouldntUpdateYourEmail();
    if (!emailVerified) {
      await this.limits.demand('verify-email', email);
      const changed = await this.commands.execute(new ChangeEmail({ userId, from, email, callbackURL }, context));
      if (this.mail.isOn) await this.commands.execute(new ScheduleEmail(notice(holder.state, context), context));
      return changed;
    }
    this.mail.demand();
    await this.limits.demand('change-email', from);
    await this.commands.execute(
      new ScheduleEmail(await this.approval(holder.state, email, callbackURL, context), context),
    );
    return undefined;
  }

  /** The mail to the current address about the new one. */
  private async approval(
    { userId, email: to, name }: Registered,
    newEmail: string,
    callbackURL: string,
    { requestId }: Context,
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

/** The mail to the address that was changed without its owner's approval. */
function notice({ userId, email: to, name }: Registered, { requestId }: Context) {
  return mailOf(addressChangedMail, {
    emailId: deriveUuid(requestId, 'email-changed'),
    person: subjectOf.user(userId),
    organizationId: null,
    to,
    values: { name },
  });
}

@Handles(ChangeEmail)
export class ChangeEmailHandler {
  constructor(
    private readonly executor: Executor,
    private readonly claims: Claims,
    private readonly emails: EmailClaims,
    private readonly commands: Commands,
    private readonly locks: KeyedLock,
  ) {}

  /** @throws CouldntUpdateYourEmail another user has it · EmailHasChanged */
  execute(command: ChangeEmail): Promise<Done> {
    const stream = userStream(command.data.userId);
    return this.locks.withLock(CLAIMS_LOCK, stream, () => this.change(stream, command));
  }

  private async change(stream: string, command: ChangeEmail): Promise<Done> {
    const { userId, from, email, callbackURL } = command.data;
    const { context } = command;
    const emailClaim = this.emails.of(email);
    const change = command.with({ userId, from, email, emailClaim });
    const changed = await this.claimed(() =>
      this.claims.during(emailClaim, stream, context, () => this.executor.execute(userDecider, stream, change)),
    );
    for (const event of changed.appended)
      if (event.type === 'EmailChanged') await this.claims.release(event.data.releasedClaim, stream, context);
    // If several requests follow one link at once, one sends the mail.
    if (changed.appended.length === 0) return changed;
    const { name } = changed.state as Registered;
    await this.commands.execute(new SendVerificationEmail({ userId, email, name, callbackURL }, context));
    return changed;
  }

  private async claimed<T>(task: () => Promise<T>): Promise<T> {
    try {
      return await task();
    } catch (error) {
      throw error instanceof ClaimTaken ? new CouldntUpdateYourEmail() : error;
    }
  }
}

export const emailChangeHandlers: Type[] = [RequestEmailChangeHandler, ChangeEmailHandler];
