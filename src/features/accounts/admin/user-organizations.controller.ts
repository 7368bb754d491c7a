import { Body, Post, UseInterceptors } from '@nestjs/common';
import { AuthController } from '../../../app/http/api.ts';
import { AlsoWithKeys } from '../../../app/http/with-keys.ts';
import { KeepSession } from '../../../app/http/callers/keep-session.ts';
import { OrganizationReader } from '../organizations/organizations.queries.ts';
import { MAX_LISTED, MembershipReader } from '../organizations/members/memberships.queries.ts';
import type { AuthenticatedSession } from '../sessions/session.commands.ts';
import { RequiredSession } from '../sessions/sessions.queries.ts';
import { UserIdRequest, UserOrganizations } from './admin.dto.ts';
import { demand } from './admin.rights.ts';

/** A user's memberships for administrators; of the organizations, only their names. */
@AuthController('admin')
@UseInterceptors(KeepSession)
export class UserOrganizationsController {
  constructor(
    private readonly memberships: MembershipReader,
    private readonly organizations: OrganizationReader,
  ) {}

  @Post('list-user-organizations')
  @AlsoWithKeys()
  async list(
    @Body() { userId }: UserIdRequest,
    @RequiredSession() current: AuthenticatedSession,
  ): Promise<UserOrganizations> {
    demand(current, 'list');
    const members = typeof userId === 'string' ? await this.memberships.ofUser(userId, MAX_LISTED) : [];
    const found = await this.organizations.find(members.map(({ organizationId }) => organizationId));
    return {
      organizations: members.flatMap(({ organizationId: id, role, createdAt: joinedAt }) => {
        const organization = found.get(id);
        return organization ? [{ id, name: organization.name, slug: organization.slug, role, joinedAt }] : [];
      }),
    };
  }
}
