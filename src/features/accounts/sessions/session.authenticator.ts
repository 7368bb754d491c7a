import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Authenticators, type Authenticator, type Caller } from '../../../app/http/callers/caller.ts';
import { pathOf } from '../../../app/http/request-state.ts';
import { scopesOfRoles } from '../../../app/http/callers/scopes.ts';
import { isAdministrator } from '../admin.roles.ts';
import { MembershipReader } from '../organizations/members/memberships.queries.ts';
import { SessionCache } from './session-cache.service.ts';
import { SessionCookies } from './session-cookies.service.ts';
import { attachSession, SessionQueries } from './sessions.queries.ts';

/** Recognizes users by their session cookie. */
@Injectable()
export class SessionAuthenticator implements Authenticator {
  readonly via = 'cookie';

  constructor(
    authenticators: Authenticators,
    private readonly cookies: SessionCookies,
    private readonly cache: SessionCache,
    private readonly sessions: SessionQueries,
    private readonly memberships: MembershipReader,
  ) {
    authenticators.register(this);
  }

  async authenticate(request: FastifyRequest): Promise<Caller | undefined> {
    if (isGetSession(request) && this.cache.settles(request)) return undefined;
    const token = this.cookies.tokenOf(request);
    const current = token === undefined ? undefined : await this.sessions.authenticate(token);
    if (!current) return undefined;
    attachSession(request, current);
    const { id, activeOrganizationId, impersonatedBy } = current.session;
    // Routes of the identity contract look up the role in their one organization themselves.
    const roles = pathOf(request).startsWith('/api/auth/')
      ? {}
      : await this.memberships.rolesOf(current.user.id, activeOrganizationId);
    return {
      kind: 'user',
      id: current.user.id,
      organizationIds: Object.keys(roles),
      scopes: scopesOfRoles(roles),
      roles,
      session: { id, activeOrganizationId },
      ...(impersonatedBy === null
        ? isAdministrator(current.user.role) && { isAdministrator: true }
        : { impersonator: impersonatedBy }),
    };
  }
}

/** The one route that the cookie cache answers. */
function isGetSession(request: FastifyRequest): boolean {
  return pathOf(request) === '/api/auth/get-session';
}
