import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Authenticators, narrowed, type Authenticator, type Caller } from '../../../app/http/callers/caller.ts';
import { bearerOf } from '../../../app/http/callers/credentials.ts';
import { scopesOfRoles, TOKEN_SCOPES, type Scope } from '../../../app/http/callers/scopes.ts';
import { MembershipReader } from '../organizations/members/memberships.queries.ts';
import type { OAuthGrantDocument } from './oauth-grant.projection.ts';
import { LiveOAuthGrants } from './oauth-grants.service.ts';
import { OAuthServer } from './oauth-server.service.ts';
import { ACCESS_PREFIX } from './oauth.rules.ts';

/** Recognizes apps by the access tokens that users have allowed them. */
@Injectable()
export class OAuthTokenAuthenticator implements Authenticator {
  readonly via = 'bearer';

  constructor(
    authenticators: Authenticators,
    private readonly server: OAuthServer,
    private readonly grants: LiveOAuthGrants,
    private readonly memberships: MembershipReader,
  ) {
    authenticators.register(this);
  }

  async authenticate(request: FastifyRequest): Promise<Caller | undefined> {
    const text = bearerOf(request) ?? '';
    if (!text.startsWith(ACCESS_PREFIX)) return undefined;
    const token = await (await this.server.provider()).AccessToken.find(text);
    const grant = token?.grantId === undefined ? undefined : await this.grants.byId(token.grantId);
    if (!token || !grant) return undefined;
    const scopes: ReadonlySet<Scope> = new Set(TOKEN_SCOPES.filter((scope) => token.scopes.has(scope)));
    return grant.organization_id === null
      ? this.userOf(grant, scopes)
      : { kind: 'token', id: grant.id, organizationIds: [grant.organization_id], scopes };
  }

  private async userOf({ id, user_id }: OAuthGrantDocument, narrowedTo: ReadonlySet<Scope>): Promise<Caller> {
    const roles = await this.memberships.rolesOf(user_id, null);
    return {
      kind: 'user',
      id: user_id,
      organizationIds: Object.keys(roles),
      scopes: narrowed(scopesOfRoles(roles), narrowedTo),
      roles,
      narrowedTo,
      oauthGrantId: id,
    };
  }
}
