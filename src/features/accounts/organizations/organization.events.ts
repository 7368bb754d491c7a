import type { Claim, ClaimForfeited } from '../../../kernel/writing/claim.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import { base62, bytesOfBase62, deriveText, formatUuid, uuidBytes } from '../../../kernel/ids.ts';
import { erasedEmail, event, subjectOf, type EventsOf } from '../../../kernel/writing/events.ts';

/**
 * An organization's stream is `organization-{UUIDv7}`. It holds settings, members, invitations and teams, because rules connect them,
 * however many there are: its state is read from a snapshot (docs/EVENTS_AND_STREAMS.md#snapshots).
 */
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

/** What becomes of subscriptions that change or are not paid; Tillbook's own, beside the contract's settings (docs/BILLING.md#billing-settings). */
export interface BillingSettings {
  /** When a change to a more expensive product takes effect if the request does not say; null: as `prorationBehavior`. */
  upgradeBehavior: 'invoice' | 'prorate' | 'next_period' | null;
  /** The same for a cheaper product. */
  downgradeBehavior: 'invoice' | 'prorate' | 'next_period' | null;
  /** How many days benefits stay after a payment has failed. */
  benefitGraceDays: number;
  /** What becomes of a subscription when the last attempt to charge it has failed. */
  unpaidAction: 'cancel' | 'unpaid';
}

/** Of organizations that have set none. */
export const DEFAULT_BILLING_SETTINGS: BillingSettings = {
  upgradeBehavior: null,
  downgradeBehavior: null,
  benefitGraceDays: 0,
  unpaidAction: 'cancel',
};

/** What its invoices say about the seller; the name and the e-mail address of its profile where these are null (docs/BILLING.md#invoices). */
export interface InvoiceSettings {
  legalName: string | null;
  /** In lines, as it is to be printed. */
  address: string | null;
  taxId: string | null;
  email: string | null;
  /** At the foot of each page, such as the company's register. */
  footer: string | null;
}

/** Of organizations that have set none. */
export const DEFAULT_INVOICE_SETTINGS: InvoiceSettings = {
  legalName: null,
  address: null,
  taxId: null,
  email: null,
  footer: null,
};

/** The kinds of mails to customers that an organization may turn off; codes to sign in are always sent. */
export const OPTIONAL_MAILS = [
  'receipt',
  'payment-failed',
  'trial-ending',
  'renewal-upcoming',
  'subscription-canceled',
  'subscription-resumed',
  'subscription-changed',
  'subscription-ended',
  'refund',
  'license-key',
] as const;
export type OptionalMail = (typeof OPTIONAL_MAILS)[number];

export interface MailSettings {
  /** Those that are not sent. */
  off: readonly OptionalMail[];
}

export const DEFAULT_MAIL_SETTINGS: MailSettings = { off: [] };

/** The fields of an organization that can change. Both contracts serve them (`logo` is `avatar_url`). */
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
  /** The IANA name of the zone that its days are in; UTC until one is set. */
  timeZone?: string;
  /** The defaults until they are set. */
  billingSettings?: BillingSettings;
  /** Empty until they are set. */
  invoiceSettings?: InvoiceSettings;
  /** All are sent until it is set. */
  mailSettings?: MailSettings;
  /** `#rrggbb`, of buttons and links that customers see; null or missing: ours. */
  accentColor?: string | null;
  /** What its figures are in unless another is asked for, and new prices to begin with; usd until one is set. It converts nothing. */
  currency?: string;
}

/** Why an organization is deleted: a member asked for it, or its only member deletes their account. */
export type DeletionCause = 'asked' | 'user_deleted';

interface Ids {
  organizationId: string;
}
interface InvitationIds extends Ids {
  invitationId: string;
}
interface TeamIds extends Ids {
  teamId: string;
}
interface MemberIds extends Ids {
  memberId: string;
  userId: string;
}

/** The invitee as a subject, per invitation: a person who was erased can be invited again. */
export const inviteeOf = ({ emailDigest, invitationId }: { emailDigest: string; invitationId: string }): string =>
  subjectOf.email(`${emailDigest}/${invitationId}`);

export const organizationEvents = {
  OrganizationCreated: event<Ids & { slug: string; slugClaim: Claim; createdBy: string } & OrganizationProfile>(),
  /** Only what has changed; a new slug comes with its claim. The old one stays the organization's. */
  OrganizationUpdated: event<Ids & Partial<OrganizationProfile> & { slug?: string; slugClaim?: Claim }>(),
  /** From here on the organization sells nothing; what holds it decides whether it is deleted. */
  OrganizationDeletionStarted: event<Ids & { deletionId: string; cause: DeletionCause }>(),
  /** Something holds the organization: it goes on as before. */
  OrganizationDeletionRefused: event<Ids & { deletionId: string }>(),
  /** Its slugs stay taken. */
  OrganizationDeleted: event<Ids & { createdBy: string }>(),

  /** `invitationId`: the invitation that the user accepted. */
  MemberAdded: event<MemberIds & { role: string; teamIds?: string[]; invitationId?: string }>(),
  MemberRoleChanged: event<MemberIds & { role: string }>(),
  MemberRemoved: event<MemberIds & { reason: 'removed' | 'left' | 'user_deleted' }>(),

  /** `inviterId` is a user. `emailDigest` is the one in users' claims; the address is sealed with the invitee's key. */
  InvitationCreated: event<
    InvitationIds & {
      email: string;
      emailDigest: string;
      role: string;
      teamId: string | null;
      inviterId: string;
      expiresAt: Instant;
    }
  >({
    personal: [
      {
        subject: inviteeOf,
        fields: { email: ({ invitationId }) => erasedEmail(invitationId) },
      },
    ],
  }),
  InvitationAccepted: event<InvitationIds & { userId: string }>(),
  InvitationRejected: event<InvitationIds & { userId: string }>(),
  /** By a member who may, or because the same address was invited again. */
  InvitationCanceled: event<InvitationIds>(),

  /** `isDefault`: the organization's first team. */
  TeamCreated: event<TeamIds & { name: string; isDefault: boolean }>(),
  TeamUpdated: event<TeamIds & { name: string }>(),
  /** Its members leave it, and invitations no longer lead to it. */
  TeamRemoved: event<TeamIds>(),
  TeamMemberAdded: event<TeamIds & MemberIds>(),
  TeamMemberRemoved: event<TeamIds & MemberIds>(),
};

export type OrganizationEvent = EventsOf<typeof organizationEvents> | ClaimForfeited;

/** Lengths of the two parts of an id within an organization. */
const OF_ORGANIZATION = 22;
const OWN = 10;

/** 32 characters that contain an organization's id, so that a team or invitation leads to its stream (docs/EVENTS_AND_STREAMS.md#ids-and-tokens). */
export function idWithin(organizationId: string, seed: string, label: string): string {
  return base62(uuidBytes(organizationId)) + deriveText(seed, label).slice(-OWN);
}

/** The organization in such an id; undefined for any other text. */
export function organizationIdIn(id: string): string | undefined {
  if (!/^[0-9A-Za-z]+$/.test(id) || id.length !== OF_ORGANIZATION + OWN) return undefined;
  const bytes = bytesOfBase62(id.slice(0, OF_ORGANIZATION), 16);
  return bytes && formatUuid(bytes);
}
