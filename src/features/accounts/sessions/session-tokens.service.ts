import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { SignJWT } from 'jose';
import { CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { secondsBetween, msOf, type Instant } from '../../../kernel/ports/clock.ts';
import { Keys } from '../../../kernel/secrets/keys.ts';
import { rolesIn } from '../roles.ts';
import { MembershipReader } from '../organizations/members/memberships.queries.ts';
import type { AuthenticatedSession } from './sessions.queries.ts';

/** Services verify with the keys of this purpose, which `npm run tillbook -- keys jwt` prints. */
export const SESSION_JWT = 'session-jwt';
/** Seconds (docs/IDENTITY.md#session-jwt). */
const TTL = 3_600;

/**
 * The session as a JWT for services: header `{"alg":"HS256"}`, `iss` BASE_URL, `sub` the user's id, `sid` the session's, `email`, `name`,
 * `activeOrganizationId` and `roles` in that organization ([] and null where he is none of its members), `iat`, `exp` after 3600 s or with
 * the session, and where an admin acts as the user `act: { sub }` (RFC 8693). A service checks signature, `iss` and `exp`; that the session
 * was revoked meanwhile it can't see.
 */
export class SignSessionToken extends Query<string> {
  constructor(
    readonly visit: AuthenticatedSession,
    /** Machine time. */
    readonly now: Instant,
  ) {
    super();
  }
}

@QueryHandler(SignSessionToken)
export class SignSessionTokenHandler implements IQueryHandler<SignSessionToken> {
  constructor(
    private readonly keys: Keys,
    private readonly memberships: MembershipReader,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ visit: { session, user }, now }: SignSessionToken): Promise<string> {
    const { activeOrganizationId: organizationId, impersonatedBy } = session;
    const role = organizationId === null ? undefined : await this.memberships.roleIn(user.id, organizationId);
    const issuedAt = Math.floor(msOf(now) / 1000);
    const lasts = Math.min(TTL, Math.floor(secondsBetween(now, session.expiresAt)));
    const claims = {
      sid: session.id,
      email: user.email,
      name: user.name,
      activeOrganizationId: role === undefined ? null : organizationId,
      roles: role === undefined ? [] : rolesIn(role),
      ...(impersonatedBy !== null && { act: { sub: impersonatedBy } }),
    };
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(this.config.baseUrl)
      .setSubject(user.id)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + lasts)
      .sign(this.keys.signing(SESSION_JWT)[0]!);
  }
}
