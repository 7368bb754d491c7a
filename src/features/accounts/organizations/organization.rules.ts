import type { Claim } from '../../../kernel/writing/claim.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import { VersionedMap } from '../../../kernel/versioned-map.ts';
import type { IntentOf, IntentWith } from '../../../kernel/writing/command.ts';
import type {
  AcceptInvitation,
  CancelInvitation,
  InviteMember,
  RejectInvitation,
} from './invitations/invitation.commands.ts';
import type { LeaveOrganization, RemoveMember, UpdateMemberRole } from './members/member.commands.ts';
import { isOwner, mayAll, type RoleRules } from './members/permission.rules.ts';
import type { CompleteDeletion, StartDeletion, UpdateOrganizationProfile } from './organization.commands.ts';
import type { DeletionCause, OrganizationProfile } from './organization.events.ts';
import type { AddTeamMember, CreateTeam, RemoveTeam, RemoveTeamMember, UpdateTeam } from './teams/team.commands.ts';

/** What an installation allows; an undefined limit means none. */
export interface OrganizationRules extends RoleRules {
  membershipLimit: number;
  invitationLimit: number;
  /** Seconds. */
  invitationTtl: number;
  maxTeams: number | undefined;
  maxTeamMembers: number | undefined;
  allowRemovingAllTeams: boolean;
}

/** What the decider gets of UpdateOrganizationProfile: the slug with its claim. */
export interface ProfileUpdate {
  organizationId: string;
  userId: string;
  name?: string;
  slug?: { text: string; claim: Claim };
  avatarUrl?: string | null;
  metadata?: Record<string, unknown> | null;
}
/** What the decider gets of AcceptInvitation: the user's own address with it. */
export interface Acceptance {
  organizationId: string;
  userId: string;
  invitationId: string;
  emailDigest: string;
  isVerified: boolean;
  memberId: string;
  /** Of the user who has invited them. */
  isInviterBanned: boolean;
}
/** What the decider gets of LeaveOrganization and RemoveMember besides. */
export interface Departure {
  /** Of the address of who leaves, if they still have one. */
  emailDigest?: string | undefined;
}
/** What the decider gets of CompleteDeletion. */
export interface DeletionFacts {
  organizationId: string;
  deletionId: string;
  /** Whether a feature holds the organization, for example by an active subscription. */
  isHeld: boolean;
}

type Unruled =
  | IntentWith<UpdateOrganizationProfile, ProfileUpdate>
  | IntentWith<AcceptInvitation, Acceptance>
  | IntentWith<CompleteDeletion, DeletionFacts>
  | IntentWith<LeaveOrganization, LeaveOrganization['data'] & Departure>
  | IntentWith<RemoveMember, RemoveMember['data'] & Departure>
  | IntentOf<
      | StartDeletion
      | UpdateMemberRole
      | InviteMember
      | RejectInvitation
      | CancelInvitation
      | CreateTeam
      | UpdateTeam
      | RemoveTeam
      | AddTeamMember
      | RemoveTeamMember
    >;
type Ruled<I> = I extends { data: infer D } ? Omit<I, 'data'> & { data: D & { rules: OrganizationRules } } : never;
/** What is decided by the installation's rules, which come with it. */
export type RuledIntent = Ruled<Unruled>;
export type RuledFor<T extends RuledIntent['type']> = Extract<RuledIntent, { type: T }>;

export interface Membership {
  memberId: string;
  userId: string;
  /** One role, or several, comma-separated. */
  role: string;
  teamIds: readonly string[];
}

/** Neither accepted nor rejected nor canceled; it may have expired. */
export interface Invitation {
  invitationId: string;
  emailDigest: string;
  role: string;
  teamId: string | null;
  /** A user. */
  inviterId: string;
  expiresAt: Instant;
}
export type Settled = 'accepted' | 'rejected' | 'canceled';

export interface Active {
  status: 'active';
  forfeited: readonly string[];
  organizationId: string;
  createdBy: string;
  slug: string;
  /** Of every slug that it has had, also those it gave up: the streams of the claims. */
  slugClaims: readonly string[];
  profile: OrganizationProfile;
  /** Set from the start of a deletion until it is completed or refused. */
  deletion: { deletionId: string; cause: DeletionCause } | null;
  /** By their own ids. */
  members: VersionedMap<string, Membership>;
  /** By users' ids. */
  memberIds: VersionedMap<string, string>;
  invitations: VersionedMap<string, Invitation>;
  /** What became of the others: an invitation can be canceled whatever its status. */
  settled: VersionedMap<string, Settled>;
  teamIds: readonly string[];
}
export type OrganizationState =
  | { status: 'absent'; forfeited: readonly string[] }
  | { status: 'deleted'; forfeited: readonly string[]; profile: OrganizationProfile }
  | Active;

