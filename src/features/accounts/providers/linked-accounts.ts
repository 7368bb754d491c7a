import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Claims, type Claim } from '../../../kernel/claim.ts';
import type { Context } from '../../../kernel/command.ts';
import { isUndone } from '../../../kernel/errors.ts';
import type { Executed } from '../../../kernel/execute.ts';
import { deriveText } from '../../../kernel/ids.ts';
import { LinkAccount, ReplaceProviderTokens } from '../users/user.commands.ts';
import { userStream, type ProviderAccount, type ProviderGrant, type UserEvent } from '../users/user.events.ts';
import type { ProviderProfile, ProviderTokens } from './provider.commands.ts';
import { ProviderTokensVault, renewed } from './provider-tokens.ts';

interface Presented {
  providerId: string;
  profile: ProviderProfile;
  tokens: ProviderTokens;
}

/** Accounts at providers, as users' streams have them: each belongs to one user, by its claim. */
@Injectable()
export class LinkedAccounts {
  constructor(
    private readonly commands: CommandBus,
    private readonly claims: Claims,
    private readonly vault: ProviderTokensVault,
  ) {}

  claimOf({ providerId, profile }: Pick<Presented, 'providerId' | 'profile'>): Claim {
    return this.claims.claim('provider-account', 'global', `${providerId}\0${profile.id}`);
  }

  /** What an account would be in the events of a user. */
  accountOf({ providerId, profile }: Presented, context: Context): ProviderAccount {
    const accountId = deriveText(context.requestId, 'account');
    return {
      accountId,
      providerId,
      providerAccountId: profile.id,
      providerClaim: this.claimOf({ providerId, profile }),
    };
  }

  /** @throws ClaimTaken it is somebody else's · NotFound */
  async link(userId: string, presented: Presented, context: Context): Promise<void> {
    const account = this.accountOf(presented, context);
    await this.granting(presented.tokens, context, async (grant) => {
      const link = new LinkAccount({ userId, ...account, ...grant }, context);
      const { appended } = await this.claims.during(account.providerClaim, userStream(userId), context, () =>
        this.commands.execute<LinkAccount, Executed<unknown, UserEvent>>(link),
      );
      // Somebody else has linked it meanwhile, with tokens of his own.
      if (appended.length === 0) await this.vault.forget(grant);
    });
  }

  /** @throws AccountNotFound it was unlinked meanwhile */
  async replace(
    userId: string,
    account: ProviderAccount & ProviderGrant,
    tokens: ProviderTokens,
    context: Context,
  ): Promise<ProviderGrant> {
    const whole = renewed(await this.vault.read(account), tokens);
    return this.granting(whole, context, async (grant) => {
      const { accountId } = account;
      await this.commands.execute(new ReplaceProviderTokens({ userId, accountId, ...grant }, context));
      return grant;
    });
  }

  /** Keeps tokens for an event that names them; where that is refused, they are nobody's. */
  async granting<T>(tokens: ProviderTokens, context: Context, task: (grant: ProviderGrant) => Promise<T>): Promise<T> {
    const grant = await this.vault.keep(tokens, context);
    try {
      return await task(grant);
    } catch (error) {
      if (isUndone(error)) await this.vault.forget(grant);
      throw error;
    }
  }
}
