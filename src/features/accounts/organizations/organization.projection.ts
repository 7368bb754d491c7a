import type { Instant } from '../../../kernel/ports/clock.ts';
import type { EventsOf, Recorded } from '../../../kernel/writing/events.ts';
import { idOf } from '../../../kernel/ports/event-store.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import type { organizationEvents, OrganizationProfile, SocialLink } from './organization.events.ts';

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
  metadata: Record<string, unknown> | null;
  name_lower: string;
}

type Handled = Extract<
  EventsOf<typeof organizationEvents>,
  { type: 'OrganizationCreated' | 'OrganizationUpdated' | 'OrganizationDeleted' }
>;

/** Deleted ones are no longer there. An organization is its own tenant: its id leads where others have `organization_id`. */
export const organizationProjection: Projection<OrganizationDocument, Handled> = {
  name: 'organizations',
  version: 2,
  tenant: 'id',
  indexes: [['created_at'], ['slug'], ['name_lower']],
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
    details_submitted_at: data.details ? metadata.occurredAt : null,
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
    slug: data.slug ?? document.slug,
    modified_at: metadata.occurredAt,
    details_submitted_at: document.details_submitted_at ?? (data.details ? metadata.occurredAt : null),
  };
}

/** The fields a profile holds, under their wire names. */
function wireOf(profile: Partial<OrganizationProfile>): Partial<OrganizationDocument> {
  const { name, avatarUrl, metadata, email, website, socials, featureSettings, subscriptionSettings } = profile;
  return {
    ...(name !== undefined && { name, name_lower: name.toLowerCase() }),
    ...(avatarUrl !== undefined && { avatar_url: avatarUrl }),
    ...(metadata !== undefined && { metadata }),
    ...(email !== undefined && { email }),
    ...(website !== undefined && { website }),
    ...(socials !== undefined && { socials }),
    ...(featureSettings && {
      feature_settings: {
        // Older events may hold null.
        issue_funding_enabled: Boolean(featureSettings.issueFundingEnabled),
        usage_based_billing_enabled: Boolean(featureSettings.usageBasedBillingEnabled),
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
