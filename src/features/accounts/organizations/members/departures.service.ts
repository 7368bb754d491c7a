import { Injectable } from '@nestjs/common';
import { UserReader } from '../../users/users.queries.ts';
import { EmailDigests } from '../invitations/invitations.queries.ts';
import { OrganizationExecutor, type ExecutedOrganization } from '../organization-executor.service.ts';
import { membershipOf, targeted } from '../organization.rules.ts';
import type { LeaveOrganization, RemoveMember } from './member.commands.ts';
import { MembershipReader } from './memberships.queries.ts';

/** Ends memberships, and with them the invitations to the members' addresses. */
@Injectable()
export class Departures {
  constructor(
    private readonly organizations: OrganizationExecutor,
    private readonly memberships: MembershipReader,
    private readonly users: UserReader,
    private readonly digests: EmailDigests,
  ) {}

  async execute(command: LeaveOrganization | RemoveMember): Promise<ExecutedOrganization> {
    const { data } = command;
    const state = await this.memberships.state(data.organizationId);
    const member = 'target' in data ? targeted(state, data.target) : membershipOf(state, data.userId);
    const user = member && (await this.users.byId(member.userId))?.user;
    return this.organizations.execute(command.with({ ...data, emailDigest: user && this.digests.of(user.email) }));
  }
}
