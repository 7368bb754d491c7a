import { claimStream, refuseForfeited, type Claim } from '../../../kernel/writing/claim.ts';
import type { IntentOf, IntentWith } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import { NotFound } from '../../../kernel/errors.ts';
import { VersionedMap } from '../../../kernel/versioned-map.ts';
import { LIMITS } from '../../../limits.ts';
import { accept, cancel, evolveInvitations, invite, reject } from './invitations/invitation.rules.ts';
import { evolveMembers, leave, remove, updateRole } from './members/member.rules.ts';
import type { CreateOrganization, UpdateOrganization } from './organization.commands.ts';
import {
  NotAllowedToDelete,
  NotAllowedToUpdate,
  NotAMember,
  NotPermitted,
  OnlyOwner,
  OrganizationAlreadyExists,
  TooManySlugs,
} from './organization.errors.ts';
import { organizationSnapshot } from './organization-snapshot.rules.ts';
import type { OrganizationEvent, OrganizationProfile } from './organization.events.ts';
import {
  asMember,
  may,
  withMembers,
  type Active,
  type Invitation,
  type OrganizationState,
  type RuledFor,
  type RuledIntent,
  type Settled,
} from './organization.rules.ts';
import { isManager } from './members/permission.rules.ts';
import {
  addTeamMember,
  createTeam,
  evolveTeams,
  removeTeam,
  removeTeamMember,
  updateTeam,
} from './teams/team.rules.ts';

/** What the decider gets of CreateOrganization. */
export interface NewOrganization extends OrganizationProfile {
  organizationId: string;
  slug: string;
  slugClaim: Claim;
  createdBy: string;
  memberId: string;
  role: string;
  /** A first team, named like the organization; undefined: none. */
  teamId?: string;
}
export type OrganizationIntent =
  IntentWith<CreateOrganization, NewOrganization> | IntentOf<UpdateOrganization> | RuledIntent;

/** An organization with its members, invitations and teams: always with an owner, each user a member once, every limit kept. */
export const organizationDecider: Decider<OrganizationIntent, OrganizationState, OrganizationEvent> = {
  category: 'organization',
  initial: { status: 'absent', forfeited: [] },
  snapshot: organizationSnapshot,

  decide(intent, state) {
    switch (intent.type) {
      case 'CreateOrganization':
        return create(intent, state);
      case 'UpdateOrganization':
        return update(intent, state);
      case 'UpdateOrganizationProfile':
        return updateProfile(intent, state);
      case 'StartDeletion':
        return startDeletion(intent, state);
      case 'CompleteDeletion':
        return completeDeletion(intent, state);
      case 'LeaveOrganization':
        return leave(intent, state);
      case 'RemoveMember':
        return remove(intent, state);
      case 'UpdateMemberRole':
        return updateRole(intent, state);
      case 'InviteMember':
        return invite(intent, state);
      case 'AcceptInvitation':
        return accept(intent, state);
      case 'RejectInvitation':
        return reject(intent, state);
      case 'CancelInvitation':
        return cancel(intent, state);
      case 'CreateTeam':
        return createTeam(intent, state);
      case 'UpdateTeam':
        return updateTeam(intent, state);
      case 'RemoveTeam':
        return removeTeam(intent, state);
      case 'AddTeamMember':
        return addTeamMember(intent, state);
      case 'RemoveTeamMember':
        return removeTeamMember(intent, state);
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'OrganizationCreated': {
        const { organizationId, slug, slugClaim, createdBy, ...profile } = event.data;
        const { forfeited } = state;
        const identity = { organizationId, slug, slugClaims: [claimStream(slugClaim)], createdBy, profile, forfeited };
        const invitations = {
          invitations: VersionedMap.of<string, Invitation>(),
          settled: VersionedMap.of<string, Settled>(),
        };
        return withMembers({ status: 'active', ...identity, deletion: null, ...invitations, teamIds: [] }, []);
      }
      case 'OrganizationDeleted':
        return state.status === 'active'
          ? { status: 'deleted', forfeited: state.forfeited, profile: state.profile }
          : state;
      case 'ClaimForfeited':
        return { ...state, forfeited: [...state.forfeited, claimStream(event.data)] };
      default:
        return state.status === 'active' ? evolveActive(state, event) : state;
    }
  },
};

type ChangeEvent = Exclude<
  OrganizationEvent,
  { type: 'OrganizationCreated' | 'OrganizationDeleted' | 'ClaimForfeited' }
>;

function evolveActive(state: Active, event: ChangeEvent): Active {
  switch (event.type) {
    case 'OrganizationUpdated': {
      const { slug = state.slug, slugClaim, organizationId, ...changes } = event.data;
      const slugClaims = slugClaim ? [...new Set([...state.slugClaims, claimStream(slugClaim)])] : state.slugClaims;
      return { ...state, slug, slugClaims, profile: { ...state.profile, ...changes } };
    }
    case 'OrganizationDeletionStarted':
      return { ...state, deletion: { deletionId: event.data.deletionId, cause: event.data.cause } };
    case 'OrganizationDeletionRefused':
      return { ...state, deletion: null };
    case 'MemberAdded':
    case 'MemberRoleChanged':
    case 'MemberRemoved':
      return evolveMembers(state, event);
    case 'InvitationCreated':
    case 'InvitationAccepted':
    case 'InvitationRejected':
    case 'InvitationCanceled':
      return evolveInvitations(state, event);
    case 'TeamCreated':
    case 'TeamUpdated':
    case 'TeamRemoved':
    case 'TeamMemberAdded':
    case 'TeamMemberRemoved':
      return evolveTeams(state, event);
  }
}

