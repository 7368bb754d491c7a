import { Inject, Injectable, type Type } from '@nestjs/common';
import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { caughtUp } from '../../../app/documents.ts';
import { AuthBareError } from '../../../app/http/errors.ts';
import { OrganizationHolds } from '../../../app/organization-holds.ts';
import { Runtime } from '../../../app/runtime.ts';
import { CONFIG, EVENT_STORE } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import { deriveText } from '../../../kernel/ids.ts';
import { DeleteApiKeysOf } from '../api-keys/api-key.commands.ts';
import { RevokeAccessTokensOf } from '../access-tokens/access-token.commands.ts';
import { MembershipReader } from './members/memberships.queries.ts';
import {
  CompleteDeletion,
  DeleteOrganization,
  FinishDeletion,
  LeaveAllOrganizations,
  LeaveOrganization,
  StartDeletion,
} from './organization.commands.ts';
import { NotAllowedToDelete, NotAMember, OnlyOwner } from './organization.errors.ts';
import type { DeletionCause } from './organization.events.ts';
import { isOnlyOwner, may, membershipOf, type Active } from './organization.rules.ts';
import { RuledOrganizations, type ExecutedOrganization } from './organizations.handlers.ts';

interface Asked {
  organizationId: string;
  userId: string;
  cause: DeletionCause;
}

/**
 * A deletion is announced in the organization's stream, and what is live is gathered after that. Whoever confirms a checkout does it the
 * other way round: announces it in the checkout's stream, and then looks at the organization. So one of the two always sees the other.
 */
@Injectable()
export class OrganizationDeletion {
  constructor(
    private readonly organizations: RuledOrganizations,
    private readonly commands: CommandBus,
    private readonly holds: OrganizationHolds,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /** @throws NotAMember · NotAllowedToDelete also where something is live · OnlyOwner somebody else has joined */
  async delete({ organizationId, userId, cause }: Asked, context: Context): Promise<ExecutedOrganization> {
    const deletionId = deriveText(context.requestId, 'deletion');
    const asked = { organizationId, userId, cause, deletionId };
    const start = new StartDeletion(asked, context, `StartDeletion:${organizationId}`);
    const { state } = await this.organizations.execute(start);
    const begun = state.status === 'active' ? state.deletion : null;
    const data = { organizationId, deletionId: begun?.deletionId ?? deletionId };
    const finished = await this.complete(new CompleteDeletion(data, context));
    if (finished.state.status !== 'deleted') throw new NotAllowedToDelete();
    // Its tokens and keys must not work from the next request on; the rest a process closes.
    const revoke = new RevokeAccessTokensOf({ organizationId }, context, `RevokeAccessTokensOf:${organizationId}`);
    await this.commands.execute(revoke);
    const end = new DeleteApiKeysOf({ owner: organizationId }, context, `DeleteApiKeysOf:${organizationId}`);
    await this.commands.execute(end);
    return finished;
  }

  async complete({ data, context }: CompleteDeletion): Promise<ExecutedOrganization> {
    const isLive = await this.isLive(data.organizationId);
    const finish = new FinishDeletion({ ...data, isLive }, context, `FinishDeletion:${data.organizationId}`);
    return this.organizations.execute(finish);
  }

  /** Whether a feature keeps it, such as by a live subscription. */
  async isLive(organizationId: string): Promise<boolean> {
    await caughtUp(this.runtime, this.store);
    return this.holds.any(organizationId);
  }
}

@CommandHandler(CompleteDeletion)
export class CompleteDeletionHandler implements ICommandHandler<CompleteDeletion> {
  constructor(private readonly deletions: OrganizationDeletion) {}

  execute(command: CompleteDeletion): Promise<ExecutedOrganization> {
    return this.deletions.complete(command);
  }
}

@CommandHandler(DeleteOrganization)
export class DeleteOrganizationHandler implements ICommandHandler<DeleteOrganization> {
  constructor(
    private readonly deletions: OrganizationDeletion,
    private readonly organizations: RuledOrganizations,
    private readonly members: MembershipReader,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws NotAMember · NotAllowedToDelete also where something is live · AuthBareError 403 nobody may (ORG_DELETION) */
  async execute({ data, context }: DeleteOrganization): Promise<ExecutedOrganization> {
    if (!this.config.organizations.deletion) await this.refuse(data);
    return this.deletions.delete({ ...data, cause: 'asked' }, context);
  }

  private async refuse({ organizationId, userId }: DeleteOrganization['data']): Promise<never> {
    const me = membershipOf(await this.members.state(organizationId), userId);
    if (!me) throw new NotAMember(400);
    if (!may(me, 'organization', 'delete', this.organizations.rules)) throw new NotAllowedToDelete();
    throw new AuthBareError(403);
  }
}

@CommandHandler(LeaveAllOrganizations)
export class LeaveAllOrganizationsHandler implements ICommandHandler<LeaveAllOrganizations> {
  constructor(
    private readonly deletions: OrganizationDeletion,
    private readonly organizations: RuledOrganizations,
    private readonly members: MembershipReader,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /** @throws OnlyOwner of one that others are in · NotAllowedToDelete he is alone in one where something is live */
  async execute({ data: { userId }, context }: LeaveAllOrganizations): Promise<void> {
    const all = await this.organizationsOf(userId);
    const [alone, withOthers] = [
      all.filter(({ members }) => members.length === 1),
      all.filter(({ members }) => members.length > 1),
    ];
    const { rules } = this.organizations;
    if (withOthers.some((one) => isOnlyOwner(one, membershipOf(one, userId)!, rules))) throw new OnlyOwner();
    for (const { organizationId } of alone)
      if (await this.deletions.isLive(organizationId)) throw new NotAllowedToDelete();
    for (const { organizationId } of withOthers) {
      const leave = { organizationId, userId, because: 'user_deleted' as const };
      await this.organizations.execute(new LeaveOrganization(leave, context, `LeaveOrganization:${organizationId}`));
    }
    for (const { organizationId } of alone)
      await this.deletions.delete({ organizationId, userId, cause: 'user_deleted' }, context);
  }

  /** By their streams, as they are now. */
  private async organizationsOf(userId: string): Promise<Active[]> {
    await caughtUp(this.runtime, this.store);
    const memberships = await this.members.allOfUser(userId);
    const states = await Promise.all(memberships.map(({ organizationId }) => this.members.state(organizationId)));
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
