import type { Claim, ClaimForfeited } from '../../../kernel/claim.ts';
import { event, type EventsOf } from '../../../kernel/events.ts';

/** An organization's stream is `organization-{UUIDv7}`: its settings and its members, at most some hundreds of events. */
export const organizationStream = (organizationId: string): string => `organization-${organizationId}`;

export interface SocialLink {
  platform: 'x' | 'github' | 'facebook' | 'instagram' | 'youtube' | 'tiktok' | 'linkedin' | 'other';
  url: string;
}

export interface SubscriptionSettings {
  allowMultipleSubscriptions: boolean;
  allowCustomerUpdates: boolean;
  prorationBehavior: 'invoice' | 'prorate';
}

/** What may be changed about an organization; both contracts serve the same one (`logo` is `avatar_url`). */
export interface OrganizationProfile {
  name: string;
  avatarUrl: string | null;
  /** The identity contract's metadata: any JSON object. */
  metadata: Record<string, unknown> | null;
  email: string | null;
  website: string | null;
  socials: SocialLink[];
  details: Record<string, unknown> | null;
  featureSettings: { issueFundingEnabled: boolean; usageBasedBillingEnabled: boolean };
  subscriptionSettings: SubscriptionSettings;
}

export const organizationEvents = {
  OrganizationCreated: event<
    { organizationId: string; slug: string; slugClaim: Claim; createdBy: string } & OrganizationProfile
  >(),
  /** Only what has changed. */
  OrganizationUpdated: event<{ organizationId: string } & Partial<OrganizationProfile>>(),
  MemberAdded: event<{ organizationId: string; memberId: string; userId: string; role: string }>(),
};

export type OrganizationEvent = EventsOf<typeof organizationEvents> | ClaimForfeited;
