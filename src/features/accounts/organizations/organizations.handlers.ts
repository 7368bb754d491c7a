import { Inject, Injectable, type Type } from '@nestjs/common';
import { CLAIMS_LOCK } from '../../../app/kernel.handlers.ts';
import { Commands, Handles, handlersOf } from '../../../app/commands.ts';
import { CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { KeyedLock } from '../../../kernel/coordination/keyed-lock.ts';
import { isUndone } from '../../../kernel/errors.ts';
import { deriveText, deriveUuid } from '../../../kernel/ids.ts';
import { Claims, ClaimTaken } from '../../../kernel/writing/claim.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { ReleaseOrganizationQuota } from '../users/user.commands.ts';
import { UserReader } from '../users/users.queries.ts';
import { CancelInvitation, InviteMember, RejectInvitation } from './invitations/invitation.commands.ts';
import { UpdateMemberRole } from './members/member.commands.ts';
import {
  OrganizationExecutor,
  type AboutOrganization,
  type ExecutedOrganization,
} from './organization-executor.service.ts';
import { OrganizationQuota } from './organization-quota.service.ts';
import { CreateOrganization, UpdateOrganization, UpdateOrganizationProfile } from './organization.commands.ts';
import { organizationDecider } from './organization.decider.ts';
import { NotAllowedToCreate, OrganizationAlreadyExists } from './organization.errors.ts';
import { idWithin, organizationStream, type OrganizationProfile } from './organization.events.ts';
import { isReserved, isSlug, normalSlug } from './organization.rules.ts';
import { SlugClaims } from './organizations.queries.ts';
import { AddTeamMember, CreateTeam, RemoveTeam, RemoveTeamMember, UpdateTeam } from './teams/team.commands.ts';

/** docs/BILLING.md#organizations */
const DEFAULTS: Omit<OrganizationProfile, 'name' | 'avatarUrl' | 'metadata'> = {
  email: null,
  website: null,
  socials: [],
  details: null,
  featureSettings: { issueFundingEnabled: false, usageBasedBillingEnabled: false },
  subscriptionSettings: {
    allowMultipleSubscriptions: false,
    allowCustomerUpdates: true,
    prorationBehavior: 'prorate',
  },
};

@Handles(CreateOrganization)
export class CreateOrganizationHandler {
  constructor(
    private readonly executor: Executor,
    private readonly claims: Claims,
    private readonly slugs: SlugClaims,
    private readonly quota: OrganizationQuota,
    private readonly commands: Commands,
    private readonly users: UserReader,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws NotAllowedToCreate · TooManyOrganizations · OrganizationAlreadyExists the slug is taken, reserved, or cannot be part of a path */
  async execute(command: CreateOrganization): Promise<ExecutedOrganization> {
    const { createdBy: userId } = command.data;
    // Slugs and the creator's quota belong to no organization that the caller could reach.
    const context: Context = { ...command.context, scope: 'any' };
    await this.demandAllowed(userId);
    const organizationId = deriveUuid(context.requestId, 'organization');
    await this.quota.reserve({ userId, organizationId }, context);
    try {
      return await this.create(organizationId, command, context);
    } catch (error) {
      if (isUndone(error))
        await this.commands.execute(new ReleaseOrganizationQuota({ userId, organizationId }, context));
      throw error;
    }
  }

  private async create(
    organizationId: string,
    command: CreateOrganization,
    context: Context,
  ): Promise<ExecutedOrganization> {
    const { data } = command;
    const { name, logo: avatarUrl, metadata, createdBy, settings = {} } = data;
    const slug = normalSlug(data.slug);
    if (isReserved(slug) || !isSlug(slug)) throw new OrganizationAlreadyExists();
    const { creatorRole: role, teams, defaultTeam } = this.config.organizations;
    const { requestId } = context;
    const slugClaim = this.slugs.of(slug);
    const ids = { organizationId, slug, slugClaim, createdBy, memberId: deriveText(requestId, 'member'), role };
    const team = teams && defaultTeam ? { teamId: idWithin(organizationId, requestId, 'team') } : {};
    const featureSettings = { ...DEFAULTS.featureSettings, ...settings.featureSettings };
    const profile = { ...DEFAULTS, ...settings, featureSettings, name, avatarUrl, metadata };
    const facts = { ...ids, ...team, ...profile };
    const create = command.with(facts, { context: { ...context, organizationId } });
    const stream = organizationStream(organizationId);
    return whileSlugIsFree(() =>
      this.claims.during(slugClaim, stream, context, () => this.executor.execute(organizationDecider, stream, create)),
    );
  }

  /** Only addresses that match ORG_CREATION_EMAILS may create organizations, if it is set. */
  private async demandAllowed(userId: string): Promise<void> {
    const { creationEmails } = this.config.organizations;
    if (!creationEmails) return;
    const user = (await this.users.get([userId])).get(userId);
    if (!user || !creationEmails.test(user.email)) throw new NotAllowedToCreate();
  }
}

/** Claims a new slug first; one that the organization has had is still its own. */
@Handles(UpdateOrganizationProfile)
export class UpdateOrganizationProfileHandler {
  constructor(
    private readonly organizations: OrganizationExecutor,
    private readonly claims: Claims,
    private readonly slugs: SlugClaims,
    private readonly locks: KeyedLock,
  ) {}

  /** @throws OrganizationAlreadyExists the slug is taken, reserved, or cannot be part of a path · TooManySlugs */
  execute(command: UpdateOrganizationProfile): Promise<ExecutedOrganization> {
    const stream = organizationStream(command.data.organizationId);
    return this.locks.withLock(CLAIMS_LOCK, stream, () => this.update(stream, command));
  }

  private async update(stream: string, command: UpdateOrganizationProfile): Promise<ExecutedOrganization> {
    const { slug: wanted, logo: avatarUrl, ...rest } = command.data;
    const profile = { ...rest, avatarUrl };
    if (wanted === undefined) return this.organizations.execute(command.with(profile));
    const text = normalSlug(wanted);
    const claim = this.slugs.of(text);
    const update = () => this.organizations.execute(command.with({ ...profile, slug: { text, claim } }));
    if ((await this.claims.owner(claim)) === stream) return update();
    // Refuses members who may not update before it tells whether the slug is free.
    await this.organizations.execute(command.with({ ...profile, ...UNCHANGED }, { step: 'MayUpdate' }));
    if (isReserved(text) || !isSlug(text)) throw new OrganizationAlreadyExists();
    return whileSlugIsFree(() => this.claims.during(claim, stream, command.context, update));
  }
}

/** Changes nothing, and is still refused to members who may not update. */
const UNCHANGED = { name: undefined, avatarUrl: undefined, metadata: undefined };

async function whileSlugIsFree<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    throw error instanceof ClaimTaken ? new OrganizationAlreadyExists() : error;
  }
}

export const organizationHandlers: Type[] = [
  CreateOrganizationHandler,
  UpdateOrganizationProfileHandler,
  ...handlersOf(organizationDecider, ({ organizationId }) => organizationStream(organizationId), UpdateOrganization),
  ...[
    UpdateMemberRole,
    InviteMember,
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
    constructor(private readonly organizations: OrganizationExecutor) {}

    execute(command: AboutOrganization): Promise<ExecutedOrganization> {
      return this.organizations.execute(command);
    }
  }
  Object.defineProperty(Handler, 'name', { value: `${type.name}Handler` });
  Handles(type)(Handler);
  return Handler;
}
