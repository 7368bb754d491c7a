import {
  LastTeam,
  NotAllowedToAddTeamMember,
  NotAllowedToCreateTeams,
  NotAllowedToDeleteTeam,
  NotAllowedToDeleteTeams,
  NotAllowedToInvite,
  NotAllowedToRemoveTeamMember,
  NotAllowedToUpdateTeam,
  NotAMember,
  NotInTeam,
  TeamMemberLimitReached,
  TeamNotFound,
  TooManyTeams,
} from '../organization.errors.ts';
import type { OrganizationEvent } from '../organization.events.ts';
import {
  asMember,
  may,
  membershipOf,
  sizeOfTeam,
  type Active,
  type Membership,
  type OrganizationState,
  type RuledFor,
} from '../organization.rules.ts';

type TeamEvent = Extract<
  OrganizationEvent,
  { type: 'TeamCreated' | 'TeamUpdated' | 'TeamRemoved' | 'TeamMemberAdded' | 'TeamMemberRemoved' }
>;

export function createTeam({ data }: RuledFor<'CreateTeam'>, state: OrganizationState): readonly OrganizationEvent[] {
  const { rules, organizationId, userId, teamId, name } = data;
  // This refusal is the contract's, odd as it is (docs/IDENTITY.md#teams).
  const { organization, me } = asMember(state, userId, () => new NotAllowedToInvite());
  if (!may(me, 'team', 'create', rules)) throw new NotAllowedToCreateTeams();
  if (organization.teamIds.includes(teamId)) return [];
  if (rules.maxTeams !== undefined && organization.teamIds.length >= rules.maxTeams) throw new TooManyTeams();
  return [{ type: 'TeamCreated', data: { organizationId, teamId, name, isDefault: false } }];
}

export function updateTeam({ data }: RuledFor<'UpdateTeam'>, state: OrganizationState): readonly OrganizationEvent[] {
  const { rules, organizationId, userId, teamId, name } = data;
  const { organization, me } = asMember(state, userId, () => new NotAllowedToUpdateTeam());
  if (!may(me, 'team', 'update', rules)) throw new NotAllowedToUpdateTeam();
  demandTeam(organization, teamId);
  return name === undefined ? [] : [{ type: 'TeamUpdated', data: { organizationId, teamId, name } }];
}

/** Members cannot remove a team that they are in (docs/IDENTITY.md#teams). */
export function removeTeam({ data }: RuledFor<'RemoveTeam'>, state: OrganizationState): readonly OrganizationEvent[] {
  const { rules, organizationId, userId, teamId } = data;
  const { organization, me } = asMember(state, userId, () => new NotAllowedToDeleteTeam());
  if (me.teamIds.includes(teamId)) throw new NotAllowedToDeleteTeam();
  if (!may(me, 'team', 'delete', rules)) throw new NotAllowedToDeleteTeams();
  demandTeam(organization, teamId);
  if (organization.teamIds.length === 1 && !rules.allowRemovingAllTeams) throw new LastTeam();
  return [{ type: 'TeamRemoved', data: { organizationId, teamId } }];
}

export function addTeamMember(
  { data }: RuledFor<'AddTeamMember'>,
  state: OrganizationState,
): readonly OrganizationEvent[] {
  const { rules, organizationId, teamId } = data;
  const { organization, me } = asMember(state, data.userId, () => new NotAMember(400));
  if (!may(me, 'member', 'update', rules)) throw new NotAllowedToAddTeamMember();
  const { memberId, userId, teamIds } = memberOf(state, data.addedUserId);
  demandTeam(organization, teamId);
  if (teamIds.includes(teamId)) return [];
  const { maxTeamMembers } = rules;
  if (maxTeamMembers !== undefined && sizeOfTeam(organization, teamId) >= maxTeamMembers)
    throw new TeamMemberLimitReached();
  return [{ type: 'TeamMemberAdded', data: { organizationId, teamId, memberId, userId } }];
}

export function removeTeamMember(
  { data }: RuledFor<'RemoveTeamMember'>,
  state: OrganizationState,
): readonly OrganizationEvent[] {
  const { rules, organizationId, teamId } = data;
  const { organization, me } = asMember(state, data.userId, () => new NotAMember(400));
  if (!may(me, 'member', 'delete', rules)) throw new NotAllowedToRemoveTeamMember();
  const { memberId, userId, teamIds } = memberOf(state, data.removedUserId);
  demandTeam(organization, teamId);
  if (!teamIds.includes(teamId)) throw new NotInTeam();
  return [{ type: 'TeamMemberRemoved', data: { organizationId, teamId, memberId, userId } }];
}

function memberOf(state: OrganizationState, userId: string): Membership {
  const found = membershipOf(state, userId);
  if (!found) throw new NotAMember(400);
  return found;
}

function demandTeam({ teamIds }: Active, teamId: string): void {
  if (!teamIds.includes(teamId)) throw new TeamNotFound();
}

export function evolveTeams(state: Active, { type, data }: TeamEvent): Active {
  const { teamId } = data;
  switch (type) {
    case 'TeamCreated':
      return { ...state, teamIds: [...state.teamIds, teamId] };
    case 'TeamUpdated':
      return state;
    case 'TeamRemoved':
      return withoutTeam(state, teamId);
    case 'TeamMemberAdded':
      return inTeams(state, data.memberId, (teamIds) => [...teamIds, teamId]);
    case 'TeamMemberRemoved':
      return inTeams(state, data.memberId, (teamIds) => without(teamIds, teamId));
  }
}

function withoutTeam(state: Active, teamId: string): Active {
  let { members, invitations } = state;
  for (const member of [...members.values()])
    if (member.teamIds.includes(teamId))
      members = members.with(member.memberId, { ...member, teamIds: without(member.teamIds, teamId) });
  for (const one of [...invitations.values()])
    if (one.teamId === teamId) invitations = invitations.with(one.invitationId, { ...one, teamId: null });
  return { ...state, members, invitations, teamIds: without(state.teamIds, teamId) };
}

function inTeams(state: Active, memberId: string, change: (teamIds: readonly string[]) => string[]): Active {
  const member = state.members.get(memberId);
  if (!member) return state;
  return { ...state, members: state.members.with(memberId, { ...member, teamIds: change(member.teamIds) }) };
}

function without(teamIds: readonly string[], teamId: string): string[] {
  return teamIds.filter((id) => id !== teamId);
}
