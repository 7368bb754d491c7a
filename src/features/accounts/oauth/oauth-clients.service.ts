import { Inject, Injectable } from '@nestjs/common';
import type { ClientMetadata } from 'oidc-provider';
import { Documents } from '../../../app/reading/documents.ts';
import { FreshDocuments } from '../../../app/reading/fresh-documents.ts';
import { VAULT } from '../../../app/tokens.ts';
import { readVault, type Vault } from '../../../kernel/ports/vault.ts';
import { newToken } from '../../../kernel/secrets/tokens.ts';
import { oauthClientStream } from './oauth-client.events.ts';
import { oauthClientProjection, type OAuthClientDocument } from './oauth-client.projection.ts';
import { clientIdOf, CLIENT_SECRET_PREFIX } from './oauth.rules.ts';

/** Registered apps, never stale, with their secrets, which their owners may look at again. */
@Injectable()
export class OAuthClients {
  constructor(
    private readonly fresh: FreshDocuments,
    private readonly documents: Documents,
    @Inject(VAULT) private readonly vault: Vault,
  ) {}

  byId(clientId: string): Promise<OAuthClientDocument | undefined> {
    return this.fresh.load(oauthClientProjection, clientId, oauthClientStream(clientId));
  }

  /** By their ids, as the read models have them; removed ones are missing. */
  known(ids: readonly string[]): Promise<Map<string, OAuthClientDocument>> {
    return this.documents.getMany(oauthClientProjection, ids, 'any');
  }

  /** As the authorization server needs a client. */
  async metadata(wireId: string): Promise<ClientMetadata | undefined> {
    const id = clientIdOf(wireId);
    const client = id === undefined ? undefined : await this.byId(id);
    if (!client) return undefined;
    return {
      client_id: wireId,
      client_name: client.name,
      redirect_uris: client.redirect_uris,
      grant_types: client.grant_types,
      response_types: ['code'],
      scope: client.scopes.join(' '),
      token_endpoint_auth_method: client.auth_method,
      ...(client.auth_method !== 'none' && { client_secret: await this.secretOf(client.id) }),
    };
  }

  /** The secret of a client; the same one if a request is repeated. */
  async createSecret(clientId: string): Promise<void> {
    await this.vault.put(entryOf(clientId), newToken(CLIENT_SECRET_PREFIX, clientId), { ifAbsent: true });
  }

  async secretOf(clientId: string): Promise<string> {
    return (await readVault(this.vault, entryOf(clientId)))!;
  }

  async forgetSecret(clientId: string): Promise<void> {
    await this.vault.delete(entryOf(clientId));
  }
}

function entryOf(clientId: string): string {
  return `oauth-client/${clientId}`;
}
