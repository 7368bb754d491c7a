import { Injectable } from '@nestjs/common';
import { Documents } from '../../../app/reading/documents.ts';
import { scopesIn, type Caller } from '../../../app/http/callers/caller.ts';
import { DomainError, InvalidInput } from '../../../kernel/errors.ts';
import { organizationProjection, type OrganizationDocument } from '../organizations/organization.projection.ts';
import { UserReader } from '../users/users.queries.ts';
import type { OAuthClientDocument } from './oauth-client.projection.ts';
import { publicClient } from './oauth-clients.queries.ts';
import { OAuthClients } from './oauth-clients.service.ts';
import type { GrantSubject } from './oauth-grant.events.ts';
import type { AuthorizeOrganization, AuthorizeResponseOrganization, AuthorizeResponseUser } from './oauth.dto.ts';
import { clientIdOf } from './oauth.rules.ts';
import { ALLOWING_SCOPE, OAUTH_SCOPES } from './oauth.scopes.ts';

/** The parameters with which an app sends a user's browser. */
export type AuthorizationParameters = Readonly<Record<string, unknown>>;

/** What an app asks for. */
export interface OAuthRequest {
  client: OAuthClientDocument;
  subject: GrantSubject;
  scopes: string[];
}

/** What apps ask users for, as the page shows it. */
@Injectable()
export class OAuthRequests {
  constructor(
    private readonly clients: OAuthClients,
    private readonly documents: Documents,
    private readonly users: UserReader,
  ) {}

  /** @throws InvalidInput unknown client */
  async of({ client_id, scope, sub_type }: AuthorizationParameters): Promise<OAuthRequest> {
    const id = typeof client_id === 'string' ? clientIdOf(client_id) : undefined;
    const client = id === undefined ? undefined : await this.clients.byId(id);
    if (!client) throw InvalidInput.at('query.client_id', 'Client does not exist.', 'value_error');
    const asked = typeof scope === 'string' ? scope.split(' ') : client.scopes;
    return {
      client,
      subject: sub_type === 'user' ? 'user' : 'organization',
      scopes: OAUTH_SCOPES.filter((one) => asked.includes(one) && client.scopes.includes(one)),
    };
  }

  async present(
    { client, subject, scopes }: OAuthRequest,
    caller: Caller,
    wanted?: unknown,
  ): Promise<AuthorizeResponseOrganization | AuthorizeResponseUser> {
    const asked = { client: publicClient(client), scopes };
    if (subject === 'user') {
      demandThemselves(caller);
      const { id, email, image } = (await this.users.byId(caller.id))!.user;
      return { ...asked, sub_type: 'user', sub: { id, email, avatar_url: image ?? null } };
    }
    const found = await this.documents.getMany(organizationProjection, allowable(caller), 'any');
    const organizations = [...found.values()].map(presentOrganization);
    const sub = organizations.find(({ id }) => id === wanted) ?? null;
    return { ...asked, sub_type: 'organization', sub, organizations };
  }

  /** The organization that a user allows an app to act for; null: they allow it for themselves. @throws InvalidInput none of theirs */
  organizationOf({ subject }: OAuthRequest, organizationId: string | null | undefined, caller: Caller): string | null {
    if (subject === 'user') return null;
    if (organizationId == null) throw InvalidInput.at('body.organization_id', 'Organization is required.', 'missing');
    const id = allowable(caller).find((one) => one === organizationId.toLowerCase());
    if (id === undefined)
      throw InvalidInput.at('body.organization_id', 'Only owners and admins may allow this.', 'value_error');
    return id;
  }
}

/** @throws DomainError 403 they are represented: by an app, a key or a token */
export function demandThemselves({ session }: Caller): void {
  if (!session) throw new DomainError('NotPermitted', 'Only users themselves may allow this', 403);
}

/** The organizations for which somebody may allow an app to act. */
export function allowable(caller: Caller): string[] {
  return caller.organizationIds.filter((id) => scopesIn(caller, id).has(ALLOWING_SCOPE));
}

export function presentOrganization({ id, slug, avatar_url }: OrganizationDocument): AuthorizeOrganization {
  return { id, slug, avatar_url };
}
