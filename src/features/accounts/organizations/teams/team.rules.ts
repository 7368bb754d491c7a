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

export function createTeam({ data }: RuledFor<'CreateTeam'>, state: OrganizationState): readonly OrganizationEvent[] {
  const { rules, organizationId, userId, teamId, name } = data;
  // To who is no member the contract says this, of all things (docs/IDENTITY.md#teams).
  const { organization, me } = asMember(state, userId, () => new NotAllowedToInvite());
  if (!may(me, 'team', 'create', rules)) throw new NotAllowedToCreateTeams();
  if (rules.maxTeams !== undefined && organization.teamIds.length >= rules.maxTeams) throw new TooManyTeams();
  return [{ type: 'TeamCreated', data: { organizationId, teamId, name, isDefault: false } }];
}

export function updateTeam({ data }: RuledFor<'UpdateTeam'>, state: OrganizationState): readonly OrganizationEvent[] {
  const { rules, organizationId, userId, teamId, name } = data;
  const { organization, me } = asMember(state, userId, () => new NotAllowedToUpdateTeam());
  if (!may(me, 'team', 'update', rules)) throw new NotAllowedToUpdateTeam();
  mustHave(organization, teamId);
  return name === undefined ? [] : [{ type: 'TeamUpdated', data: { organizationId, teamId, name } }];
}

/** Nobody removes a team that he is in himself (docs/IDENTITY.md#teams). */
export function removeTeam({ data }: RuledFor<'RemoveTeam'>, state: OrganizationState): readonly OrganizationEvent[] {
  const { rules, organizationId, userId, teamId } = data;
  const { organization, me } = asMember(state, userId, () => new NotAllowedToDeleteTeam());
  if (me.teamIds.includes(teamId)) throw new NotAllowedToDeleteTeam();
  if (!may(me, 'team', 'delete', rules)) throw new NotAllowedToDeleteTeams();
  mustHave(organization, teamId);
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
  mustHave(organization, teamId);
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
  mustHave(organization, teamId);
  if (!teamIds.includes(teamId)) throw new NotInTeam();
  return [{ type: 'TeamMemberRemoved', data: { organizationId, teamId, memberId, userId } }];
}

function memberOf(state: OrganizationState, userId: string): Membership {
  const found = membershipOf(state, userId);
  if (!found) throw new NotAMember(400);
  return found;
}

function mustHave({ teamIds }: Active, teamId: string): void {
  if (!teamIds.includes(teamId)) throw new TeamNotFound();
}
