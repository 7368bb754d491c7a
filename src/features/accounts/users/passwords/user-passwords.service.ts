import { Inject, Injectable } from '@nestjs/common';
import { AccountLimits } from '../../../../app/http/account-limits.ts';
import { CLOCK } from '../../../../app/tokens.ts';
import type { Clock } from '../../../../kernel/ports/clock.ts';
import type { Context, Executed } from '../../../../kernel/writing/command.ts';
import { isUndone } from '../../../../kernel/errors.ts';
import { Executor } from '../../../../kernel/writing/execute.ts';
import { deriveText } from '../../../../kernel/ids.ts';
import { PasswordHashes } from './password-hashes.service.ts';
import { SetPassword } from '../user.commands.ts';
import { userDecider, type Registered, type UserState } from '../user.decider.ts';
import { CredentialAccountNotFound, InvalidPassword } from '../user.errors.ts';
import { userStream, type UserEvent } from '../user.events.ts';

/** Users' passwords: shown, and replaced. */
@Injectable()
export class UserPasswords {
  constructor(
    private readonly executor: Executor,
    private readonly passwords: PasswordHashes,
    private readonly limits: AccountLimits,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The credential behind a user's password, which is the one shown.
   * @throws CredentialAccountNotFound, InvalidPassword · WireError 429 after many tries
   */
  async demand(userId: string, password: string): Promise<string> {
    const { state } = await this.executor.state(userDecider, userStream(userId), 'any');
    const credential = state.status === 'registered' ? state.password?.credential : undefined;
    if (credential === undefined) throw new CredentialAccountNotFound();
    await this.limits.demand('current-password', userId);
    if (!(await this.passwords.matches(credential, password))) throw new InvalidPassword();
    return credential;
  }

  /**
   * Hashes the new one, keeps the hash, makes the old one unusable.
   * @throws PasswordTooShort, PasswordTooLong, NotFound, and what SetPassword is refused with
   */
  async replace(
    userId: string,
    password: string,
    context: Context,
    conditions: Pick<SetPassword['data'], 'onlyFirst' | 'replaces' | 'provenAt' | 'provesEmail'> = {},
  ): Promise<Executed<UserState, UserEvent>> {
    const hashed = await this.passwords.hash(password);
    const credential = deriveText(context.requestId, 'credential');
    const accountId = deriveText(context.requestId, 'account');
    await this.passwords.keep(userId, credential, hashed);
    const set = new SetPassword({ userId, accountId, credential, ...conditions }, this.asOfNow(context));
    try {
      const executed = await this.executor.execute(userDecider, userStream(userId), set);
      await this.forgetAllBut((executed.state as Registered).password?.credential, executed.events);
      return executed;
    } catch (error) {
      // Where it is refused, the hash is nobody's.
      if (isUndone(error)) await this.passwords.forget(credential);
      throw error;
    }
  }

  /** Hashing takes its time: whatever was made meanwhile, by the old password, is older than the new one. */
  asOfNow(context: Context): Context {
    return { ...context, machineNow: this.clock.machineNow() };
  }

  private async forgetAllBut(present: string | undefined, events: readonly UserEvent[]): Promise<void> {
    const named = events.flatMap((event) => (event.type === 'PasswordSet' ? [event.data.credential] : []));
    const [before] = named.filter((credential) => credential !== present).slice(-1);
    if (before !== undefined) await this.passwords.forget(before);
  }
}
