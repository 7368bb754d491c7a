import { command, type Executed } from '../../../kernel/writing/command.ts';
import type { DeletionCause, OrganizationEvent, OrganizationProfile } from './organization.events.ts';

export type OrganizationChange = Executed<unknown, OrganizationEvent>;

/** What the billing contract adds to an organization's identity. Feature settings are merged, everything else is replaced. */
export type OrganizationSettings = {
  featureSettings?: Partial<OrganizationProfile['featureSettings']>;
} & Partial<
  Pick<
    OrganizationProfile,
    | 'email'
    | 'website'
    | 'socials'
    | 'details'
    | 'subscriptionSettings'
    | 'timeZone'
    | 'billingSettings'
    | 'invoiceSettings'
    | 'mailSettings'
    | 'accentColor'
    | 'currency'
  >
>;

/** `userId` asks; their role in the organization decides whether they may. */
export interface AskedByMember {
  organizationId: string;
  userId: string;
}

/** Counts the organization against its creator's limit, claims the slug, and adds the creator as its first member. */
export class CreateOrganization extends command('CreateOrganization')<
  {
    name: string;
    slug: string;
    logo: string | null;
    metadata: Record<string, unknown> | null;
    createdBy: string;
    /** What differs from the defaults, by the billing contract. */
    settings?: OrganizationSettings;
  },
  OrganizationChange
> {}
/** By the billing contract. `actorId` is the user who must be an owner or admin; null for an organization's own token. */
export class UpdateOrganization extends command('UpdateOrganization')<
  { organizationId: string; actorId: string | null; name?: string; avatarUrl?: string | null } & OrganizationSettings,
  OrganizationChange
> {}
/** By the identity contract. A new slug is claimed first, and the old one stays claimed; undefined fields stay. */
export class UpdateOrganizationProfile extends command('UpdateOrganizationProfile')<
  AskedByMember & { name?: string; slug?: string; logo?: string | null; metadata?: Record<string, unknown> | null },
  OrganizationChange
> {}

/** Starts and completes a deletion; afterwards the organization's tokens and keys no longer work. */
export class DeleteOrganization extends command('DeleteOrganization')<AskedByMember, OrganizationChange> {}
export class StartDeletion extends command('StartDeletion')<
  AskedByMember & { deletionId: string; cause: DeletionCause },
  OrganizationChange
> {}
/** Completes or refuses a deletion that has started, by what holds the organization; a process sends it again, in case the request died. */
export class CompleteDeletion extends command('CompleteDeletion')<
  { organizationId: string; deletionId: string },
  OrganizationChange
> {}
/**
 * Removes a user from every organization before their account is deleted. Where they are the only member, the organization is deleted, by
 * the same rules as always; where they are the only owner among others, it is refused. Does nothing unless it can do everything.
 */
export class LeaveAllOrganizations extends command('LeaveAllOrganizations')<{ userId: string }> {}
