import { Inject, type Type } from '@nestjs/common';
import { CommandBus, CommandHandler, QueryBus, type ICommandHandler } from '@nestjs/cqrs';
import { CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { Claims, ClaimTaken } from '../../../kernel/writing/claim.ts';
import { NotFound } from '../../../kernel/errors.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import type { Executed } from '../../../kernel/writing/command.ts';
import { KeyedLock } from '../../../kernel/coordination/keyed-lock.ts';
import { FindAccountHolder, normalEmail } from '../users/account-holders.queries.ts';
import { UnlinkAccount } from '../users/user.commands.ts';
import { userStream, type ProviderGrant, type UserEvent } from '../users/user.events.ts';
import { IdentityProviders } from './identity-providers.service.ts';
import { LinkedAccounts } from './linked-accounts.service.ts';
import {
  ConnectProvider,
  DisconnectProvider,
  ForgetProviderTokens,
  RefreshProviderTokens,
  type ProviderTokens,
} from './provider.commands.ts';
import { FailedToRefresh, LinkRefused, RefreshingNotSupported } from './provider.errors.ts';
import { GetAccount, type HeldAccount } from './providers.queries.ts';
import { ProviderTokensVault } from './provider-tokens.service.ts';

@CommandHandler(ConnectProvider)
export class ConnectProviderHandler implements ICommandHandler<ConnectProvider> {
  constructor(
    private readonly queries: QueryBus,
    private readonly accounts: LinkedAccounts,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * In the order that each form of the contract has (docs/IDENTITY.md#id-tokens).
   * @throws LinkRefused, NotFound
   */
  async execute({ data, context }: ConnectProvider): Promise<void> {
    const { userId, profile, tokens, form } = data;
    const { digest } = this.accounts.claimOf(data);
    const holder = await this.queries.execute(new FindAccountHolder({ userId }));
    if (!holder) throw new NotFound('User not found');
    const mine = holder.state.accounts.find(({ providerClaim }) => providerClaim.digest === digest);
    if (mine && form === 'id-token') return;
    if (!data.isTrusted && !profile.emailVerified)
      throw new LinkRefused('linking not allowed', 'unable_to_link_account');
    if (mine) {
      await this.accounts.replace(userId, mine, tokens, context);
      return;
    }
    if (form === 'redirect') await this.refuseAnothers(data);
    if (!this.config.auth.allowDifferentEmails && normalEmail(data.email) !== holder.state.email)
      throw new LinkRefused('different emails not allowed', 'unable_to_link_account');
    try {
      const proof = profile.emailVerified ? { verifiedEmail: normalEmail(data.email) } : {};
      await this.accounts.link(userId, data, context, proof);
    } catch (error) {
      throw error instanceof ClaimTaken ? taken() : error;
    }
  }

  private async refuseAnothers(data: ConnectProvider['data']): Promise<void> {
    if (await this.queries.execute(new FindAccountHolder({ claim: this.accounts.claimOf(data) }))) throw taken();
  }
}

@CommandHandler(DisconnectProvider)
export class DisconnectProviderHandler implements ICommandHandler<DisconnectProvider> {
  constructor(
    private readonly commands: CommandBus,
    private readonly claims: Claims,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws LastAccount, AccountNotFound */
  async execute({ data, context }: DisconnectProvider): Promise<void> {
    const unlink = new UnlinkAccount({ ...data, allowLast: this.config.auth.allowUnlinkLast }, context);
    const { appended } = await this.commands.execute<UnlinkAccount, Executed<unknown, UserEvent>>(unlink);
    for (const { type, data: unlinked } of appended)
      if (type === 'AccountUnlinked' && unlinked.releasedClaim)
        await this.claims.release(unlinked.releasedClaim, userStream(data.userId), context);
  }
}

@CommandHandler(RefreshProviderTokens)
export class RefreshProviderTokensHandler implements ICommandHandler<RefreshProviderTokens> {
  constructor(
    private readonly turns: KeyedLock,
    private readonly queries: QueryBus,
    private readonly providers: IdentityProviders,
    private readonly accounts: LinkedAccounts,
    private readonly vault: ProviderTokensVault,
  ) {}

  /**
   * One at a time per account: who comes second finds the tokens replaced, and asks no provider.
   * @throws AccountNotFound, RefreshingNotSupported, FailedToRefresh
   */
  execute({ data: { userId, accountId, replaces }, context }: RefreshProviderTokens): Promise<ProviderTokens> {
    return this.turns.withLock('provider-account', accountId, async () => {
      const { account, tokens } = await this.queries.execute(new GetAccount(userId, { accountId }));
      if (account.tokens !== replaces) return tokens;
      const fresh = await this.ask({ account, tokens });
      const grant = await this.accounts.replace(userId, account, fresh, context);
      return (await this.vault.read(grant)) ?? fresh;
    });
  }

  private async ask({ account: { providerId }, tokens: { refreshToken } }: HeldAccount): Promise<ProviderTokens> {
    const provider = this.providers.get(providerId);
    if (!provider || refreshToken === undefined) throw new RefreshingNotSupported(providerId);
    try {
      return await provider.refresh(refreshToken);
    } catch {
      throw new FailedToRefresh();
    }
  }
}

@CommandHandler(ForgetProviderTokens)
export class ForgetProviderTokensHandler implements ICommandHandler<ForgetProviderTokens> {
  constructor(
    private readonly executor: Executor,
    private readonly vault: ProviderTokensVault,
  ) {}

  /** What was in use before the event and is not after it. */
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

function taken(): LinkRefused {
  return new LinkRefused('unable to create account', 'account_already_linked_to_different_user');
}

export const accountHandlers: Type[] = [
  ConnectProviderHandler,
  DisconnectProviderHandler,
  RefreshProviderTokensHandler,
  ForgetProviderTokensHandler,
];
