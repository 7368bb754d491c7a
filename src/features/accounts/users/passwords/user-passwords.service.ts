import { Inject, Injectable } from '@nestjs/common';
import { tooManyRequests } from '../../../../app/http/errors.ts';
import { GuessLimits } from '../../../../app/http/callers/guess-limits.ts';
import { CLOCK } from '../../../../app/tokens.ts';
import type { Clock } from '../../../../kernel/ports/clock.ts';
import type { Context, Executed } from '../../../../kernel/writing/command.ts';
import { isUndone } from '../../../../kernel/errors.ts';
import { Executor } from '../../../../kernel/writing/execute.ts';
import { deriveText } from '../../../../kernel/ids.ts';
import { LIMITS } from '../../../../limits.ts';
import { PasswordHashes } from './password-hashes.service.ts';
import { SetPassword } from '../user.commands.ts';
import { userDecider } from '../user.decider.ts';
import { CredentialAccountNotFound, InvalidPassword } from '../user.errors.ts';
import { userStream, type UserEvent } from '../user.events.ts';
import type { PasswordChange } from '../sign-in-methods.rules.ts';
import type { Registered, UserState } from '../user.rules.ts';

/** Checks and replaces users' passwords. */
@Injectable()
export class UserPasswords {
  constructor(
    private readonly executor: Executor,
    private readonly passwords: PasswordHashes,
    private readonly guesses: GuessLimits,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The credential of the user's password, which must be the one presented.
   * @throws CredentialAccountNotFound, InvalidPassword · WireError 429 after many tries
   */
  async demand(userId: string, password: string): Promise<string> {
    const { state } = await this.executor.state(userDecider, userStream(userId), 'any');
    const credential = state.status === 'registered' ? state.password?.credential : undefined;
    if (credential === undefined) throw new CredentialAccountNotFound();
    const counts = [{ kind: 'current-password', about: userId, limit: LIMITS.account.tries }];
    const isWrong = (error: unknown) => error instanceof InvalidPassword;
    await this.guesses.check(counts, () => this.demandMatch(credential, password), isWrong, tooManyRequests);
    return credential;
  }

  /**
   * Hashes the new password, stores the hash, deletes the old one's.
   * @throws PasswordTooShort, PasswordTooLong, NotFound, and what SetPassword is refused with
   */
  async replace(
    userId: string,
    password: string,
    context: Context,
    conditions: Pick<PasswordChange, 'onlyFirst' | 'replaces' | 'provenAt' | 'provesEmail' | 'endsAccess'> = {},
  ): Promise<Executed<UserState, UserEvent>> {
    const hashed = await this.passwords.hash(password);
    const credential = deriveText(context.requestId, 'credential');
    const accountId = deriveText(context.requestId, 'account');
    await this.passwords.keep(userId, credential, hashed);
    const change: PasswordChange = { userId, accountId, credential, ...conditions };
    const set = new SetPassword({ userId, password }, this.asOfNow(context)).with(change);
    try {
      const executed = await this.executor.execute(userDecider, userStream(userId), set);
      await this.forgetAllBut((executed.state as Registered).password?.credential, executed.history.events);
      return executed;
    } catch (error) {
      // A refused password leaves no hash behind.
      if (isUndone(error)) await this.passwords.forget(credential);
      throw error;
    }
  }

  /** Hashing takes time: sessions that were started with the old password meanwhile must count as older than the new one. */
  asOfNow(context: Context): Context {
    return { ...context, machineNow: this.clock.machineNow() };
  }

  private async demandMatch(credential: string, password: string): Promise<void> {
    if (!(await this.passwords.matches(credential, password))) throw new InvalidPassword();
  }

  private async forgetAllBut(current: string | undefined, events: readonly UserEvent[]): Promise<void> {
    const named = events.flatMap((event) => (event.type === 'PasswordSet' ? [event.data.credential] : []));
    const [before] = named.filter((credential) => credential !== current).slice(-1);
    if (before !== undefined) await this.passwords.forget(before);
  }
}
