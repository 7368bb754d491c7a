import {
  MemberNotFound,
  NotAllowedToDeleteMember,
  NotAllowedToUpdateMember,
  OnlyOwner,
  RoleNotFound,
} from '../organization.errors.ts';
import type { OrganizationEvent } from '../organization.events.ts';
import {
  asMember,
  isOnlyOwner,
  may,
  type Active,
  type Membership,
  type OrganizationState,
  type RuledFor,
} from '../organization.rules.ts';
import { areRoles, isOwner } from './permission.rules.ts';

type MemberEvent = Extract<OrganizationEvent, { type: 'MemberAdded' | 'MemberRoleChanged' | 'MemberRemoved' }>;

export function leave({ data }: RuledFor<'LeaveOrganization'>, state: OrganizationState): readonly OrganizationEvent[] {
  const { organization, me } = asMember(state, data.userId, () => new MemberNotFound());
  if (isOnlyOwner(organization, me, data.rules)) throw new OnlyOwner();
  return [removed(organization, me, data.because ?? 'left')];
}

/** Members who may not remove others may not remove themselves either: they leave (docs/IDENTITY.md#members). */
export function remove({ data }: RuledFor<'RemoveMember'>, state: OrganizationState): readonly OrganizationEvent[] {
  const { rules, target } = data;
  const { organization, me } = asMember(state, data.userId, () => new MemberNotFound());
  const other = organization.members.find((member) =>
    'memberId' in target ? member.memberId === target.memberId : member.userId === target.userId,
  );
  if (!other) throw new MemberNotFound();
  const mustStay = !isOwner(me.role, rules) || isOnlyOwner(organization, other, rules);
  if (isOwner(other.role, rules) && mustStay) throw new OnlyOwner();
  if (!may(me, 'member', 'delete', rules)) throw new NotAllowedToDeleteMember();
  return [removed(organization, other, other === me ? 'left' : 'removed')];
}

export function updateRole(
  { data }: RuledFor<'UpdateMemberRole'>,
  state: OrganizationState,
): readonly OrganizationEvent[] {
  const { rules, role } = data;
  const { organization, me } = asMember(state, data.userId, () => new MemberNotFound());
  const other = organization.members.find(({ memberId }) => memberId === data.memberId);
  if (!other) throw new MemberNotFound();
  const isAboutOwners = isOwner(other.role, rules) || isOwner(role, rules);
  if (isAboutOwners && !isOwner(me.role, rules)) throw new NotAllowedToUpdateMember();
  if (!may(me, 'member', 'update', rules)) throw new NotAllowedToUpdateMember();
  if (!areRoles(role, rules)) throw new RoleNotFound();
  if (!isOwner(role, rules) && isOnlyOwner(organization, other, rules)) throw new OnlyOwner();
  if (other.role === role) return [];
  const { memberId, userId } = other;
  return [{ type: 'MemberRoleChanged', data: { organizationId: organization.organizationId, memberId, userId, role } }];
}

export function evolveMembers(members: readonly Membership[], { type, data }: MemberEvent): readonly Membership[] {
  switch (type) {
    case 'MemberAdded': {
      const { memberId, userId, role, teamIds = [] } = data;
      return [...members, { memberId, userId, role, teamIds }];
    }
    case 'MemberRoleChanged':
      return members.map((member) => (member.memberId === data.memberId ? { ...member, role: data.role } : member));
    case 'MemberRemoved':
      return members.filter(({ memberId }) => memberId !== data.memberId);
  }
}

function removed(
  { organizationId }: Active,
  { memberId, userId }: Membership,
  reason: 'removed' | 'left' | 'user_deleted',
): OrganizationEvent {
  return { type: 'MemberRemoved', data: { organizationId, memberId, userId, reason } };
}
