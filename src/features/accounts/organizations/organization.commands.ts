import type { Claim } from '../../../kernel/writing/claim.ts';
import { command } from '../../../kernel/writing/command.ts';
import type { DeletionCause, OrganizationProfile } from './organization.events.ts';

/** Founds an organization: counts it for its founder, claims the slug, makes it with him in it; answers its events. */
export class FoundOrganization extends command('FoundOrganization')<{
  name: string;
  slug: string;
  logo: string | null;
  metadata: Record<string, unknown> | null;
  founder: string;
}> {}
/** Changes what the identity contract shows of it, its slug too: claims that first. What is undefined stays. */
export class EditOrganization extends command('EditOrganization')<
  Asked & { name?: string; slug?: string; logo?: string | null; metadata?: Record<string, unknown> | null }
> {}
/** Deletes it unless something is live, or a payment is on its way; then its tokens stop working. Answers its events. */
export class DeleteOrganization extends command('DeleteOrganization')<Asked> {}
/** Gathers whether anything is live, and so ends a deletion that has started; sent again by a process, in case nobody did. */
export class CompleteDeletion extends command('CompleteDeletion')<{ organizationId: string; deletionId: string }> {}
/** Schedules the mail to whoever is invited, while the invitation waits for an answer. */
export class SendInvitationMail extends command('SendInvitationMail')<{
  organizationId: string;
  invitationId: string;
}> {}
/**
 * What must be before a user is deleted: where he is the sole member the organization goes, by the same rules as when it is deleted; where
 * he is the only owner of others it is refused; everywhere else he leaves. Nothing is done unless all of it can be.
 */
export class LeaveAllOrganizations extends command('LeaveAllOrganizations')<{ userId: string }> {}

/** `userId` asks; whether he may, his role in the organization says. */
interface Asked {
  organizationId: string;
  userId: string;
}

export class CreateOrganization extends command('CreateOrganization')<
  {
    organizationId: string;
    slug: string;
    slugClaim: Claim;
    createdBy: string;
    memberId: string;
    role: string;
    /** Of a first team, named like the organization; undefined: it begins without. */
    teamId?: string;
  } & OrganizationProfile
> {}
/** By the billing contract. `actorId` is the user who must be an owner or admin; null for an organization's own token. */
export class UpdateOrganization extends command('UpdateOrganization')<
  {
    organizationId: string;
    organizationIds: readonly string[];
    actorId: string | null;
    featureSettings?: Partial<OrganizationProfile['featureSettings']>;
  } & Partial<Omit<OrganizationProfile, 'featureSettings'>>
> {}
/** By the identity contract. */
export class ReviseOrganization extends command('ReviseOrganization')<
  Asked & { name?: string; slug?: { text: string; claim: Claim }; avatarUrl?: string | null } & Partial<
      Pick<OrganizationProfile, 'metadata'>
    >
> {}
export class StartDeletion extends command('StartDeletion')<Asked & { deletionId: string; cause: DeletionCause }> {}
export class FinishDeletion extends command('FinishDeletion')<{
  organizationId: string;
  deletionId: string;
  isLive: boolean;
}> {}

/** `because` he deletes his account, or just so. */
export class LeaveOrganization extends command('LeaveOrganization')<Asked & { because?: 'user_deleted' }> {}
/** `target`: the member, or the user who has the address that was given; undefined: nobody has it. */
export class RemoveMember extends command('RemoveMember')<
  Asked & { target: { memberId: string } | { userId: string | undefined } }
> {}
export class ChangeMemberRole extends command('ChangeMemberRole')<Asked & { memberId: string; role: string }> {}

/** `email` in lower case; `invitedUserId`: who has it, if anybody has. */
export class InviteMember extends command('InviteMember')<
  Asked & {
    invitationId: string;
    email: string;
    emailDigest: string;
    invitedUserId: string | undefined;
    role: string;
    teamId: string | null;
    resend: boolean;
  }
> {}
/** `emailDigest`: of the user's own address. */
export class AcceptInvitation extends command('AcceptInvitation')<
  Asked & { invitationId: string; emailDigest: string; memberId: string }
> {}
export class RejectInvitation extends command('RejectInvitation')<
  Asked & { invitationId: string; emailDigest: string }
> {}
export class CancelInvitation extends command('CancelInvitation')<Asked & { invitationId: string }> {}

export class CreateTeam extends command('CreateTeam')<Asked & { teamId: string; name: string }> {}
/** A name that is undefined stays. */
export class UpdateTeam extends command('UpdateTeam')<Asked & { teamId: string; name?: string }> {}
export class RemoveTeam extends command('RemoveTeam')<Asked & { teamId: string }> {}
export class AddTeamMember extends command('AddTeamMember')<Asked & { teamId: string; addedUserId: string }> {}
export class RemoveTeamMember extends command('RemoveTeamMember')<Asked & { teamId: string; removedUserId: string }> {}
/** Erases the invitations to addresses that a user had, where he is to be erased. */
export class EraseInvitationsOf extends command('EraseInvitationsOf')<{ userId: string }> {}
