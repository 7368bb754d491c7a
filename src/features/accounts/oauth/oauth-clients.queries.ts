import { Injectable } from '@nestjs/common';
import { Documents } from '../../../app/reading/documents.ts';
import { pageOf, type ListRequest } from '../../../app/http/lists/list.ts';
import { NotFound } from '../../../kernel/errors.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import { msOf } from '../../../kernel/ports/clock.ts';
import { oauthClientProjection, type OAuthClientDocument } from './oauth-client.projection.ts';
import { OAuthClients } from './oauth-clients.service.ts';
import type { OAuth2Client, OAuth2ClientList, OAuth2ClientPublic } from './oauth.dto.ts';
import { clientIdOf, wireClientId } from './oauth.rules.ts';

/** Clients as their owner sees them, with the secret. */
@Injectable()
export class OAuthClientQueries {
  constructor(
    private readonly documents: Documents,
    private readonly clients: OAuthClients,
  ) {}

  async list({ skip, limit, sort }: ListRequest, userId: string): Promise<OAuth2ClientList> {
    const where: Where = { eq: ['user_id', userId] };
    const { items, total } = await this.documents.find(
      oauthClientProjection,
      { where, sort, skip, limit, counted: true },
      'any',
    );
    return pageOf(await Promise.all(items.map((one) => this.present(one))), total, limit);
  }

  /** @throws NotFound also for another user's */
  async get(wireId: string, userId: string): Promise<OAuth2Client> {
    const clientId = clientIdOf(wireId);
    const client = clientId === undefined ? undefined : await this.clients.byId(clientId);
    if (client?.user_id !== userId) throw new NotFound();
    return this.present(client);
  }

  async present(document: OAuthClientDocument): Promise<OAuth2Client> {
    const { redirect_uris, auth_method, grant_types, scopes, name } = document;
    return {
      ...publicClient(document),
      client_name: name,
      client_secret: await this.clients.secretOf(document.id),
      client_id_issued_at: Math.floor(msOf(document.created_at) / 1_000),
      client_secret_expires_at: 0,
      redirect_uris,
      token_endpoint_auth_method: auth_method,
      grant_types,
      response_types: ['code'],
      scope: scopes.join(' '),
    };
  }
}

export function publicClient(document: OAuthClientDocument): OAuth2ClientPublic {
  const { id, created_at, modified_at, name, client_uri, logo_uri, tos_uri, policy_uri } = document;
  return {
    created_at,
    modified_at,
    client_id: wireClientId(id),
    client_name: name,
    client_uri,
    logo_uri,
    tos_uri,
    policy_uri,
  };
}
