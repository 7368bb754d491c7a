import { Inject, Injectable } from '@nestjs/common';
import { SignJWT } from 'jose';
import { CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { secondsBetween, msOf, type Instant } from '../../../kernel/ports/clock.ts';
import { Keys } from '../../../kernel/secrets/keys.ts';
import { MembershipReader } from '../organizations/members/memberships.queries.ts';
import { rolesIn } from '../roles.ts';
import type { AuthenticatedSession } from './session.commands.ts';

/** Services verify with the keys of this purpose, which `npm run tillbook -- keys jwt` prints. */
export const SESSION_JWT = 'session-jwt';
/** Seconds (docs/IDENTITY.md#session-jwt). */
const TTL = 3_600;

/** Sessions as JWTs, for services. */
@Injectable()
export class SessionTokens {
  constructor(
    private readonly keys: Keys,
    private readonly memberships: MembershipReader,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Header `{"alg":"HS256"}`, `iss` BASE_URL, `sub` the user's id, `sid` the session's, `email`, `name`, `activeOrganizationId` and `roles` in
   * that organization (null and [] if the user is not a member), `iat`, `exp` after 3600 s or with the session, and `act: { sub }` (RFC 8693)
   * if an admin acts as the user. A service checks signature, `iss` and `exp`; it can't see that the session was revoked meanwhile.
   * @param now machine time
   */
  async sign({ session, user }: AuthenticatedSession, now: Instant): Promise<string> {
    const { activeOrganizationId: organizationId, impersonatedBy } = session;
    const role = organizationId === null ? undefined : await this.memberships.roleIn(user.id, organizationId);
    const issuedAt = Math.floor(msOf(now) / 1000);
    const lifetime = Math.min(TTL, Math.floor(secondsBetween(now, session.expiresAt)));
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
      .setExpirationTime(issuedAt + lifetime)
      .sign(this.keys.signing(SESSION_JWT)[0]!);
  }
}
