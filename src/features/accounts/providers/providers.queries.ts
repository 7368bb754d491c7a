import { Injectable } from '@nestjs/common';
import { AccountNotFound } from '../users/user.errors.ts';
import { CREDENTIAL, type LinkedAccount } from '../users/user.rules.ts';
import { UserReader, type AccountHolder } from '../users/users.queries.ts';
import type { ProviderTokens } from './provider.commands.ts';
import type { ListedAccount } from './providers.dto.ts';
import { ProviderTokensVault } from './provider-tokens.service.ts';

/** An account at a provider, with the tokens that the provider granted. */
export interface GrantedAccount {
  account: LinkedAccount;
  tokens: ProviderTokens;
}

/** Selects an account: `accountId` is its row, `providerAccountId` the id there; an undefined field matches every account. */
interface AccountSelector {
  providerId?: string;
  accountId?: string;
  providerAccountId?: string;
}

@Injectable()
export class AccountQueries {
  constructor(
    private readonly users: UserReader,
    private readonly vault: ProviderTokensVault,
  ) {}

  /** A user's password and accounts at providers, oldest first (docs/IDENTITY.md#linked-accounts). */
  async list(userId: string): Promise<ListedAccount[]> {
    const holder = await this.users.byId(userId);
    const listed = holder ? [...passwordOf(holder), ...holder.state.accounts.map(present)] : [];
    return listed.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
  }

  /** @throws AccountNotFound */
  async get(userId: string, selector: AccountSelector): Promise<GrantedAccount> {
    const account = await this.find(userId, selector);
    const tokens = await this.vault.read(account);
    if (tokens) return { account, tokens };
    // They were replaced between the two reads, or the account was unlinked.
    const current = await this.find(userId, selector);
    return { account: current, tokens: (await this.vault.read(current)) ?? {} };
  }

  private async find(userId: string, selector: AccountSelector): Promise<LinkedAccount> {
    const holder = await this.users.byId(userId);
    const found = holder?.state.accounts.find(
      (account) =>
        (selector.providerId ?? account.providerId) === account.providerId &&
        (selector.accountId ?? account.accountId) === account.accountId &&
        (selector.providerAccountId ?? account.providerAccountId) === account.providerAccountId,
    );
    if (!found) throw new AccountNotFound();
    return found;
  }
}

function present(account: LinkedAccount): ListedAccount {
  const { accountId: id, providerId: provider, providerAccountId: accountId, createdAt, updatedAt, scopes } = account;
  return { id, provider, accountId, createdAt, updatedAt, scopes: [...scopes] };
}

function passwordOf({ user, state: { password } }: AccountHolder): ListedAccount[] {
  if (!password) return [];
  const { accountId: id, createdAt, at: updatedAt } = password;
  return [{ id, provider: CREDENTIAL, accountId: user.id, createdAt, updatedAt, scopes: [] }];
}
