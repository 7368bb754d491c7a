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
export class UpdateOrganization extends command('UpdateOrganization')<
  { organizationId: string; actorId: string | null } & Partial<OrganizationProfile>
> {}
