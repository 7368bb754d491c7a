import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CLOCK } from '../../../app/tokens.ts';
import { Claims, type Claim } from '../../../kernel/writing/claim.ts';
import type { Clock, Instant } from '../../../kernel/ports/clock.ts';
import type { Context, Executed } from '../../../kernel/writing/command.ts';
import { isUndone } from '../../../kernel/errors.ts';
import { deriveText } from '../../../kernel/ids.ts';
import { LinkAccount, ReplaceProviderTokens } from '../users/user.commands.ts';
import { userStream, type ProviderAccount, type ProviderGrant, type UserEvent } from '../users/user.events.ts';
import type { ProviderProfile, ProviderTokens } from './provider.commands.ts';
import { ProviderTokensVault, renewed } from './provider-tokens.service.ts';

interface Presented {
  providerId: string;
  profile: ProviderProfile;
  tokens: ProviderTokens;
}

type Proof = Pick<LinkAccount['data'], 'verifiedEmail' | 'reclaims'>;

/** Accounts at providers, as users' streams have them: each belongs to one user, by its claim. */
@Injectable()
export class LinkedAccounts {
  constructor(
    private readonly commands: CommandBus,
    private readonly claims: Claims,
    private readonly vault: ProviderTokensVault,
    @Inject(CLOCK) private readonly clock: Clock,
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

  /**
   * @param proof of the user's e-mail: see `LinkAccount`
   * @returns when it was linked (machine time): later than whatever was created while the provider was asked
   * @throws ClaimTaken it is somebody else's · NotFound
   */
  async link(userId: string, presented: Presented, context: Context, proof: Proof = {}): Promise<Instant> {
    const account = this.accountOf(presented, context);
    return this.granting(userId, presented.tokens, context, async (grant) => {
      const machineNow = this.clock.machineNow();
      const link = new LinkAccount({ userId, ...account, ...grant, ...proof }, { ...context, machineNow });
      const owner = userStream(userId);
      const { appended } = await this.claims.during(account.providerClaim, owner, context, () =>
        this.commands.execute<LinkAccount, Executed<unknown, UserEvent>>(link),
      );
      for (const { type, data } of appended)
        if (type === 'AccountUnlinked' && data.releasedClaim)
          await this.claims.release(data.releasedClaim, owner, context);
      // Somebody else has linked it meanwhile, with tokens of his own.
      if (appended.length === 0) await this.vault.forget(grant);
      return machineNow;
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
    return this.granting(userId, whole, context, async (grant) => {
      const { accountId } = account;
      await this.commands.execute(new ReplaceProviderTokens({ userId, accountId, ...grant }, context));
      return grant;
    });
  }

  /** Keeps tokens for an event of the user that names them, and deletes them where that is refused. */
  async granting<T>(
    userId: string,
    tokens: ProviderTokens,
    context: Context,
    task: (grant: ProviderGrant) => Promise<T>,
  ): Promise<T> {
    const grant = await this.vault.keep(userId, tokens, context);
    try {
      return await task(grant);
    } catch (error) {
      if (isUndone(error)) await this.vault.forget(grant);
      throw error;
    }
  }
}
