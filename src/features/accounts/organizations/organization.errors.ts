import { DomainError } from '../../../kernel/errors.ts';
import { LIMITS } from '../../../limits.ts';

/** The identity contract's refusals: the code is the text in capitals (docs/IDENTITY.md#errors). */
function refusal(status: number, text: string) {
  return class extends DomainError {
    constructor() {
      super(codeOf(text), text, status);
    }
  };
}

function codeOf(text: string): string {
  return text
    .toUpperCase()
    .replaceAll(' ', '_')
    .replaceAll(/[^A-Z0-9_]/g, '');
}

export class OrganizationAlreadyExists extends refusal(400, 'Organization already exists') {}
export class SlugIsTaken extends refusal(400, 'slug is taken') {}
export class TooManySlugs extends DomainError {
  constructor() {
    const { most, of } = LIMITS.organization.slugs;
    super(
      'YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_SLUGS',
      `An organization can have at most ${most} ${of}: take back one of these`,
      403,
    );
  }
}
export class OrganizationNotFound extends refusal(400, 'Organization not found') {}
export class NoActiveOrganization extends refusal(400, 'No active organization') {}
export class OrganizationIdIsRequired extends refusal(400, 'Organization ID is required') {}
export class NotAllowedToCreate extends refusal(403, 'You are not allowed to create a new organization') {}
export class NotAllowedToUpdate extends refusal(403, 'You are not allowed to update this organization') {}
export class NotAllowedToDelete extends refusal(403, 'You are not allowed to delete this organization') {}
export class NotYourOrganization extends refusal(403, 'You are not a member of this organization') {}

/** The status depends on the route: 400, 401 or 403. */
export class NotAMember extends DomainError {
  constructor(status = 403) {
    super('USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION', 'User is not a member of the organization', status);
  }
}

/** `update` without a session; other routes answer a bare 401. */
export class UpdatingUserNotFound extends refusal(401, 'User not found') {}
export class NotAuthenticated extends refusal(401, 'Not authenticated') {}

export class MemberNotFound extends refusal(400, 'Member not found') {}
export class RoleNotFound extends refusal(400, 'Role not found') {}
export class OnlyOwner extends refusal(400, 'You cannot leave the organization as the only owner') {}
export class NotAllowedToDeleteMember extends refusal(401, 'You are not allowed to delete this member') {}
export class NotAllowedToUpdateMember extends refusal(403, 'You are not allowed to update this member') {}
export class MembershipLimitReached extends refusal(403, 'Organization membership limit reached') {}

export class NotAllowedToInvite extends refusal(403, 'You are not allowed to invite users to this organization') {}
export class NotAllowedToInviteRole extends refusal(403, 'you are not allowed to invite user with this role') {}
export class AlreadyAMember extends refusal(400, 'User is already a member of this organization') {}
export class AlreadyInvited extends refusal(400, 'User is already invited to this organization') {}
export class InvitationLimitReached extends refusal(403, 'Invitation limit reached') {}
export class InvitationNotFound extends refusal(400, 'Invitation not found') {}
/** When reading or rejecting an invitation (docs/IDENTITY.md#invitations). */
export class InvitationNotFoundToRead extends refusal(400, 'Invitation not found!') {}
export class NotTheRecipient extends refusal(403, 'You are not the recipient of the invitation') {}
export class AddressNotVerified extends refusal(
  403,
  'Email verification required before accepting or rejecting invitation',
) {}
export class NotAllowedToCancelInvitation extends refusal(403, 'You are not allowed to cancel this invitation') {}
export class InviterIsGone extends refusal(400, 'Inviter is no longer a member of the organization') {}

export class TeamNotFound extends refusal(400, 'Team not found') {}
export class TooManyTeams extends refusal(400, 'You have reached the maximum number of teams') {}
export class TeamMemberLimitReached extends refusal(403, 'Team member limit reached') {}
export class LastTeam extends refusal(400, 'Unable to remove last team') {}
export class NotAllowedToCreateTeams extends refusal(403, 'You are not allowed to create teams in this organization') {}
export class NotAllowedToDeleteTeams extends refusal(403, 'You are not allowed to delete teams in this organization') {}
export class NotAllowedToUpdateTeam extends refusal(403, 'You are not allowed to update this team') {}
export class NotAllowedToDeleteTeam extends refusal(403, 'You are not allowed to delete this team') {}
export class NotAllowedToAddTeamMember extends refusal(403, 'You are not allowed to create a new team member') {}
export class NotAllowedToRemoveTeamMember extends refusal(403, 'You are not allowed to remove a team member') {}
export class NoActiveTeam extends refusal(400, 'You do not have an active team') {}
/** The status depends on the route: 400 or 403. */
export class NotInTeam extends DomainError {
  constructor(status = 400) {
    super('USER_IS_NOT_A_MEMBER_OF_THE_TEAM', 'User is not a member of the team', status);
  }
}

/** The billing contract's refusal of a member whose role is not enough (docs/BILLING.md#errors). */
export class NotPermitted extends DomainError {
  constructor(message = 'Only owners and admins of the organization may do this') {
    super('NotPermitted', message, 403);
  }
}
