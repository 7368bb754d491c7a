import { Inject, Injectable } from '@nestjs/common';
import { VAULT } from '../../../app/tokens.ts';
import { VaultRows } from '../../../app/vault-rows.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { deriveText } from '../../../kernel/ids.ts';
import { readVault, type Vault } from '../../../kernel/ports/vault.ts';
import { userStream, type ProviderGrant } from '../users/user.events.ts';
import type { ProviderTokens } from './provider.commands.ts';

/** Providers' tokens lie in the Vault alone, one entry per grant, under a name that the user's events hold. */
@Injectable()
export class ProviderTokensVault {
  constructor(
    private readonly rows: VaultRows,
    @Inject(VAULT) private readonly vault: Vault,
  ) {}

  /** Writes an entry, before the event that names it; answers what the event says of it. */
  async keep(userId: string, tokens: ProviderTokens, context: Context): Promise<ProviderGrant> {
    const name = deriveText(context.requestId, 'provider-tokens');
    const { accessToken, refreshToken, idToken, scopes, accessTokenExpiresAt, refreshTokenExpiresAt } = tokens;
    const kept = JSON.stringify({ accessToken, refreshToken, idToken });
    await this.rows.put(entryOf(name), kept, { stream: userStream(userId), name });
    return {
      tokens: name,
      scopes: scopes ?? [],
      accessTokenExpiresAt: accessTokenExpiresAt ?? null,
      refreshTokenExpiresAt: refreshTokenExpiresAt ?? null,
    };
  }

  /** What a grant stands for; undefined once it is replaced. */
  async read(grant: ProviderGrant): Promise<ProviderTokens | undefined> {
    const kept = await readVault(this.vault, entryOf(grant.tokens));
    if (kept === undefined) return undefined;
    const { scopes, accessTokenExpiresAt, refreshTokenExpiresAt } = grant;
    return {
      ...(JSON.parse(kept) as ProviderTokens),
      scopes,
      ...(accessTokenExpiresAt !== null && { accessTokenExpiresAt }),
      ...(refreshTokenExpiresAt !== null && { refreshTokenExpiresAt }),
    };
  }

  async forget({ tokens }: Pick<ProviderGrant, 'tokens'>): Promise<void> {
    await this.vault.delete(entryOf(tokens));
  }
}

/** New tokens over old ones: what a provider does not hand out again stays good. */
export function renewed(old: ProviderTokens | undefined, fresh: ProviderTokens): ProviderTokens {
  const { accessTokenExpiresAt, ...rest } = old ?? {};
  // How long the old access token was good says nothing about a new one.
  return { ...rest, ...(fresh.accessToken === undefined && { accessTokenExpiresAt }), ...fresh };
}

function entryOf(name: string): string {
  return `provider-tokens/${name}`;
}
