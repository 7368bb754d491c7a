import { Query, QueryBus, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import {
  AccountNotFound,
  CREDENTIAL,
  FindAccountHolder,
  type AccountHolder,
  type LinkedAccount,
} from '../users/account-holders.queries.ts';
import type { ProviderTokens } from './provider.commands.ts';
import type { ListedAccount } from './providers.dto.ts';
import { ProviderTokensVault } from './provider-tokens.service.ts';

/** An account at a provider, with what the provider granted. */
export interface HeldAccount {
  account: LinkedAccount;
  tokens: ProviderTokens;
}

/** How a user signs in: his password and his accounts at providers, oldest first (docs/IDENTITY.md#linked-accounts). */
export class ListAccounts extends Query<ListedAccount[]> {
  constructor(readonly userId: string) {
    super();
  }
}

/** One of a user's accounts at providers; `accountId` is its row, `providerAccountId` the id there. What is undefined fits all. */
export class GetAccount extends Query<HeldAccount> {
  constructor(
    readonly userId: string,
    readonly by: { providerId?: string; accountId?: string; providerAccountId?: string },
  ) {
    super();
  }
}

@QueryHandler(ListAccounts)
export class ListAccountsHandler implements IQueryHandler<ListAccounts> {
  constructor(private readonly queries: QueryBus) {}

  async execute({ userId }: ListAccounts): Promise<ListedAccount[]> {
    const holder = await this.queries.execute(new FindAccountHolder({ userId }));
    const listed = holder ? [...passwordOf(holder), ...holder.state.accounts.map(present)] : [];
    return listed.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
  }
}

@QueryHandler(GetAccount)
export class GetAccountHandler implements IQueryHandler<GetAccount> {
  constructor(
    private readonly queries: QueryBus,
    private readonly vault: ProviderTokensVault,
  ) {}

  /** @throws AccountNotFound */
  async execute(query: GetAccount): Promise<HeldAccount> {
    const account = await this.find(query);
    const tokens = await this.vault.read(account);
    if (tokens) return { account, tokens };
    // They were replaced between the two readings, or the account was unlinked.
    const present = await this.find(query);
    return { account: present, tokens: (await this.vault.read(present)) ?? {} };
  }

  private async find({ userId, by }: GetAccount): Promise<LinkedAccount> {
    const holder = await this.queries.execute(new FindAccountHolder({ userId }));
    const found = holder?.state.accounts.find(
      (account) =>
        (by.providerId ?? account.providerId) === account.providerId &&
        (by.accountId ?? account.accountId) === account.accountId &&
        (by.providerAccountId ?? account.providerAccountId) === account.providerAccountId,
    );
    if (!found) throw new AccountNotFound();
    return found;
  }
}

function present({
  accountId,
  providerId,
  providerAccountId,
  createdAt,
  updatedAt,
  scopes,
}: LinkedAccount): ListedAccount {
  return {
    id: accountId,
    provider: providerId,
    accountId: providerAccountId,
    createdAt,
    updatedAt,
    scopes: [...scopes],
  };
}

function passwordOf({ user, state: { password } }: AccountHolder): ListedAccount[] {
  if (!password) return [];
  const { accountId: id, createdAt, at: updatedAt } = password;
  return [{ id, provider: CREDENTIAL, accountId: user.id, createdAt, updatedAt, scopes: [] }];
}
