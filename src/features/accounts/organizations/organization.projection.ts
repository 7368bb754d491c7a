import { DEFAULT_CURRENCY } from '../../../kernel/currencies.ts';
import { UTC, type Instant } from '../../../kernel/ports/clock.ts';
import type { EventsOf, Recorded } from '../../../kernel/writing/events.ts';
import { idOf } from '../../../kernel/ports/event-store.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import { handlesType, isList, type Projection } from '../../../kernel/reading/projection.ts';
import { folded } from '../../../kernel/folding.ts';
import {
  DEFAULT_BILLING_SETTINGS,
  DEFAULT_INVOICE_SETTINGS,
  DEFAULT_MAIL_SETTINGS,
  type BillingSettings,
  type InvoiceSettings,
  type MailSettings,
  type OrganizationEvent,
  type organizationEvents,
  type OrganizationProfile,
  type SocialLink,
} from './organization.events.ts';

export interface WireBillingSettings {
  upgrade_behavior: BillingSettings['upgradeBehavior'];
  downgrade_behavior: BillingSettings['downgradeBehavior'];
  benefit_grace_days: number;
  unpaid_action: BillingSettings['unpaidAction'];
}

export interface WireInvoiceSettings {
  legal_name: string | null;
  address: string | null;
  tax_id: string | null;
  email: string | null;
  footer: string | null;
}

/** An organization as the billing contract shows one, and the identity contract's `metadata`. */
export interface OrganizationDocument {
  id: string;
  created_at: Instant;
  modified_at: Instant | null;
  name: string;
  slug: string;
  avatar_url: string | null;
  email: string | null;
  website: string | null;
  socials: SocialLink[];
  details_submitted_at: Instant | null;
  feature_settings: { issue_funding_enabled: boolean; usage_based_billing_enabled: boolean };
  subscription_settings: {
    allow_multiple_subscriptions: boolean;
    allow_customer_updates: boolean;
    proration_behavior: 'invoice' | 'prorate';
  };
  /** An IANA name. */
  time_zone: string;
  billing_settings: WireBillingSettings;
  invoice_settings: WireInvoiceSettings;
  mail_settings: MailSettings;
  currency: string;
  /** `#rrggbb`; null: ours. In neither contract. */
  accent_color: string | null;
  metadata: Record<string, unknown> | null;
  name_lower: string;
  /** Those it gave up: links with them still lead to it. */
  former_slugs: string[];
}

type Handled = Extract<
  EventsOf<typeof organizationEvents>,
  { type: 'OrganizationCreated' | 'OrganizationUpdated' | 'OrganizationDeleted' }
>;

/** Without deleted organizations. An organization is its own tenant. */
export const organizationProjection: Projection<OrganizationDocument, Handled> = {
  name: 'organizations',
  version: 9,
  group: 'access',
  tenant: 'id',
  indexes: [['created_at'], ['slug'], ['name_lower']],
  fields: ['former_slugs'],
  maps: ['metadata'],
  handles: ['OrganizationCreated', 'OrganizationUpdated', 'OrganizationDeleted'],
  targets: ({ stream }) => [idOf(stream)],

  evolve(document, event) {
    switch (event.type) {
      case 'OrganizationCreated':
        return created(event);
      case 'OrganizationUpdated':
        return document && updated(document, event);
      case 'OrganizationDeleted':
        return undefined;
    }
  },
};

function created({
  data,
  metadata,
}: Recorded<Extract<Handled, { type: 'OrganizationCreated' }>>): OrganizationDocument {
  return {
    id: data.organizationId,
    created_at: metadata.occurredAt,
    modified_at: null,
    slug: data.slug,
    former_slugs: [],
    details_submitted_at: data.details ? metadata.occurredAt : null,
    time_zone: UTC,
    billing_settings: wireBillingSettings(DEFAULT_BILLING_SETTINGS),
    invoice_settings: wireInvoiceSettings(DEFAULT_INVOICE_SETTINGS),
    mail_settings: DEFAULT_MAIL_SETTINGS,
    currency: DEFAULT_CURRENCY,
    accent_color: null,
    ...wireOf(data),
  } as OrganizationDocument;
}

