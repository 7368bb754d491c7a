import type { Claim } from '../../../kernel/claim.ts';
import { command } from '../../../kernel/command.ts';
import type { OrganizationProfile } from './organization.events.ts';

/** Founds an organization: claims the slug, makes it with its founder as owner; answers its events. */
export class FoundOrganization extends command('FoundOrganization')<{
  name: string;
  slug: string;
  logo: string | null;
  metadata: Record<string, unknown> | null;
  founder: string;
}> {}

export class CreateOrganization extends command('CreateOrganization')<
  {
    organizationId: string;
    slug: string;
    slugClaim: Claim;
    createdBy: string;
    memberId: string;
    role: string;
  } & OrganizationProfile
> {}
/** `actorId` is the user who must be an owner or admin; null for an organization's own token. */
export class UpdateOrganization extends command('UpdateOrganization')<
  {
    organizationId: string;
    organizationIds: readonly string[];
    actorId: string | null;
    featureSettings?: Partial<OrganizationProfile['featureSettings']>;
  } & Partial<Omit<OrganizationProfile, 'featureSettings'>>
> {}
/**
 * What must be before a user is deleted: where he is the sole member the organization goes, by the same rules as when it is deleted; where
 * he is the only owner of others it is refused; everywhere else he leaves. Nothing is done unless all of it can be.
 */
export class LeaveAllOrganizations extends command('LeaveAllOrganizations')<{ userId: string }> {}
