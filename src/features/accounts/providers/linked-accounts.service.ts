import { Inject, Injectable } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { CLOCK } from '../../../app/tokens.ts';
import { Claims, type Claim } from '../../../kernel/writing/claim.ts';
import type { Clock, Instant } from '../../../kernel/ports/clock.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { isUndone } from '../../../kernel/errors.ts';
import { deriveText } from '../../../kernel/ids.ts';
import { LinkAccount, ReplaceProviderTokens } from '../users/user.commands.ts';
import { userStream, type ProviderAccount, type ProviderGrant } from '../users/user.events.ts';
import type { ProviderIdentity, ProviderTokens } from './provider.commands.ts';
import { ProviderTokensVault, renewed } from './provider-tokens.service.ts';

type Proof = Pick<LinkAccount['data'], 'verifiedEmail' | 'reclaims'>;

/** Accounts at providers in users' streams: its claim lets each belong to one user only. */
@Injectable()
export class LinkedAccounts {
  constructor(
    private readonly commands: Commands,
    private readonly claims: Claims,
    private readonly vault: ProviderTokensVault,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  claimOf({ providerId, profile }: Pick<ProviderIdentity, 'providerId' | 'profile'>): Claim {
    return this.claims.claim('provider-account', 'global', `${providerId}\0${profile.id}`);
  }

  /** An account as a user's events name it. */
  accountOf({ providerId, profile }: ProviderIdentity, context: Context): ProviderAccount {
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
   * @returns when it was linked (machine time), which is after everything created during the provider's answer
   * @throws ClaimTaken it is another user's · NotFound
   */
  async link(userId: string, identity: ProviderIdentity, context: Context, proof: Proof = {}): Promise<Instant> {
    const account = this.accountOf(identity, context);
    return this.withStoredTokens(userId, identity.tokens, context, async (grant) => {
      const machineNow = this.clock.machineNow();
      const link = new LinkAccount({ userId, ...account, ...grant, ...proof }, { ...context, machineNow });
      const owner = userStream(userId);
      const { appended } = await this.claims.during(account.providerClaim, owner, context, () =>
        this.commands.execute(link),
      );
      for (const { type, data } of appended)
        if (type === 'AccountUnlinked' && data.releasedClaim)
          await this.claims.release(data.releasedClaim, owner, context);
      // Another request has linked it meanwhile, with its own tokens.
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
    return this.withStoredTokens(userId, whole, context, async (grant) => {
      const { accountId } = account;
      await this.commands.execute(new ReplaceProviderTokens({ userId, accountId, ...grant }, context));
      return grant;
    });
  }

  /** Stores tokens before the event that names them, and deletes them if that is refused. */
  async withStoredTokens<T>(
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
