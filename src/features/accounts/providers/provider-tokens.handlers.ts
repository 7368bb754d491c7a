import { Handles } from '../../../app/commands.ts';
import type { Type } from '@nestjs/common';
import { Executor } from '../../../kernel/writing/execute.ts';
import { KeyedLock } from '../../../kernel/coordination/keyed-lock.ts';
import { userStream, type ProviderGrant, type UserEvent } from '../users/user.events.ts';
import { IdentityProviders } from './identity-providers.service.ts';
import { LinkedAccounts } from './linked-accounts.service.ts';
import { ForgetProviderTokens, RefreshProviderTokens, type ProviderTokens } from './provider.commands.ts';
import { FailedToRefresh, RefreshingNotSupported } from './provider.errors.ts';
import { AccountQueries, type GrantedAccount } from './providers.queries.ts';
import { ProviderTokensVault } from './provider-tokens.service.ts';

@Handles(RefreshProviderTokens)
export class RefreshProviderTokensHandler {
  constructor(
    private readonly locks: KeyedLock,
    private readonly queries: AccountQueries,
    private readonly providers: IdentityProviders,
    private readonly accounts: LinkedAccounts,
    private readonly vault: ProviderTokensVault,
  ) {}

  /**
   * One at a time per account: a second request finds the tokens replaced, and does not ask the provider.
   * @throws AccountNotFound, RefreshingNotSupported, FailedToRefresh
   */
  execute({ data: { userId, accountId, replaces }, context }: RefreshProviderTokens): Promise<ProviderTokens> {
    return this.locks.withLock('provider-account', accountId, async () => {
      const { account, tokens } = await this.queries.get(userId, { accountId });
      if (account.tokens !== replaces) return tokens;
      const fresh = await this.refresh({ account, tokens });
      const grant = await this.accounts.replace(userId, account, fresh, context);
      return (await this.vault.read(grant)) ?? fresh;
    });
  }

  private async refresh({
    account: { providerId },
    tokens: { refreshToken },
  }: GrantedAccount): Promise<ProviderTokens> {
    const provider = this.providers.get(providerId);
    if (!provider || refreshToken === undefined) throw new RefreshingNotSupported(providerId);
    try {
      return await provider.refresh(refreshToken);
    } catch {
      throw new FailedToRefresh();
    }
  }
}

@Handles(ForgetProviderTokens)
export class ForgetProviderTokensHandler {
  constructor(
    private readonly executor: Executor,
    private readonly vault: ProviderTokensVault,
  ) {}

  /** Deletes the tokens that were in use before the event and are not after it. */
  async execute({ data: { userId, eventId } }: ForgetProviderTokens): Promise<void> {
    const events = await this.executor.load<UserEvent>(userStream(userId), 'any');
    const at = events.findIndex(({ id }) => id === eventId);
    const after = grantsOf(events.slice(0, at + 1));
    for (const [accountId, { tokens }] of grantsOf(events.slice(0, at)))
      if (after.get(accountId)?.tokens !== tokens) await this.vault.forget({ tokens });
  }
}

/** The grants in use, by their account. */
function grantsOf(events: readonly UserEvent[]): Map<string, Pick<ProviderGrant, 'tokens'>> {
  const grants = new Map<string, Pick<ProviderGrant, 'tokens'>>();
  for (const { type, data } of events)
    if (type === 'AccountLinked' || type === 'ProviderTokensReplaced') grants.set(data.accountId, data);
    else if (type === 'AccountUnlinked') grants.delete(data.accountId);
    else if (type === 'UserDeleted') grants.clear();
  return grants;
}

export const providerTokensHandlers: Type[] = [RefreshProviderTokensHandler, ForgetProviderTokensHandler];
