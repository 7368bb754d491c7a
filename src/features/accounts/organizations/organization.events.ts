import type { Claim, ClaimForfeited } from '../../../kernel/writing/claim.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import { erasedEmail, event, subjectOf, type EventsOf } from '../../../kernel/writing/events.ts';

/**
 * An organization's stream is `organization-{UUIDv7}`: its settings, members, invitations and teams, which hold one another's rules. It
 * grows by a few events for each of them, some hundreds in all.
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

/** Why an organization goes: somebody asked for it, or its only member deletes his account. */
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

/** Whoever is invited, in this invitation alone: somebody who was erased can be invited again. */
export const inviteeOf = ({ emailDigest, invitationId }: { emailDigest: string; invitationId: string }): string =>
  subjectOf.email(`${emailDigest}/${invitationId}`);

export const organizationEvents = {
  OrganizationCreated: event<Ids & { slug: string; slugClaim: Claim; createdBy: string } & OrganizationProfile>(),
  /** Only what has changed; with another slug also its claim, and the old one's, which is free again. */
  OrganizationUpdated: event<
    Ids & Partial<OrganizationProfile> & { slug?: string; slugClaim?: Claim; releasedSlugClaim?: Claim }
  >(),
  /** From here on nothing new is sold; what has been sold decides whether it goes. */
  OrganizationDeletionStarted: event<Ids & { deletionId: string; cause: DeletionCause }>(),
  /** Something is live that it can't leave behind: it goes on as before. */
  OrganizationDeletionRefused: event<Ids & { deletionId: string }>(),
  /** Its slug is free again. */
  OrganizationDeleted: event<Ids & { released: Claim; createdBy: string }>(),

  /** `invitationId`: the one he accepted. */
  MemberAdded: event<MemberIds & { role: string; teamIds?: string[]; invitationId?: string }>(),
  MemberRoleChanged: event<MemberIds & { role: string }>(),
  MemberRemoved: event<MemberIds & { reason: 'removed' | 'left' | 'user_deleted' }>(),

  /** `inviterId` is a user. `emailDigest` is that of the users' claims; the address is sealed for whoever has it. */
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
  /** By somebody who may, or because its person was invited again. */
  InvitationCanceled: event<InvitationIds>(),

  /** `isDefault`: the one that an organization begins with. */
  TeamCreated: event<TeamIds & { name: string; isDefault: boolean }>(),
  TeamUpdated: event<TeamIds & { name: string }>(),
  /** Nobody is in it any more, and invitations no longer lead to it. */
  TeamRemoved: event<TeamIds>(),
  TeamMemberAdded: event<TeamIds & MemberIds>(),
  TeamMemberRemoved: event<TeamIds & MemberIds>(),
};

export type OrganizationEvent = EventsOf<typeof organizationEvents> | ClaimForfeited;