function create(
  { data }: Extract<OrganizationIntent, { type: 'CreateOrganization' }>,
  state: OrganizationState,
): readonly OrganizationEvent[] {
  if (state.status !== 'absent') throw new OrganizationAlreadyExists();
  refuseForfeited(state.forfeited, data.slugClaim);
  const { memberId, role, teamId, ...organization } = data;
  const { organizationId, createdBy: userId, name } = organization;
  const member = { organizationId, memberId, userId, role };
  if (teamId === undefined)
    return [
      { type: 'OrganizationCreated', data: organization },
      { type: 'MemberAdded', data: member },
    ];
  return [
    { type: 'OrganizationCreated', data: organization },
    { type: 'TeamCreated', data: { organizationId, teamId, name, isDefault: true } },
    { type: 'MemberAdded', data: { ...member, teamIds: [teamId] } },
  ];
}

/** Feature settings are merged, everything else is replaced (docs/BILLING.md#organizations). */
function update(
  { data }: Extract<OrganizationIntent, { type: 'UpdateOrganization' }>,
  state: OrganizationState,
): readonly OrganizationEvent[] {
  const { organizationId, actorId, featureSettings, ...given } = data;
  if (state.status !== 'active') throw new NotFound();
  if (actorId !== null && !isManager(asMember(state, actorId, () => new NotFound()).me.role)) throw new NotPermitted();
  const { profile } = state;
  const changes = changesOf(profile, {
    ...given,
    ...(featureSettings && { featureSettings: { ...profile.featureSettings, ...featureSettings } }),
  });
  return Object.keys(changes).length === 0
    ? []
    : [{ type: 'OrganizationUpdated', data: { organizationId, ...changes } }];
}

function updateProfile(
  { data }: RuledFor<'UpdateOrganizationProfile'>,
  state: OrganizationState,
): readonly OrganizationEvent[] {
  const { rules, organizationId, userId, slug, ...given } = data;
  const { organization, me } = asMember(state, userId, () => new NotAMember(400));
  if (!may(me, 'organization', 'update', rules)) throw new NotAllowedToUpdate();
  const isMoved = slug !== undefined && slug.text !== organization.slug;
  if (isMoved) demandSlug(organization, slug.claim);
  const changes = {
    ...changesOf(organization.profile, given),
    ...(isMoved && { slug: slug.text, slugClaim: slug.claim }),
  };
  return Object.keys(changes).length === 0
    ? []
    : [{ type: 'OrganizationUpdated', data: { organizationId, ...changes } }];
}

/** A slug that was given up stays the organization's, so that links with it never lead to another one; it may be taken back. */
function demandSlug({ forfeited, slugClaims }: Active, claim: Claim): void {
  refuseForfeited(forfeited, claim);
  if (!slugClaims.includes(claimStream(claim)) && slugClaims.length >= LIMITS.organization.slugs.most)
    throw new TooManySlugs();
}

function startDeletion({ data }: RuledFor<'StartDeletion'>, state: OrganizationState): readonly OrganizationEvent[] {
  const { rules, organizationId, userId, deletionId, cause } = data;
  const { organization, me } = asMember(state, userId, () => new NotAMember(400));
  if (cause === 'asked' && !may(me, 'organization', 'delete', rules)) throw new NotAllowedToDelete();
  if (cause === 'user_deleted' && organization.members.size > 1) throw new OnlyOwner();
  if (organization.deletion) return [];
  return [{ type: 'OrganizationDeletionStarted', data: { organizationId, deletionId, cause } }];
}

/** Facts that were gathered for an earlier deletion decide nothing. */
function completeDeletion(
  { data }: RuledFor<'CompleteDeletion'>,
  state: OrganizationState,
): readonly OrganizationEvent[] {
  const { organizationId, deletionId, isHeld } = data;
  if (state.status !== 'active' || state.deletion?.deletionId !== deletionId) return [];
  const { createdBy, deletion, members } = state;
  // Somebody joined since the user asked to leave.
  const isJoined = deletion.cause === 'user_deleted' && members.size > 1;
  if (isHeld || isJoined) return [{ type: 'OrganizationDeletionRefused', data: { organizationId, deletionId } }];
  return [{ type: 'OrganizationDeleted', data: { organizationId, createdBy } }];
}

/** The wanted fields that differ. */
function changesOf(profile: Active['profile'], wanted: Partial<OrganizationProfile>): Partial<OrganizationProfile> {
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([field, value]) =>
        value !== undefined && JSON.stringify(value) !== JSON.stringify(profile[field as keyof OrganizationProfile]),
    ),
  );
}
