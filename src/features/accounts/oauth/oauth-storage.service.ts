import { Inject, Injectable } from '@nestjs/common';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { Commands } from '../../../app/commands.ts';
import { CLOCK, VAULT } from '../../../app/tokens.ts';
import { addSeconds, msOf, type Clock } from '../../../kernel/ports/clock.ts';
import type { Vault } from '../../../kernel/ports/vault.ts';
import { Keys } from '../../../kernel/secrets/keys.ts';
import { startContext, type Writes } from '../../../kernel/writing/command.ts';
import { OAuthClients } from './oauth-clients.service.ts';
import { RevokeOAuthAccess } from './oauth-grant.commands.ts';
import type { OAuthGrantDocument } from './oauth-grant.projection.ts';
import { LiveOAuthGrants, subjectIdOf } from './oauth-grants.service.ts';
import { wireClientId } from './oauth.rules.ts';

type Library = typeof import('oidc-provider');

/**
 * Where the authorization server keeps things (its `Adapter`): clients and grants are in the log, and all else in the Vault, under a keyed digest of
 * its id, because an id is also the code, token or cookie itself.
 */
@Injectable()
export class OAuthStorage {
  constructor(
    private readonly commands: Commands,
    private readonly clients: OAuthClients,
    private readonly grants: LiveOAuthGrants,
    private readonly keys: Keys,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @param model of the library, such as `AccessToken` */
  of(model: string, library: Library): Adapter {
    if (model === 'Client') return { ...NOTHING, find: (id) => this.clients.metadata(id) };
    if (model === 'Grant')
      return { ...NOTHING, find: (id) => this.grant(id), destroy: (id) => this.revoke(id, library) };
    const entryOf = (id: string): string => `oauth/${this.keys.digest(`oauth-${model}`, id)}`;
    return {
      ...NOTHING,
      upsert: async (id, { jti: _, ...payload }, expiresIn = LONGEST_SECONDS) => {
        const expiresAt = addSeconds(this.clock.machineNow(), expiresIn);
        await this.vault.put(entryOf(id), JSON.stringify(payload), { expiresAt });
      },
      find: (id) => this.find(id, entryOf(id)),
      consume: (id) => this.consume(entryOf(id), library),
      destroy: (id) => this.vault.delete(entryOf(id)),
      revokeByGrantId: (grantId) => this.revoke(grantId, library),
    };
  }

  private async find(id: string, entry: string): Promise<AdapterPayload | undefined> {
    const row = (await this.vault.getMany([entry])).get(entry);
    if (!row) return undefined;
    const payload = { ...(JSON.parse(row.value) as AdapterPayload), jti: id };
    if (payload.grantId === undefined) return payload;
    const grant = await this.grants.byId(payload.grantId);
    return grant && narrowed(payload, grant);
  }

  /** @throws InvalidGrant it is used at the same time a second time */
  private async consume(entry: string, { errors }: Library): Promise<void> {
    const row = (await this.vault.getMany([entry])).get(entry);
    const payload = row && (JSON.parse(row.value) as AdapterPayload);
    if (!payload || payload.consumed !== undefined) throw new errors.InvalidGrant('already used');
    const now = this.clock.machineNow();
    const used = { ...payload, consumed: Math.floor(msOf(now) / 1_000) };
    const expiresAt = addSeconds(now, payload.exp! - used.consumed);
    const kept = await this.vault.put(entry, JSON.stringify(used), { ifVersion: row.version, expiresAt });
    if (kept === undefined) throw new errors.InvalidGrant('already used');
  }

  private async grant(id: string): Promise<AdapterPayload | undefined> {
    const grant = await this.grants.byId(id);
    if (!grant) return undefined;
    return {
      jti: id,
      kind: 'Grant',
      accountId: subjectIdOf(grant),
      clientId: wireClientId(grant.client_id),
      openid: { scope: grant.scopes.join(' ') },
    };
  }

  /** The library ends a grant when a refresh token is returned, and when a code or refresh token comes a second time. */
  private async revoke(grantId: string, { default: provider }: Library): Promise<void> {
    const reason = provider.ctx?.oidc.route === 'revocation' ? 'app' : 'reuse';
    const context = startContext({ kind: 'system', id: 'oauth' }, this.clock);
    const writes = (provider.ctx?.req as { writes?: Writes } | undefined)?.writes ?? context.writes;
    await this.commands.execute(new RevokeOAuthAccess({ grantId, reason }, { ...context, writes }));
  }
}

/** A code or token as it works now: without the scopes that what was allowed has lost since it was issued. */
function narrowed(payload: AdapterPayload, { scopes }: OAuthGrantDocument): AdapterPayload {
  if (payload.scope === undefined) return payload;
  const scope = payload.scope.split(' ').filter((one) => scopes.includes(one));
  return { ...payload, scope: scope.join(' ') };
}

/** Everything that is kept here has a lifetime of its own; this one is never needed. */
const LONGEST_SECONDS = 86_400;

/** What a model of ours does not need. */
const NOTHING: Adapter = {
  upsert: () => Promise.resolve(),
  find: () => Promise.resolve(undefined),
  findByUserCode: () => Promise.resolve(undefined),
  findByUid: () => Promise.resolve(undefined),
  consume: () => Promise.resolve(),
  destroy: () => Promise.resolve(),
  revokeByGrantId: () => Promise.resolve(),
};
