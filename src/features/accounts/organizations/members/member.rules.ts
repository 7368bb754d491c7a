import {
  MemberNotFound,
  NotAllowedToDeleteMember,
  NotAllowedToUpdateMember,
  OnlyOwner,
  RoleNotFound,
} from '../organization.errors.ts';
import { endInvitations } from '../invitations/invitation.rules.ts';
import type { OrganizationEvent } from '../organization.events.ts';
import {
  asMember,
  isOnlyOwner,
  may,
  targeted,
  type Active,
  type Membership,
  type OrganizationState,
  type RuledFor,
} from '../organization.rules.ts';
import { areRoles, exceeds, isOwner } from './permission.rules.ts';

type MemberEvent = Extract<OrganizationEvent, { type: 'MemberAdded' | 'MemberRoleChanged' | 'MemberRemoved' }>;

export function leave(
  { data, now }: RuledFor<'LeaveOrganization'>,
  state: OrganizationState,
): readonly OrganizationEvent[] {
  const { organization, me } = asMember(state, data.userId, () => new MemberNotFound());
  if (isOnlyOwner(organization, me, data.rules)) throw new OnlyOwner();
  return [removed(organization, me, data.because ?? 'left'), ...endInvitations(organization, data.emailDigest, now)];
}

/** Members who may not remove others may not remove themselves either: they leave (docs/IDENTITY.md#members). */
export function remove(
  { data, now }: RuledFor<'RemoveMember'>,
  state: OrganizationState,
): readonly OrganizationEvent[] {
  const { rules, target, emailDigest } = data;
  const { organization, me } = asMember(state, data.userId, () => new MemberNotFound());
  const other = targeted(state, target);
  if (!other) throw new MemberNotFound();
  const mustStay = !isOwner(me.role, rules) || isOnlyOwner(organization, other, rules);
  if (isOwner(other.role, rules) && mustStay) throw new OnlyOwner();
  if (!may(me, 'member', 'delete', rules) || exceeds(other.role, me.role, rules)) throw new NotAllowedToDeleteMember();
  const reason = other.memberId === me.memberId ? 'left' : 'removed';
  return [removed(organization, other, reason), ...endInvitations(organization, emailDigest, now)];
}

export function updateRole(
  { data }: RuledFor<'UpdateMemberRole'>,
  state: OrganizationState,
): readonly OrganizationEvent[] {
  const { rules, role } = data;
  const { organization, me } = asMember(state, data.userId, () => new MemberNotFound());
  const other = organization.members.get(data.memberId);
  if (!other) throw new MemberNotFound();
  if ([other.role, role].some((one) => exceeds(one, me.role, rules))) throw new NotAllowedToUpdateMember();
  if (!may(me, 'member', 'update', rules)) throw new NotAllowedToUpdateMember();
  if (!areRoles(role, rules)) throw new RoleNotFound();
  if (!isOwner(role, rules) && isOnlyOwner(organization, other, rules)) throw new OnlyOwner();
  if (other.role === role) return [];
  const { memberId, userId } = other;
  return [{ type: 'MemberRoleChanged', data: { organizationId: organization.organizationId, memberId, userId, role } }];
}

export function evolveMembers(state: Active, { type, data }: MemberEvent): Active {
  const { members, memberIds } = state;
  const { memberId, userId } = data;
  switch (type) {
    case 'MemberAdded': {
      const { role, teamIds = [] } = data;
      return {
        ...state,
        members: members.with(memberId, { memberId, userId, role, teamIds }),
        memberIds: memberIds.with(userId, memberId),
      };
    }
    case 'MemberRoleChanged': {
      const member = members.get(memberId);
      return member ? { ...state, members: members.with(memberId, { ...member, role: data.role }) } : state;
    }
    case 'MemberRemoved':
      return { ...state, members: members.without(memberId), memberIds: memberIds.without(userId) };
  }
}

function removed(
  { organizationId }: Active,
  { memberId, userId }: Membership,
  reason: 'removed' | 'left' | 'user_deleted',
): OrganizationEvent {
  return { type: 'MemberRemoved', data: { organizationId, memberId, userId, reason } };
}
