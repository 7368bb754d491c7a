import type { Type } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { handlersOf } from '../../../app/commands.ts';
import { Claims, ClaimTaken } from '../../../kernel/claim.ts';
import { Executor, type Executed } from '../../../kernel/execute.ts';
import { deriveText, deriveUuid } from '../../../kernel/ids.ts';
import { CreateOrganization, FoundOrganization, UpdateOrganization } from './organization.commands.ts';
import { organizationDecider, type OrganizationState } from './organization.decider.ts';
import { OrganizationAlreadyExists } from './organization.errors.ts';
import { organizationStream, type OrganizationEvent, type OrganizationProfile } from './organization.events.ts';
import { SlugClaims } from './organizations.queries.ts';
import { isReserved, normalSlug } from './slug.ts';

/** The role of who founds an organization. */
const FOUNDER_ROLE = 'owner';

/** BILLING_FACTS §2.2, Organization. */
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
  ) {}

  /** @throws OrganizationAlreadyExists the slug is taken, or reserved */
  async execute({ data, context }: FoundOrganization): Promise<Executed<OrganizationState, OrganizationEvent>> {
    const { name, logo: avatarUrl, metadata, founder: createdBy } = data;
    const slug = normalSlug(data.slug);
    if (isReserved(slug)) throw new OrganizationAlreadyExists();
    const organizationId = deriveUuid(context.requestId, 'organization');
    const memberId = deriveText(context.requestId, 'member');
    const slugClaim = this.slugs.of(slug);
    const founding = { organizationId, slug, slugClaim, createdBy, memberId, role: FOUNDER_ROLE };
    const command = new CreateOrganization(
      { ...founding, ...DEFAULTS, name, avatarUrl, metadata },
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
}

export const organizationHandlers: Type[] = [
  FoundOrganizationHandler,
  ...handlersOf(
    organizationDecider,
    ({ organizationId }) => organizationStream(organizationId),
    CreateOrganization,
    UpdateOrganization,
  ),
];
