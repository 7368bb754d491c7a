import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { ClaimTaken } from '../../../kernel/writing/claim.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { NotFound } from '../../../kernel/errors.ts';
import { normalEmail } from '../../../kernel/folding.ts';
import { UserReader } from '../users/users.queries.ts';
import { LinkedAccounts } from './linked-accounts.service.ts';
import type { ProviderIdentity } from './provider.commands.ts';
import { LinkRefused } from './provider.errors.ts';

/** Links accounts at providers to users who are signed in. */
@Injectable()
export class AccountLinking {
  constructor(
    private readonly users: UserReader,
    private readonly accounts: LinkedAccounts,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * An account that is linked already gets the new tokens. Refuses in the order of each form of the contract (docs/IDENTITY.md#id-tokens).
   * @throws LinkRefused, NotFound
   */
  async link(
    userId: string,
    identity: ProviderIdentity,
    form: 'redirect' | 'id-token',
    context: Context,
  ): Promise<void> {
    const { profile, email, tokens, isTrusted } = identity;
    const claim = this.accounts.claimOf(identity);
    const holder = await this.users.byId(userId);
    if (!holder) throw new NotFound('User not found');
    const own = holder.state.accounts.find(({ providerClaim }) => providerClaim.digest === claim.digest);
    if (own && form === 'id-token') return;
    if (!isTrusted && !profile.emailVerified) throw new LinkRefused('linking not allowed', 'unable_to_link_account');
    if (own) {
      await this.accounts.replace(userId, own, tokens, context);
      return;
    }
    if (form === 'redirect' && (await this.users.byClaim(claim))) throw taken();
    if (!this.config.auth.allowDifferentEmails && normalEmail(email) !== holder.state.email)
      throw new LinkRefused('different emails not allowed', 'unable_to_link_account');
    try {
      const proof = profile.emailVerified ? { verifiedEmail: normalEmail(email) } : {};
      await this.accounts.link(userId, identity, context, proof);
    } catch (error) {
      throw error instanceof ClaimTaken ? taken() : error;
    }
  }
}

function taken(): LinkRefused {
  return new LinkRefused('unable to create account', 'account_already_linked_to_different_user');
}
