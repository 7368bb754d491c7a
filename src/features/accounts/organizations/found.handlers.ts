import { Inject } from '@nestjs/common';
import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { Claims, ClaimTaken } from '../../../kernel/writing/claim.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { isUndone } from '../../../kernel/errors.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { deriveText, deriveUuid } from '../../../kernel/ids.ts';
import { ReleaseOrganizationQuota } from '../users/user.commands.ts';
import { UserReader } from '../users/users.queries.ts';
import { OrganizationQuota } from './organization-quota.service.ts';
import { CreateOrganization, FoundOrganization } from './organization.commands.ts';
import { organizationDecider } from './organization.decider.ts';
import { NotAllowedToCreate, OrganizationAlreadyExists } from './organization.errors.ts';
import { organizationStream, type OrganizationProfile } from './organization.events.ts';
import type { ExecutedOrganization } from './organizations.handlers.ts';
import { SlugClaims } from './organizations.queries.ts';
import { idWithin } from './scoped-ids.rules.ts';
import { isReserved, isSlug, normalSlug } from './slug.ts';

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

@CommandHandler(FoundOrganization)
export class FoundOrganizationHandler implements ICommandHandler<FoundOrganization> {
  constructor(
    private readonly executor: Executor,
    private readonly claims: Claims,
    private readonly slugs: SlugClaims,
    private readonly foundings: OrganizationQuota,
    private readonly commands: CommandBus,
    private readonly users: UserReader,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws NotAllowedToCreate · TooManyOrganizations · OrganizationAlreadyExists the slug is taken, reserved, or can't stand in a path */
  async execute({ data, context }: FoundOrganization): Promise<ExecutedOrganization> {
    const { founder: userId } = data;
    await this.refuseStrangers(userId);
    const organizationId = deriveUuid(context.requestId, 'organization');
    await this.foundings.reserve({ userId, organizationId }, context);
    try {
      return await this.create(organizationId, data, context);
    } catch (error) {
      if (isUndone(error))
        await this.commands.execute(new ReleaseOrganizationQuota({ userId, organizationId }, context));
      throw error;
    }
  }

  private async create(
    organizationId: string,
    { name, logo: avatarUrl, metadata, founder: createdBy, slug: wanted }: FoundOrganization['data'],
    context: Context,
  ): Promise<ExecutedOrganization> {
    const slug = normalSlug(wanted);
    if (isReserved(slug) || !isSlug(slug)) throw new OrganizationAlreadyExists();
    const { creatorRole: role, teams, defaultTeam } = this.config.organizations;
    const { requestId } = context;
    const slugClaim = this.slugs.of(slug);
    const ids = { organizationId, slug, slugClaim, createdBy, memberId: deriveText(requestId, 'member'), role };
    const team = teams && defaultTeam ? { teamId: idWithin(organizationId, requestId, 'team') } : {};
    const command = new CreateOrganization(
      { ...ids, ...team, ...DEFAULTS, name, avatarUrl, metadata },
      { ...context, organizationId },
    );
    const stream = organizationStream(organizationId);
    try {
      return await this.claims.during(slugClaim, stream, context, () =>
        this.executor.execute(organizationDecider, stream, command),
      );
    } catch (error) {
      throw error instanceof ClaimTaken ? new OrganizationAlreadyExists() : error;
    }
  }

  /** Only addresses of ORG_CREATION_EMAILS, where it is set. */
  private async refuseStrangers(userId: string): Promise<void> {
    const { creationEmails } = this.config.organizations;
    if (!creationEmails) return;
    const user = (await this.users.get([userId])).get(userId);
    if (!user || !creationEmails.test(user.email)) throw new NotAllowedToCreate();
  }
}
