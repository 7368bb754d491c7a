import { Inject, Injectable } from '@nestjs/common';
import { VAULT } from '../../../app/tokens.ts';
import { VaultRows } from '../../../app/vault-rows.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { deriveText } from '../../../kernel/ids.ts';
import { readVault, type Vault } from '../../../kernel/ports/vault.ts';
import { userStream, type ProviderGrant } from '../users/user.events.ts';
import type { ProviderTokens } from './provider.commands.ts';

/** Providers' tokens are only in the Vault, one entry per grant, under a name that the user's events hold. */
@Injectable()
export class ProviderTokensVault {
  constructor(
    private readonly rows: VaultRows,
    @Inject(VAULT) private readonly vault: Vault,
  ) {}

  /** Writes an entry, before the event that names it; answers the event's fields. */
  async keep(userId: string, tokens: ProviderTokens, context: Context): Promise<ProviderGrant> {
    const name = deriveText(context.requestId, 'provider-tokens');
    const { accessToken, refreshToken, idToken, scopes, accessTokenExpiresAt, refreshTokenExpiresAt } = tokens;
    const stored = JSON.stringify({ accessToken, refreshToken, idToken });
    await this.rows.put(entryOf(name), stored, { stream: userStream(userId), name });
    return {
      tokens: name,
      scopes: scopes ?? [],
      accessTokenExpiresAt: accessTokenExpiresAt ?? null,
      refreshTokenExpiresAt: refreshTokenExpiresAt ?? null,
    };
  }

  /** The tokens of a grant; undefined once it is replaced. */
  async read(grant: ProviderGrant): Promise<ProviderTokens | undefined> {
    const stored = await readVault(this.vault, entryOf(grant.tokens));
    if (stored === undefined) return undefined;
    const { scopes, accessTokenExpiresAt, refreshTokenExpiresAt } = grant;
    return {
      ...(JSON.parse(stored) as ProviderTokens),
      scopes,
      ...(accessTokenExpiresAt !== null && { accessTokenExpiresAt }),
      ...(refreshTokenExpiresAt !== null && { refreshTokenExpiresAt }),
    };
  }

  async forget({ tokens }: Pick<ProviderGrant, 'tokens'>): Promise<void> {
    await this.vault.delete(entryOf(tokens));
  }
}

/** New tokens over old ones: a token that the provider does not issue again stays valid. */
export function renewed(old: ProviderTokens | undefined, fresh: ProviderTokens): ProviderTokens {
  const { accessTokenExpiresAt, ...rest } = old ?? {};
  // The old access token's expiry does not apply to a new one.
  return { ...rest, ...(fresh.accessToken === undefined && { accessTokenExpiresAt }), ...fresh };
}

function entryOf(name: string): string {
  return `provider-tokens/${name}`;
}
