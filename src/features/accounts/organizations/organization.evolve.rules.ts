import type { OrganizationEvent } from './organization.events.ts';
import type { Active, Invitation, Membership } from './organization.rules.ts';

type Changing = Exclude<OrganizationEvent, { type: 'OrganizationCreated' | 'OrganizationDeleted' | 'ClaimForfeited' }>;

/** An organization that is there, after an event. */
export function evolveActive(state: Active, { type, data }: Changing): Active {
  const { members, invitations, teamIds } = state;
  switch (type) {
    case 'OrganizationUpdated': {
      const { organizationId, slug = state.slug, slugClaim = state.slugClaim, releasedSlugClaim, ...changes } = data;
      return { ...state, slug, slugClaim, profile: { ...state.profile, ...changes } };
    }
    case 'OrganizationDeletionStarted':
      return { ...state, deletion: { deletionId: data.deletionId, cause: data.cause } };
    case 'OrganizationDeletionRefused':
      return { ...state, deletion: null };
    case 'MemberAdded': {
      const { memberId, userId, role, teamIds: joined = [] } = data;
      return { ...state, members: [...members, { memberId, userId, role, teamIds: joined }] };
    }
    case 'MemberRoleChanged':
      return { ...state, members: changed(members, data.memberId, () => ({ role: data.role })) };
    case 'MemberRemoved':
      return { ...state, members: members.filter(({ memberId }) => memberId !== data.memberId) };
    case 'InvitationCreated': {
      const { organizationId, email, inviterId, ...invitation } = data;
      return { ...state, invitations: [...invitations, { ...invitation, status: 'pending' }] };
    }
    case 'InvitationAccepted':
      return { ...state, invitations: answered(invitations, data.invitationId, 'accepted') };
    case 'InvitationRejected':
      return { ...state, invitations: answered(invitations, data.invitationId, 'rejected') };
    case 'InvitationCanceled':
      return { ...state, invitations: answered(invitations, data.invitationId, 'canceled') };
    case 'TeamCreated':
      return { ...state, teamIds: [...teamIds, data.teamId] };
    case 'TeamUpdated':
      return state;
    case 'TeamRemoved':
      return withoutTeam(state, data.teamId);
    case 'TeamMemberAdded':
      return {
        ...state,
        members: changed(members, data.memberId, (member) => ({ teamIds: [...member.teamIds, data.teamId] })),
      };
    case 'TeamMemberRemoved':
      return {
        ...state,
        members: changed(members, data.memberId, (member) => ({ teamIds: without(member.teamIds, data.teamId) })),
      };
  }
}

function changed(
  members: readonly Membership[],
  memberId: string,
  change: (member: Membership) => Partial<Membership>,
): Membership[] {
  return members.map((member) => (member.memberId === memberId ? { ...member, ...change(member) } : member));
}

function answered(
  invitations: readonly Invitation[],
  invitationId: string,
  status: Invitation['status'],
): Invitation[] {
  return invitations.map((invitation) =>
    invitation.invitationId === invitationId ? { ...invitation, status } : invitation,
  );
}

function withoutTeam(state: Active, teamId: string): Active {
  return {
    ...state,
    teamIds: without(state.teamIds, teamId),
    members: state.members.map((member) => ({ ...member, teamIds: without(member.teamIds, teamId) })),
    invitations: state.invitations.map((invitation) =>
      invitation.teamId === teamId ? { ...invitation, teamId: null } : invitation,
    ),
  };
}

function without(teamIds: readonly string[], teamId: string): string[] {
  return teamIds.filter((id) => id !== teamId);
}
