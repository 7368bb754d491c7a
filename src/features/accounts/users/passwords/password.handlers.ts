import { Handles } from '../../../../app/commands.ts';
import { Inject, type Type } from '@nestjs/common';
import { CONFIG } from '../../../../app/tokens.ts';
import type { Config } from '../../../../config.ts';
import type { Context, Executed } from '../../../../kernel/writing/command.ts';
import { NotFound } from '../../../../kernel/errors.ts';
import { Executor } from '../../../../kernel/writing/execute.ts';
import { OneTimeTokens } from './one-time-tokens.service.ts';
import { PasswordHashes } from './password-hashes.service.ts';
import { ChangePassword, ResetPassword, RevokeSessions, SetPassword } from '../user.commands.ts';
import { userDecider } from '../user.decider.ts';
import { InvalidToken } from '../user.errors.ts';
import { userStream, type UserEvent } from '../user.events.ts';
import type { Registered, UserState } from '../user.rules.ts';
import { UserPasswords } from './user-passwords.service.ts';

type Done = Executed<UserState, UserEvent>;

@Handles(SetPassword)
export class SetPasswordHandler {
  constructor(private readonly passwords: UserPasswords) {}

  /** @throws NotFound, PasswordTooShort, PasswordTooLong, UserAlreadyHasAPassword */
  execute({ data: { userId, password, ...conditions }, context }: SetPassword): Promise<Done> {
    const endsAccess = conditions.onlyFirst !== true;
    return this.passwords.replace(userId, password, context, { ...conditions, endsAccess });
  }
}

@Handles(ResetPassword)
export class ResetPasswordHandler {
  constructor(
    private readonly executor: Executor,
    private readonly tokens: OneTimeTokens,
    private readonly lengths: PasswordHashes,
    private readonly passwords: UserPasswords,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws PasswordTooShort, PasswordTooLong before the token is used up · InvalidToken */
  async execute({ data: { token, password }, context }: ResetPassword): Promise<Done> {
    this.lengths.demandLength(password);
    const proof = await this.tokens.take('reset-password', token);
    if (!proof) throw new InvalidToken();
    const { userId, madeAt: provenAt } = proof;
    const set = await this.set(userId, password, context, provenAt);
    const { at, createdAt } = (set.state as Registered).password!;
    // Nobody can have signed in with a password that did not exist (docs/IDENTITY.md#passwords).
    if (createdAt === at || !this.config.auth.revokeSessionsOnReset) return set;
    const revoke = new RevokeSessions({ userId, except: null }, this.passwords.asOfNow(context));
    return this.executor.execute(userDecider, userStream(userId), revoke);
  }

  private async set(userId: string, password: string, context: Context, provenAt: string): Promise<Done> {
    try {
      return await this.passwords.replace(userId, password, context, { provenAt, provesEmail: true });
    } catch (error) {
      // The user has been deleted.
      throw error instanceof NotFound ? new InvalidToken() : error;
    }
  }
}

@Handles(ChangePassword)
export class ChangePasswordHandler {
  constructor(
    private readonly lengths: PasswordHashes,
    private readonly passwords: UserPasswords,
  ) {}

  /** @throws PasswordTooShort, PasswordTooLong, CredentialAccountNotFound, InvalidPassword */
  async execute({ data: { userId, currentPassword, password }, context }: ChangePassword): Promise<Done> {
    this.lengths.demandLength(password);
    const replaces = await this.passwords.demand(userId, currentPassword);
    return this.passwords.replace(userId, password, context, { replaces });
  }
}

export const passwordHandlers: Type[] = [SetPasswordHandler, ResetPasswordHandler, ChangePasswordHandler];
