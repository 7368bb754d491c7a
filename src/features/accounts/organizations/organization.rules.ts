import type { Claim } from '../../../kernel/writing/claim.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Intent } from '../../../kernel/writing/command.ts';
import type {
  AcceptInvitation,
  AddTeamMember,
  CancelInvitation,
  ChangeMemberRole,
  CreateTeam,
  FinishDeletion,
  InviteMember,
  LeaveOrganization,
  RejectInvitation,
  RemoveMember,
  RemoveTeam,
  RemoveTeamMember,
  ReviseOrganization,
  StartDeletion,
  UpdateTeam,
} from './organization.commands.ts';
import type { DeletionCause, OrganizationProfile } from './organization.events.ts';
import { isOwner, mayAll, type RoleRules } from './members/permission.rules.ts';

/** What an installation allows; where a limit is undefined there is none. */
export interface OrganizationRules extends RoleRules {
  membershipLimit: number;
  invitationLimit: number;
  /** Seconds. */
  invitationTtl: number;
  cancelPendingOnReinvite: boolean;
  maxTeams: number | undefined;
  maxTeamMembers: number | undefined;
  allowRemovingAllTeams: boolean;
}

type RuledCommand =
  | ReviseOrganization
  | StartDeletion
  | FinishDeletion
  | LeaveOrganization
  | RemoveMember
  | ChangeMemberRole
  | InviteMember
  | AcceptInvitation
  | RejectInvitation
  | CancelInvitation
  | CreateTeam
  | UpdateTeam
  | RemoveTeam
  | AddTeamMember
  | RemoveTeamMember;
type Ruled<C> = C extends { type: infer T extends string; data: infer D }
  ? Intent<T, D & { rules: OrganizationRules }>
  : never;
/** What is decided by the installation's rules, which come with it. */
export type RuledIntent = Ruled<RuledCommand>;
export type RuledFor<T extends RuledIntent['type']> = Extract<RuledIntent, { type: T }>;

export interface Membership {
  memberId: string;
  userId: string;
  /** One role, or several parted by commas. */
  role: string;
  teamIds: readonly string[];
}

export interface Invitation {
  invitationId: string;
  emailDigest: string;
  role: string;
  teamId: string | null;
  expiresAt: Instant;
  status: 'pending' | 'accepted' | 'rejected' | 'canceled';
}

export interface Active {
  status: 'active';
  forfeited: readonly string[];
  organizationId: string;
  createdBy: string;
  slug: string;
  slugClaim: Claim;
  profile: OrganizationProfile;
  /** While it is found out whether it may go. */
  deletion: { deletionId: string; cause: DeletionCause } | null;
  members: readonly Membership[];
  invitations: readonly Invitation[];
  teamIds: readonly string[];
}
export type OrganizationState = { status: 'absent' | 'deleted'; forfeited: readonly string[] } | Active;

/** A user's membership; undefined also where the organization is not there. */
export function membershipOf(state: OrganizationState, userId: string): Membership | undefined {
  return state.status === 'active' ? state.members.find((member) => member.userId === userId) : undefined;
}

/** Nothing is sold from the moment on that somebody asks to delete it. */
export function isSelling(state: OrganizationState): boolean {
  return state.status === 'active' && state.deletion === null;
}

export function may(member: Membership, resource: string, action: string, rules: RoleRules): boolean {
  return mayAll(member.role, { [resource]: [action] }, rules);
}

export function isOnlyOwner({ members }: Active, { memberId }: Membership, rules: RoleRules): boolean {
  const owners = members.filter(({ role }) => isOwner(role, rules));
  return owners.length === 1 && owners[0]!.memberId === memberId;
}

/** How many are in a team. */
export function sizeOfTeam({ members }: Active, teamId: string): number {
  return members.filter(({ teamIds }) => teamIds.includes(teamId)).length;
}

/** Those that can still be answered. */
export function pendingInvitations({ invitations }: Active, now: Instant): Invitation[] {
  return invitations.filter(({ status, expiresAt }) => status === 'pending' && expiresAt > now);
}

/** The state, and the membership of who asks. @throws refuse() he is none of its members, or it is not there */
export function asMember(
  state: OrganizationState,
  userId: string,
  refuse: () => Error,
): { organization: Active; me: Membership } {
  const me = membershipOf(state, userId);
  if (state.status !== 'active' || !me) throw refuse();
  return { organization: state, me };
}
