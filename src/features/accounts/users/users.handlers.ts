import { Inject, type Type } from '@nestjs/common';
import { Commands, Handles, handlersOf } from '../../../app/commands.ts';
import { CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { Claims, ClaimTaken } from '../../../kernel/writing/claim.ts';
import { isUndone } from '../../../kernel/errors.ts';
import { subjectOf } from '../../../kernel/writing/events.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import type { Command, Executed } from '../../../kernel/writing/command.ts';
import { deriveText, deriveUuid } from '../../../kernel/ids.ts';
import { normalEmail } from '../../../kernel/folding.ts';
import { mailOf, ScheduleEmail } from '../../delivery/emails/email.commands.ts';
import { isEmailAddress } from './email/email-address.rules.ts';
import { MailSwitch } from './email/mail-switch.service.ts';
import { VerificationTokens } from './email/verification-tokens.service.ts';
import { PasswordHashes } from './passwords/password-hashes.service.ts';
import {
  BanUser,
  ChangeUserRole,
  LinkAccount,
  RegisterUser,
  ReleaseOrganizationQuota,
  ReplaceProviderTokens,
  ReserveOrganizationQuota,
  RevokeSessions,
  SendVerificationEmail,
  UnbanUser,
  UnlinkAccount,
  UpdateUser,
  VerifyEmail,
} from './user.commands.ts';
import { userDecider } from './user.decider.ts';
import { FailedToCreateUser, InvalidEmail, UserAlreadyExists } from './user.errors.ts';
import { userStream, type UserEvent } from './user.events.ts';
import type { UserState } from './user.rules.ts';
import { EmailClaims } from './users.queries.ts';
import { verifyEmailMail } from './email/account.mails.ts';

const DEFAULT_ROLE = 'user';

type Done = Executed<UserState, UserEvent>;

@Handles(RegisterUser)
export class RegisterUserHandler {
  constructor(
    private readonly executor: Executor,
    private readonly claims: Claims,
    private readonly emails: EmailClaims,
    private readonly passwords: PasswordHashes,
  ) {}

  /** @throws InvalidEmail, PasswordTooShort, PasswordTooLong, UserAlreadyExists, FailedToCreateUser, in this order */
  async execute(command: RegisterUser): Promise<Done> {
    const { data, context } = command;
    const { name, image, role = DEFAULT_ROLE, emailVerified = false, account = null } = data;
    if (!isEmailAddress(data.email)) throw new InvalidEmail();
    const email = normalEmail(data.email);
    const hash = data.password === undefined ? undefined : await this.passwords.hash(data.password);
    const userId = deriveText(context.requestId, 'user');
    const accountId = deriveText(context.requestId, 'account');
    const password = hash === undefined ? null : { accountId, credential: deriveText(context.requestId, 'credential') };
    const emailClaim = this.emails.of(email);
    try {
      return await this.claims.during(emailClaim, userStream(userId), context, async () => {
        if (name === undefined) throw new FailedToCreateUser();
        const user = { userId, email, emailClaim, name, image, role, emailVerified, password, account };
        if (password) await this.passwords.keep(userId, password.credential, hash!);
        return this.register(userId, password?.credential, command.with(user));
      });
    } catch (error) {
      throw error instanceof ClaimTaken ? new UserAlreadyExists() : error;
    }
  }

  /** A refused registration leaves no hash behind. */
  private async register(userId: string, credential: string | undefined, command: Command): Promise<Done> {
    try {
      return await this.executor.execute(userDecider, userStream(userId), command);
    } catch (error) {
      if (isUndone(error) && credential !== undefined) await this.passwords.forget(credential);
      throw error;
    }
  }
}

@Handles(SendVerificationEmail)
export class SendVerificationEmailHandler {
  constructor(
    private readonly commands: Commands,
    private readonly tokens: VerificationTokens,
    private readonly mail: MailSwitch,
  ) {}

  /** Does nothing if mail is not configured; callers that must know check before. */
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

@Handles(UnlinkAccount)
export class UnlinkAccountHandler {
  constructor(
    private readonly executor: Executor,
    private readonly claims: Claims,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws LastAccount, AccountNotFound */
  async execute(command: UnlinkAccount): Promise<void> {
    const { data, context } = command;
    const stream = userStream(data.userId);
    const unlink = command.with({ ...data, allowLast: this.config.auth.allowUnlinkLast });
    const { appended } = await this.executor.execute(userDecider, stream, unlink);
    for (const event of appended)
      if (event.type === 'AccountUnlinked' && event.data.releasedClaim)
        await this.claims.release(event.data.releasedClaim, stream, context);
  }
}

export const userHandlers: Type[] = [
  RegisterUserHandler,
  SendVerificationEmailHandler,
  UnlinkAccountHandler,
  ...handlersOf(
    userDecider,
    ({ userId }) => userStream(userId),
    UpdateUser,
    VerifyEmail,
    LinkAccount,
    ReplaceProviderTokens,
    RevokeSessions,
    ChangeUserRole,
    BanUser,
    UnbanUser,
    ReserveOrganizationQuota,
    ReleaseOrganizationQuota,
  ),
];