function updated(
  document: OrganizationDocument,
  { data, metadata }: Recorded<Extract<Handled, { type: 'OrganizationUpdated' }>>,
): OrganizationDocument {
  return {
    ...document,
    ...wireOf(data),
    ...(data.slug !== undefined && moved(document, data.slug)),
    modified_at: metadata.occurredAt,
    details_submitted_at: document.details_submitted_at ?? (data.details ? metadata.occurredAt : null),
  };
}

function moved({ slug: old, former_slugs }: OrganizationDocument, slug: string) {
  return { slug, former_slugs: [...former_slugs, old].filter((one) => one !== slug) };
}

/** The fields a profile holds, under their wire names. */
function wireOf(profile: Partial<OrganizationProfile>): Partial<OrganizationDocument> {
  const {
    name,
    avatarUrl,
    metadata,
    email,
    website,
    socials,
    featureSettings,
    subscriptionSettings,
    timeZone,
    billingSettings,
    invoiceSettings,
    mailSettings,
    currency,
    accentColor,
  } = profile;
  return {
    ...(name !== undefined && { name, name_lower: folded(name) }),
    ...(avatarUrl !== undefined && { avatar_url: avatarUrl }),
    ...(metadata !== undefined && { metadata }),
    ...(email !== undefined && { email }),
    ...(website !== undefined && { website }),
    ...(socials !== undefined && { socials }),
    ...(timeZone !== undefined && { time_zone: timeZone }),
    ...(billingSettings !== undefined && { billing_settings: wireBillingSettings(billingSettings) }),
    ...(invoiceSettings !== undefined && { invoice_settings: wireInvoiceSettings(invoiceSettings) }),
    ...(mailSettings !== undefined && { mail_settings: mailSettings }),
    ...(currency !== undefined && { currency }),
    ...(accentColor !== undefined && { accent_color: accentColor }),
    ...(featureSettings && {
      feature_settings: {
        issue_funding_enabled: featureSettings.issueFundingEnabled,
        usage_based_billing_enabled: featureSettings.usageBasedBillingEnabled,
      },
    }),
    ...(subscriptionSettings && {
      subscription_settings: {
        allow_multiple_subscriptions: subscriptionSettings.allowMultipleSubscriptions,
        allow_customer_updates: subscriptionSettings.allowCustomerUpdates,
        proration_behavior: subscriptionSettings.prorationBehavior,
      },
    }),
  };
}

/** The documents of a projection after an organization's events, by id; responses to writes show them. */
export function documentsAfter<D extends Document, E extends OrganizationEvent>(
  projection: Projection<D, E>,
  events: readonly Recorded<OrganizationEvent>[],
): Map<string, D> {
  const documents = new Map<string, D>();
  for (const event of events) {
    if (!handlesType(projection, event.type)) continue;
    const targets = projection.targets(event as Recorded<E>);
    // Targets without ids are all documents of the organization.
    for (const id of isList(targets) ? targets : [...documents.keys()]) {
      const document = projection.evolve(documents.get(id), event as Recorded<E>, id);
      if (document) documents.set(id, document);
      else documents.delete(id);
    }
  }
  return documents;
}

function wireBillingSettings(settings: BillingSettings): WireBillingSettings {
  return {
    upgrade_behavior: settings.upgradeBehavior,
    downgrade_behavior: settings.downgradeBehavior,
    benefit_grace_days: settings.benefitGraceDays,
    unpaid_action: settings.unpaidAction,
  };
}

function wireInvoiceSettings({ legalName, address, taxId, email, footer }: InvoiceSettings): WireInvoiceSettings {
  return { legal_name: legalName, address, tax_id: taxId, email, footer };
}
