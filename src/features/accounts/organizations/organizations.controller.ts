import { Body, Get, Patch, Post } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { BillingController, Scopes } from '../../../app/http/api.ts';
import { AlsoImpersonated } from '../../../app/http/callers/not-impersonated.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { insufficientScope } from '../../../app/http/errors.ts';
import { anyOf, type Filter } from '../../../app/http/lists/filters.ts';
import { List, type ListRequest, type ListSpec } from '../../../app/http/lists/list.ts';
import { CallerOf, Ctx } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import { StreamDocuments } from '../../../app/reading/stream-documents.ts';
import { InvalidInput } from '../../../kernel/errors.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import {
  CreateOrganization,
  UpdateOrganization,
  type OrganizationChange,
  type OrganizationSettings,
} from './organization.commands.ts';
import { organizationStream } from './organization.events.ts';
import { organizationProjection } from './organization.projection.ts';
import { NotPermitted, OrganizationAlreadyExists } from './organization.errors.ts';
import { Organization, OrganizationCreate, OrganizationList, OrganizationUpdate } from './organizations.dto.ts';
import { OrganizationPresenter, OrganizationQueries } from './organizations.queries.ts';

/** Also by one that the organization gave up. */
const bySlug: Filter = {
  ...anyOf('slug'),
  where: (values) => [
    { or: [{ in: ['slug', values] }, ...values.map((slug): Where => ({ has: ['former_slugs', slug] }))] },
  ],
};

export const organizationList: ListSpec = {
  sorting: { created_at: 'created_at', slug: 'slug', name: 'name_lower' },
  defaultSorting: ['created_at'],
  filters: { slug: bySlug },
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

  /** Anybody may have an organization of their own, so no role in another one is needed. */
  @Post()
  @Scopes('organizations:read', 'organizations:write')
  async create(
    @Body() body: OrganizationCreate,
    @CallerOf() caller: Caller,
    @Ctx() context: Context,
  ): Promise<Organization> {
    if (caller.kind !== 'user') throw new NotPermitted('Only users may create organizations');
    if (caller.narrowedTo?.has('organizations:write') === false) throw insufficientScope(['organizations:write']);
    const { name, slug, avatar_url: logo = null } = body;
    const data = { name, slug, logo, metadata: null, createdBy: caller.id, settings: settingsOf(body) };
    const created = await this.commands.execute(new CreateOrganization(data, context)).catch(slugTaken);
    return this.answer(deriveUuid(context.requestId, 'organization'), created);
  }

  @Get(':id')
  @Scopes('organizations:read', 'organizations:write')
  get(@Id() id: string, @CallerOf() caller: Caller): Promise<Organization> {
    return this.queries.get(id, caller);
  }

  @Patch(':id')
  @AlsoImpersonated()
  @Scopes('organizations:write')
  async update(
    @Id() organizationId: string,
    @Body() body: OrganizationUpdate,
    @CallerOf() { kind, id }: Caller,
    @Ctx() context: Context,
  ): Promise<Organization> {
    const actorId = kind === 'user' ? id : null;
    const { name, avatar_url: avatarUrl } = body;
    const data = { organizationId, actorId, ...definedOf({ name: name ?? undefined, avatarUrl }), ...settingsOf(body) };
    const update = new UpdateOrganization(data, { ...context, organizationId });
    return this.answer(organizationId, await this.commands.execute(update));
  }

  private async answer(organizationId: string, { history }: OrganizationChange): Promise<Organization> {
    const stream = organizationStream(organizationId);
    return this.presenter.present(
      (await this.documents.after(organizationProjection, organizationId, stream, history))!,
    );
  }
}

/** @throws InvalidInput in place of the identity contract's error: the slug is taken, reserved, or cannot be part of a path */
function slugTaken(error: unknown): never {
  if (error instanceof OrganizationAlreadyExists)
    throw InvalidInput.at('body.slug', 'An organization with this slug already exists, or the slug cannot be used.');
  throw error;
}

/** null clears an address or a link; required fields it leaves as they are. */
function settingsOf(body: OrganizationCreate | OrganizationUpdate): OrganizationSettings {
  const { email, website, socials, details, feature_settings: features } = body;
  const { subscription_settings: subscriptions, time_zone: timeZone, billing_settings: billing, currency } = body;
  const { invoice_settings: invoices, mail_settings: mails } = body;
  return definedOf({
    email,
    website,
    socials: socials === null ? [] : socials?.map(({ platform, url }) => ({ platform, url })),
    details: details ? { ...details } : undefined,
    timeZone: timeZone ?? undefined,
    billingSettings: billing
      ? {
          upgradeBehavior: billing.upgrade_behavior ?? null,
          downgradeBehavior: billing.downgrade_behavior ?? null,
          benefitGraceDays: billing.benefit_grace_days,
          unpaidAction: billing.unpaid_action,
        }
      : undefined,
    invoiceSettings: invoices
      ? {
          legalName: invoices.legal_name ?? null,
          address: invoices.address ?? null,
          taxId: invoices.tax_id ?? null,
          email: invoices.email ?? null,
          footer: invoices.footer ?? null,
        }
      : undefined,
    mailSettings: mails ? { off: [...new Set(mails.off)] } : undefined,
    currency: currency ?? undefined,
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
  });
}

function definedOf<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
