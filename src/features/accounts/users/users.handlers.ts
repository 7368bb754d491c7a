import type { Type } from '@nestjs/common';
import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { handlersOf } from '../../../app/commands.ts';
import { Claims, ClaimTaken } from '../../../kernel/writing/claim.ts';
import { isUndone } from '../../../kernel/errors.ts';
import { subjectOf } from '../../../kernel/writing/events.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import type { Executed } from '../../../kernel/writing/command.ts';
import { deriveText, deriveUuid } from '../../../kernel/ids.ts';
import { mailOf, ScheduleEmail } from '../../delivery/emails/email.commands.ts';
import { isEmailAddress, normalEmail } from './email/email-address.rules.ts';
import { MailSwitch } from './email/mail-switch.service.ts';
import { PasswordHashes } from './passwords/password-hashes.service.ts';
import {
  BanUser,
  ChangeUserRole,
  DeleteUser,
  LinkAccount,
  RegisterUser,
  ReleaseOrganizationQuota,
  ReplaceProviderTokens,
  ReserveOrganizationQuota,
  RevokeSessions,
  SendVerificationEmail,
  SetPassword,
  SignUp,
  UnbanUser,
  UnlinkAccount,
  UpdateUser,
  VerifyEmail,
} from './user.commands.ts';
import { userDecider, type UserState } from './user.decider.ts';
import { FailedToCreateUser, InvalidEmail, UserAlreadyExists } from './user.errors.ts';
import { userStream, type UserEvent } from './user.events.ts';
import { EmailClaims } from './users.queries.ts';
import { VerificationTokens } from './email/verification-tokens.service.ts';
import { verifyEmailMail } from './email/account.mails.ts';

/** The role of somebody who signs up himself. */
const ROLE = 'user';

@CommandHandler(SignUp)
export class SignUpHandler implements ICommandHandler<SignUp> {
  constructor(
    private readonly executor: Executor,
    private readonly claims: Claims,
    private readonly emails: EmailClaims,
    private readonly passwords: PasswordHashes,
  ) {}

  /** @throws InvalidEmail, PasswordTooShort, PasswordTooLong, UserAlreadyExists, FailedToCreateUser */
  async execute({ data, context }: SignUp): Promise<Executed<UserState, UserEvent>> {
    const { name, image, password, role = ROLE, emailVerified = false } = data;
    if (!isEmailAddress(data.email)) throw new InvalidEmail();
    const email = normalEmail(data.email);
    const hashed = await this.passwords.hash(password);
    const userId = deriveText(context.requestId, 'user');
    const accountId = deriveText(context.requestId, 'account');
    const credential = deriveText(context.requestId, 'credential');
    const emailClaim = this.emails.of(email);
    const stream = userStream(userId);
    try {
      return await this.claims.during(emailClaim, stream, context, async () => {
        if (name === undefined) throw new FailedToCreateUser();
        const login = { password: { accountId, credential }, account: null };
        const user = { userId, email, emailClaim, name, image, role, emailVerified, ...login };
        await this.passwords.keep(userId, credential, hashed);
        return this.register(new RegisterUser(user, context));
      });
    } catch (error) {
      throw error instanceof ClaimTaken ? new UserAlreadyExists() : error;
    }
  }

  /** Where it is refused, the hash is nobody's. */
  private async register(command: RegisterUser): Promise<Executed<UserState, UserEvent>> {
    const { userId, password } = command.data;
    try {
      return await this.executor.execute(userDecider, userStream(userId), command);
    } catch (error) {
      if (isUndone(error) && password) await this.passwords.forget(password.credential);
      throw error;
    }
  }
}

@CommandHandler(SendVerificationEmail)
export class SendVerificationEmailHandler implements ICommandHandler<SendVerificationEmail> {
  constructor(
    private readonly commands: CommandBus,
    private readonly tokens: VerificationTokens,
    private readonly mail: MailSwitch,
  ) {}

  /** Does nothing where mails go nowhere: who must know asks before. */
  async execute({ data: { userId, email, name, callbackURL }, context }: SendVerificationEmail): Promise<void> {
    if (!this.mail.isOn) return;
    const emailId = deriveUuid(context.requestId, 'verification-email');
    const mail = mailOf(verifyEmailMail, {
      emailId,
      person: subjectOf.user(userId),
      organizationId: null,
      to: email,
      values: { name, callbackURL, hours: this.tokens.hours },
      token: await this.tokens.sign(email),
    });
    await this.commands.execute(new ScheduleEmail(mail, context));
  }
}

export const userHandlers: Type[] = [
  SignUpHandler,
  SendVerificationEmailHandler,
  ...handlersOf(
    userDecider,
    ({ userId }) => userStream(userId),
    RegisterUser,
    UpdateUser,
    VerifyEmail,
    SetPassword,
    LinkAccount,
    ReplaceProviderTokens,
    UnlinkAccount,
    RevokeSessions,
    ChangeUserRole,
    BanUser,
    UnbanUser,
    ReserveOrganizationQuota,
    ReleaseOrganizationQuota,
    DeleteUser,
  ),
];