/** A user's membership; undefined also if the organization does not exist. */
export function membershipOf(state: OrganizationState, userId: string): Membership | undefined {
  if (state.status !== 'active') return undefined;
  const memberId = state.memberIds.get(userId);
  return memberId === undefined ? undefined : state.members.get(memberId);
}

/** Who is meant by a member's id, or a user's. */
export function targeted(state: OrganizationState, target: RemoveMember['data']['target']): Membership | undefined {
  if ('userId' in target) return membershipOf(state, target.userId ?? '');
  return state.status === 'active' ? state.members.get(target.memberId) : undefined;
}

/** An organization's members at first. */
export function withMembers(state: Omit<Active, 'members' | 'memberIds'>, members: readonly Membership[]): Active {
  return {
    ...state,
    members: VersionedMap.of(members.map((member) => [member.memberId, member] as const)),
    memberIds: VersionedMap.of(members.map(({ userId, memberId }) => [userId, memberId] as const)),
  };
}

/** An organization sells nothing once its deletion has started. */
export function isSelling(state: OrganizationState): boolean {
  return state.status === 'active' && state.deletion === null;
}

export function may(member: Membership, resource: string, action: string, rules: RoleRules): boolean {
  return mayAll(member.role, { [resource]: [action] }, rules);
}

export function isOnlyOwner({ members }: Active, { memberId, role }: Membership, rules: RoleRules): boolean {
  if (!isOwner(role, rules)) return false;
  for (const other of members.values()) if (other.memberId !== memberId && isOwner(other.role, rules)) return false;
  return true;
}

/** The number of members in a team. */
export function sizeOfTeam({ members }: Active, teamId: string): number {
  let size = 0;
  for (const { teamIds } of members.values()) if (teamIds.includes(teamId)) size++;
  return size;
}

/** Those that can still be accepted or rejected. */
export function pendingInvitations({ invitations }: Active, now: Instant): Invitation[] {
  return [...invitations.values()].filter(({ expiresAt }) => expiresAt > now);
}

/** The organization, and the membership of the user who asks. @throws refuse() they are not a member, or it does not exist */
export function asMember(
  state: OrganizationState,
  userId: string,
  refuse: () => Error,
): { organization: Active; me: Membership } {
  const me = membershipOf(state, userId);
  if (state.status !== 'active' || !me) throw refuse();
  return { organization: state, me };
}

/** Where paths of our own begin, since an organization's pages are at `/{slug}`: those of routes, pages and files, as `rules.spec.ts` finds them. */
export const OWN_PATHS: readonly string[] = (
  'accept-invitation account account-deleted admin api assets checkout early.js embed.js error favicon.svg forgot-password healthz index.html ' +
  'media metrics oauth2 organizations outbox pretend-platform pretend-provider readyz reset-password sandbox sign-in sign-up v1 verify-email ' +
  'visitor.html'
).split(' ');
/** What people would take for ours, or browsers look for. */
const TAKEN_FOR_OURS = (
  'about accounts auth billing checkouts dashboard docs favicon.ico health help invitation invitations ledger login logout new oauth ' +
  'organization portal robots.txt settings sign-out signin signout signup static theme.js tillbook v2 www'
).split(' ');
/** Files are there compressed, too. */
const RESERVED: ReadonlySet<string> = new Set([
  ...OWN_PATHS.flatMap((name) => [name, `${name}.br`, `${name}.gz`]),
  ...TAKEN_FOR_OURS,
]);
const MAX_SLUG_LENGTH = 100;
const SLUG_FORM = /^[a-z0-9]+(?:[._~-]+[a-z0-9]+)*$/;

/** The form in which a slug is stored, claimed and compared. */
export function normalSlug(text: string): string {
  return text.toLowerCase();
}

/** Whether it can be part of a path as it is. */
export function isSlug(text: string): boolean {
  return text.length <= MAX_SLUG_LENGTH && SLUG_FORM.test(normalSlug(text));
}

export function isReserved(slug: string): boolean {
  return RESERVED.has(normalSlug(slug));
}
