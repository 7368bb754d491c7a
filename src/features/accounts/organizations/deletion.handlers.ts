import { Handles } from '../../../app/commands.ts';
import { Inject, type Type } from '@nestjs/common';
import { caughtUp } from '../../../app/reading/documents.ts';
import { AuthBareError } from '../../../app/http/errors.ts';
import { Runtime } from '../../../app/runtime.ts';
import { CONFIG, EVENT_STORE } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import { OrganizationDeletion } from './deletion.service.ts';
import { Departures } from './members/departures.service.ts';
import { LeaveOrganization } from './members/member.commands.ts';
import { MembershipReader } from './members/memberships.queries.ts';
import { OrganizationExecutor, type ExecutedOrganization } from './organization-executor.service.ts';
import { CompleteDeletion, DeleteOrganization, LeaveAllOrganizations } from './organization.commands.ts';
import { NotAllowedToDelete, NotAMember, OnlyOwner } from './organization.errors.ts';
import { isOnlyOwner, may, membershipOf, type Active } from './organization.rules.ts';

@Handles(CompleteDeletion)
export class CompleteDeletionHandler {
  constructor(private readonly deletions: OrganizationDeletion) {}

  execute(command: CompleteDeletion): Promise<ExecutedOrganization> {
    return this.deletions.complete(command);
  }
}

@Handles(DeleteOrganization)
export class DeleteOrganizationHandler {
  constructor(
    private readonly deletions: OrganizationDeletion,
    private readonly organizations: OrganizationExecutor,
    private readonly memberships: MembershipReader,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws NotAMember · NotAllowedToDelete also if the organization is held · AuthBareError 403 deletion is disabled (ORG_DELETION) */
  async execute({ data, context }: DeleteOrganization): Promise<ExecutedOrganization> {
    if (!this.config.organizations.deletion) await this.refuse(data);
    return this.deletions.delete({ ...data, cause: 'asked' }, context);
  }

  private async refuse({ organizationId, userId }: DeleteOrganization['data']): Promise<never> {
    const me = membershipOf(await this.memberships.state(organizationId), userId);
    if (!me) throw new NotAMember(400);
    if (!may(me, 'organization', 'delete', this.organizations.rules)) throw new NotAllowedToDelete();
    throw new AuthBareError(403);
  }
}

@Handles(LeaveAllOrganizations)
export class LeaveAllOrganizationsHandler {
  constructor(
    private readonly deletions: OrganizationDeletion,
    private readonly organizations: OrganizationExecutor,
    private readonly departures: Departures,
    private readonly memberships: MembershipReader,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /** @throws OnlyOwner of an organization with other members · NotAllowedToDelete the only member of one that is held */
  async execute({ data: { userId }, context }: LeaveAllOrganizations): Promise<void> {
    const all = await this.organizationsOf(userId);
    const [alone, withOthers] = [
      all.filter(({ members }) => members.size === 1),
      all.filter(({ members }) => members.size > 1),
    ];
    const { rules } = this.organizations;
    if (withOthers.some((one) => isOnlyOwner(one, membershipOf(one, userId)!, rules))) throw new OnlyOwner();
    for (const { organizationId } of alone)
      if (await this.deletions.isHeld(organizationId)) throw new NotAllowedToDelete();
    for (const { organizationId } of withOthers) {
      const leave = { organizationId, userId, because: 'user_deleted' as const };
      await this.departures.execute(new LeaveOrganization(leave, context, `LeaveOrganization:${organizationId}`));
    }
    for (const { organizationId } of alone)
      await this.deletions.delete({ organizationId, userId, cause: 'user_deleted' }, context);
  }

  /** Folded from their streams. */
  private async organizationsOf(userId: string): Promise<Active[]> {
    await caughtUp(this.runtime, this.store, 'access');
    const memberships = await this.memberships.allOfUser(userId);
    const states = await Promise.all(memberships.map(({ organizationId }) => this.memberships.state(organizationId)));
    return states.filter(
      (state): state is Active => state.status === 'active' && membershipOf(state, userId) !== undefined,
    );
  }
}

export const deletionHandlers: Type[] = [
  CompleteDeletionHandler,
  DeleteOrganizationHandler,
  LeaveAllOrganizationsHandler,
];
