import { Body, Get, Patch } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { BillingController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/caller.ts';
import { anyOf } from '../../../app/http/filters.ts';
import { List, type ListRequest, type ListSpec } from '../../../app/http/list.ts';
import { CallerOf, Ctx } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import { StreamDocuments } from '../../../app/stream-documents.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { UpdateOrganization } from './organization.commands.ts';
import { organizationStream } from './organization.events.ts';
import { organizationProjection } from './organization.projection.ts';
import { Organization, OrganizationList, OrganizationUpdate } from './organizations.dto.ts';
import { OrganizationPresenter, OrganizationQueries } from './organizations.queries.ts';

export const organizationList: ListSpec = {
  sorting: { created_at: 'created_at', slug: 'slug', name: 'name_lower' },
  defaultSorting: ['created_at'],
  filters: { slug: anyOf('slug') },
};

@BillingController('organizations')
export class OrganizationsController {
  constructor(
    private readonly commands: Commands,
    private readonly queries: OrganizationQueries,
    private readonly presenter: OrganizationPresenter,
    private readonly documents: StreamDocuments,
  ) {}

  @Get()
  @Scopes('organizations:read', 'organizations:write')
  list(@List(organizationList) list: ListRequest, @CallerOf() caller: Caller): Promise<OrganizationList> {
    return this.queries.list(list, caller);
  }

  @Get(':id')
  @Scopes('organizations:read', 'organizations:write')
  get(@Id() id: string, @CallerOf() caller: Caller): Promise<Organization> {
    return this.queries.get(id, caller);
  }

  @Patch(':id')
  @Scopes('organizations:write')
  async update(
    @Id() organizationId: string,
    @Body() body: OrganizationUpdate,
    @CallerOf() { kind, id }: Caller,
    @Ctx() context: Context,
  ): Promise<Organization> {
    const actorId = kind === 'user' ? id : null;
    const data = { organizationId, actorId, ...changesOf(body) };
    const update = new UpdateOrganization(data, { ...context, organizationId });
    const { history } = await this.commands.execute(update);
    const stream = organizationStream(organizationId);
    return this.presenter.present(
      (await this.documents.after(organizationProjection, organizationId, stream, history))!,
    );
  }
}

/** null clears an address or a link; required fields it leaves as they are. */
function changesOf(body: OrganizationUpdate): Omit<UpdateOrganization['data'], 'organizationId' | 'actorId'> {
  const { name, avatar_url: avatarUrl, email, website, socials, details } = body;
  const { feature_settings: features, subscription_settings: subscriptions, time_zone: timeZone } = body;
  return {
    name: name ?? undefined,
    avatarUrl,
    email,
    website,
    socials: socials === null ? [] : socials?.map(({ platform, url }) => ({ platform, url })),
    details: details ? { ...details } : undefined,
    timeZone: timeZone ?? undefined,
    featureSettings: features
      ? definedOf({
          issueFundingEnabled: features.issue_funding_enabled,
          usageBasedBillingEnabled: features.usage_based_billing_enabled,
        })
      : undefined,
    subscriptionSettings: subscriptions
      ? {
          allowMultipleSubscriptions: subscriptions.allow_multiple_subscriptions,
          allowCustomerUpdates: subscriptions.allow_customer_updates,
          prorationBehavior: subscriptions.proration_behavior,
        }
      : undefined,
  };
}

function definedOf<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
