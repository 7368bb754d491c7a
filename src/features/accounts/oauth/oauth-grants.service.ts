import { Inject, Injectable } from '@nestjs/common';
import { FreshDocuments } from '../../../app/reading/fresh-documents.ts';
import { scopesOfRole } from '../../../app/http/callers/scopes.ts';
import { CLOCK } from '../../../app/tokens.ts';
import type { Clock } from '../../../kernel/ports/clock.ts';
import { MembershipReader } from '../organizations/members/memberships.queries.ts';
import { userStream } from '../users/user.events.ts';
import { isBanned, userProjection } from '../users/user.projection.ts';
import { oauthGrantStream } from './oauth-grant.events.ts';
import { oauthGrantProjection, type OAuthGrantDocument } from './oauth-grant.projection.ts';
import { OAuthClients } from './oauth-clients.service.ts';
import { ALLOWING_SCOPE } from './oauth.scopes.ts';

/** What apps may do now, never stale. */
@Injectable()
export class LiveOAuthGrants {
  constructor(
    private readonly fresh: FreshDocuments,
    private readonly clients: OAuthClients,
    private readonly memberships: MembershipReader,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Undefined also while whoever allowed it is banned, and once they could not allow it any more. Without scopes that its client may not ask for
   * any more.
   */
  async byId(grantId: string): Promise<OAuthGrantDocument | undefined> {
    const grant = await this.fresh.load(oauthGrantProjection, grantId, oauthGrantStream(grantId));
    if (!grant) return undefined;
    const [client, isAllowed] = await Promise.all([this.clients.byId(grant.client_id), this.isAllowed(grant)]);
    if (!client || !isAllowed) return undefined;
    return { ...grant, scopes: grant.scopes.filter((scope) => client.scopes.includes(scope)) };
  }

  private async isAllowed({ user_id, organization_id }: OAuthGrantDocument): Promise<boolean> {
    const user = await this.fresh.load(userProjection, user_id, userStream(user_id));
    if (!user || isBanned(user, this.clock.machineNow())) return false;
    if (organization_id === null) return true;
    return scopesOfRole(await this.memberships.roleIn(user_id, organization_id)).has(ALLOWING_SCOPE);
  }
}

/** The id of whom an app acts for, `sub` in its tokens. */
export function subjectIdOf({ organization_id, user_id }: OAuthGrantDocument): string {
  return organization_id ?? user_id;
}
