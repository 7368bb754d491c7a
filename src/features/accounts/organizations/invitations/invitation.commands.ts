import { command } from '../../../../kernel/writing/command.ts';
import type { AskedByMember, OrganizationChange } from '../organization.commands.ts';

/** `email` in lower case; `invitedUserId`: the user with that address, if any. */
export class InviteMember extends command('InviteMember')<
  AskedByMember & {
    invitationId: string;
    email: string;
    emailDigest: string;
    invitedUserId: string | undefined;
    role: string;
    teamId: string | null;
    resend: boolean;
  },
  OrganizationChange
> {}
/** `emailDigest`: of the user's own address; `isVerified`: they have shown that it is theirs. */
export class AcceptInvitation extends command('AcceptInvitation')<
  AskedByMember & { invitationId: string; emailDigest: string; isVerified: boolean; memberId: string },
  OrganizationChange
> {}
export class RejectInvitation extends command('RejectInvitation')<
  AskedByMember & { invitationId: string; emailDigest: string },
  OrganizationChange
> {}
export class CancelInvitation extends command('CancelInvitation')<
  AskedByMember & { invitationId: string },
  OrganizationChange
> {}

/** Schedules the mail to the invitee, if the invitation is still pending. */
export class SendInvitationMail extends command('SendInvitationMail')<{
  organizationId: string;
  invitationId: string;
}> {}
/** Erases the invitations to every address that a user had, when the user is erased. */
export class EraseInvitationsOf extends command('EraseInvitationsOf')<{ userId: string }> {}
