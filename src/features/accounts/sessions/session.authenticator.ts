import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Authenticators, type Authenticator, type Caller } from '../../../app/http/caller.ts';
import { scopesOfRoles } from '../../../app/http/scopes.ts';
import { MembershipReader } from '../organizations/members/memberships.queries.ts';
import { SessionCache } from './session-cache.service.ts';
import { SessionCookies } from './session-cookies.service.ts';
import { FindAuthenticatedSession, FindAuthenticatedSessionHandler, attachSession } from './sessions.queries.ts';

/** Users by their session cookie. */
@Injectable()
export class SessionAuthenticator implements Authenticator {
  readonly via = 'cookie';

  constructor(
    authenticators: Authenticators,
    private readonly cookies: SessionCookies,
    private readonly cache: SessionCache,
    private readonly visits: FindAuthenticatedSessionHandler,
    private readonly memberships: MembershipReader,
  ) {
    authenticators.register(this);
  }

  async authenticate(request: Request): Promise<Caller | undefined> {
    if (isLookedAt(request) && this.cache.settles(request)) return undefined;
    const token = this.cookies.tokenOf(request);
    const visit = token === undefined ? undefined : await this.visits.execute(new FindAuthenticatedSession(token));
    if (!visit) return undefined;
    attachSession(request, visit);
    const { id, activeOrganizationId, impersonatedBy } = visit.session;
    // The identity contract asks about one organization at a time, and then of its own accord.
    const roles = request.path.startsWith('/api/auth/')
      ? {}
      : await this.memberships.rolesOf(visit.user.id, activeOrganizationId);
    return {
      kind: 'user',
      id: visit.user.id,
      organizationIds: Object.keys(roles),
      scopes: scopesOfRoles(roles),
      roles,
      session: { id, activeOrganizationId },
      ...(impersonatedBy !== null && { impersonator: impersonatedBy }),
    };
  }
}

/** The one route that the cookie cache answers. */
function isLookedAt(request: Request): boolean {
  return request.path === '/api/auth/get-session';
}
