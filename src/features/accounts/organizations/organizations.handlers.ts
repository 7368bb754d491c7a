import { Inject, Injectable, type Type } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CLAIMS_LOCK } from '../../../app/claims.ts';
import { handlersOf } from '../../../app/commands.ts';
import { CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { Claims, ClaimTaken } from '../../../kernel/writing/claim.ts';
import type { Command, Executed } from '../../../kernel/writing/command.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { KeyedLock } from '../../../kernel/coordination/keyed-lock.ts';
import {
  AcceptInvitation,
  AddTeamMember,
  CancelInvitation,
  ChangeMemberRole,
  CreateOrganization,
  CreateTeam,
  EditOrganization,
  InviteMember,
  LeaveOrganization,
  RejectInvitation,
  RemoveMember,
  RemoveTeam,
  RemoveTeamMember,
  ReviseOrganization,
  UpdateOrganization,
  UpdateTeam,
} from './organization.commands.ts';
import { organizationDecider, type OrganizationState } from './organization.decider.ts';
import { OrganizationAlreadyExists } from './organization.errors.ts';
import { organizationStream, type OrganizationEvent } from './organization.events.ts';
import type { OrganizationRules } from './organization.rules.ts';
import { SlugClaims } from './organizations.queries.ts';
import { isReserved, isSlug, normalSlug } from './slug.ts';

export type ExecutedOrganization = Executed<OrganizationState, OrganizationEvent>;
type AboutOrganization = Command<string, { organizationId: string }>;

/** Decides commands by what this installation allows. */
@Injectable()
export class RuledOrganizations {
  readonly rules: OrganizationRules;

  constructor(
    private readonly executor: Executor,
    @Inject(CONFIG) { organizations }: Config,
  ) {
    this.rules = organizations;
  }

  execute({ type, data, context, id }: AboutOrganization): Promise<ExecutedOrganization> {
    const ruled = { type, data: { ...data, rules: this.rules }, context, id };
    return this.executor.execute(organizationDecider, organizationStream(data.organizationId), ruled);
  }
}

/** The new slug is claimed before, the old one is let go afterwards. */
@CommandHandler(EditOrganization)
export class EditOrganizationHandler implements ICommandHandler<EditOrganization> {
  constructor(
    private readonly organizations: RuledOrganizations,
    private readonly claims: Claims,
    private readonly slugs: SlugClaims,
    private readonly turns: KeyedLock,
  ) {}

  /** @throws OrganizationAlreadyExists the slug is taken, reserved, or can't stand in a path */
  execute(command: EditOrganization): Promise<ExecutedOrganization> {
    const stream = organizationStream(command.data.organizationId);
    return this.turns.withLock(CLAIMS_LOCK, stream, () => this.edit(stream, command));
  }

  private async edit(stream: string, { data, context }: EditOrganization): Promise<ExecutedOrganization> {
    const { slug: wanted, logo: avatarUrl, ...rest } = data;
    const revision = { ...rest, avatarUrl };
    if (wanted === undefined) return this.organizations.execute(new ReviseOrganization(revision, context));
    const text = normalSlug(wanted);
    const claim = this.slugs.of(text);
    const isMine = (await this.claims.owner(claim)) === stream;
    const revise = () =>
      this.organizations.execute(new ReviseOrganization({ ...revision, slug: { text, claim } }, context));
    // Whether he may is told before whether it is to be had: so the claim is only tried for one who may.
    if (isMine) return revise();
    await this.organizations.execute(new ReviseOrganization({ ...revision, ...NOTHING }, context, 'MayRevise'));
    if (isReserved(text) || !isSlug(text)) throw new OrganizationAlreadyExists();
    try {
      const executed = await this.claims.during(claim, stream, context, revise);
      for (const { type, data: changed } of executed.appended)
        if (type === 'OrganizationUpdated' && changed.releasedSlugClaim)
          await this.claims.release(changed.releasedSlugClaim, stream, context);
      return executed;
    } catch (error) {
      throw error instanceof ClaimTaken ? new OrganizationAlreadyExists() : error;
    }
  }
}

/** Changes nothing, and is refused to whoever may not change anything. */
const NOTHING = { name: undefined, avatarUrl: undefined, metadata: undefined };

export const organizationHandlers: Type[] = [
  EditOrganizationHandler,
  ...handlersOf(
    organizationDecider,
    ({ organizationId }) => organizationStream(organizationId),
    CreateOrganization,
    UpdateOrganization,
  ),
  ...[
    LeaveOrganization,
    RemoveMember,
    ChangeMemberRole,
    InviteMember,
    AcceptInvitation,
    RejectInvitation,
    CancelInvitation,
    CreateTeam,
    UpdateTeam,
    RemoveTeam,
    AddTeamMember,
    RemoveTeamMember,
  ].map(ruledHandler),
];

function ruledHandler(type: new (...args: never[]) => AboutOrganization): Type {
  @Injectable()
  class Handler {
    constructor(private readonly organizations: RuledOrganizations) {}

    execute(command: AboutOrganization): Promise<ExecutedOrganization> {
      return this.organizations.execute(command);
    }
  }
  Object.defineProperty(Handler, 'name', { value: `${type.name}Handler` });
  CommandHandler(type as never)(Handler);
  return Handler;
}
