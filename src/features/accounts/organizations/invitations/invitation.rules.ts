import { addSeconds, type Instant } from '../../../../kernel/ports/clock.ts';
import type { UserEvent } from '../../users/user.events.ts';
import {
  AddressNotVerified,
  AlreadyAMember,
  AlreadyInvited,
  InvitationLimitReached,
  InvitationNotFound,
  InvitationNotFoundToRead,
  InviterIsGone,
  MemberNotFound,
  MembershipLimitReached,
  NotAllowedToCancelInvitation,
  NotAllowedToInvite,
  NotAllowedToInviteRole,
  NotTheRecipient,
  RoleNotFound,
  TeamMemberLimitReached,
  TeamNotFound,
} from '../organization.errors.ts';
import type { OrganizationEvent } from '../organization.events.ts';
import {
  asMember,
  may,
  membershipOf,
  pendingInvitations,
  sizeOfTeam,
  type Active,
  type Invitation,
  type OrganizationRules,
  type OrganizationState,
  type RuledFor,
  type Settled,
} from '../organization.rules.ts';
import { areRoles, exceeds, mayInviteWith, needsVerifiedAddress, type RoleRules } from '../members/permission.rules.ts';

type InvitationEvent = Extract<
  OrganizationEvent,
  { type: 'InvitationCreated' | 'InvitationAccepted' | 'InvitationRejected' | 'InvitationCanceled' }
>;

export function invite(
  { data, now }: RuledFor<'InviteMember'>,
  state: OrganizationState,
): readonly OrganizationEvent[] {
  const { rules, organizationId, userId: inviterId, invitationId, email, emailDigest, role, teamId } = data;
  const { organization, me } = asMember(state, inviterId, () => new MemberNotFound());
  if (!may(me, 'invitation', 'create', rules)) throw new NotAllowedToInvite();
  if (!areRoles(role, rules)) throw new RoleNotFound();
  if (exceeds(role, me.role, rules)) throw new NotAllowedToInviteRole();
  if (data.invitedUserId !== undefined && membershipOf(state, data.invitedUserId)) throw new AlreadyAMember();
  const pending = pendingInvitations(organization, now);
  const earlier = pending.filter((invitation) => invitation.emailDigest === emailDigest);
  if (earlier.length > 0 && !data.resend) throw new AlreadyInvited();
  if (pending.length - earlier.length >= rules.invitationLimit) throw new InvitationLimitReached();
  refuseTeam(organization, teamId, rules);
  const expiresAt = addSeconds(now, rules.invitationTtl);
  return [
    ...earlier.map((invitation) => cancellation(organizationId, invitation)),
    {
      type: 'InvitationCreated',
      data: { organizationId, invitationId, email, emailDigest, role, teamId, inviterId, expiresAt },
    },
  ];
}

/** Checks everything before it uses up the invitation; a member keeps their role (docs/IDENTITY.md#invitations). */
export function accept(
  { data, now }: RuledFor<'AcceptInvitation'>,
  state: OrganizationState,
): readonly OrganizationEvent[] {
  const { rules, organizationId, invitationId, userId, memberId } = data;
  const { organization, invitation } = open(state, data, now, () => new InvitationNotFound());
  if (!data.isVerified && needsVerifiedAddress(invitation.role, rules)) throw new AddressNotVerified();
  if (data.isInviterBanned || !mayStillInvite(organization, invitation, rules)) throw new InviterIsGone();
  if (membershipOf(state, userId)) throw new AlreadyAMember();
  if (organization.members.size >= rules.membershipLimit) throw new MembershipLimitReached();
  const { role, teamId } = invitation;
  refuseTeam(organization, teamId, rules);
  const teams = teamId === null ? {} : { teamIds: [teamId] };
  return [
    { type: 'InvitationAccepted', data: { organizationId, invitationId, userId } },
    { type: 'MemberAdded', data: { organizationId, memberId, userId, role, ...teams, invitationId } },
    ...endInvitations(organization, data.emailDigest, now).filter((event) => event.data.invitationId !== invitationId),
  ];
}

/** An invitation ends with its person: none to an address is left once they are a member, or no longer one. */
export function endInvitations(organization: Active, emailDigest: string | undefined, now: Instant) {
  return pendingInvitations(organization, now)
    .filter((invitation) => invitation.emailDigest === emailDigest)
    .map((invitation) => cancellation(organization.organizationId, invitation));
}

/** Whether the inviter is still a member who may invite with that role: an invitation gives nothing that they have lost. */
export function mayStillInvite(
  organization: Active,
  { inviterId, role }: Pick<Invitation, 'inviterId' | 'role'>,
  rules: RoleRules,
): boolean {
  const inviter = membershipOf(organization, inviterId);
  return inviter !== undefined && mayInviteWith(role, inviter.role, rules);
}

export function reject(
  { data, now }: RuledFor<'RejectInvitation'>,
  state: OrganizationState,
): readonly OrganizationEvent[] {
  const { organizationId, invitationId, userId } = data;
  open(state, data, now, () => new InvitationNotFoundToRead());
  return [{ type: 'InvitationRejected', data: { organizationId, invitationId, userId } }];
}

/** Whatever its status (docs/IDENTITY.md#invitations). */
export function cancel({ data }: RuledFor<'CancelInvitation'>, state: OrganizationState): readonly OrganizationEvent[] {
  const { invitationId } = data;
  const settled = state.status === 'active' ? state.settled.get(invitationId) : undefined;
  if (!settled && !find(state, invitationId)) throw new InvitationNotFound();
  const { me } = asMember(state, data.userId, () => new MemberNotFound());
  if (!may(me, 'invitation', 'cancel', data.rules)) throw new NotAllowedToCancelInvitation();
  return settled === 'canceled' ? [] : [cancellation(data.organizationId, { invitationId })];
}

/** A pending invitation to this address. @throws refuse() · NotTheRecipient */
function open(
  state: OrganizationState,
  { invitationId, emailDigest }: { invitationId: string; emailDigest: string },
  now: Instant,
  refuse: () => Error,
): { organization: Active; invitation: Invitation } {
  const invitation = find(state, invitationId);
  if (state.status !== 'active' || !invitation || invitation.expiresAt <= now) throw refuse();
  if (invitation.emailDigest !== emailDigest) throw new NotTheRecipient();
  return { organization: state, invitation };
}

function find(state: OrganizationState, invitationId: string): Invitation | undefined {
  return state.status === 'active' ? state.invitations.get(invitationId) : undefined;
}

/** @throws TeamNotFound, TeamMemberLimitReached the team is full */
function refuseTeam(organization: Active, teamId: string | null, { maxTeamMembers }: OrganizationRules): void {
  if (teamId === null) return;
  if (!organization.teamIds.includes(teamId)) throw new TeamNotFound();
  if (maxTeamMembers !== undefined && sizeOfTeam(organization, teamId) >= maxTeamMembers)
    throw new TeamMemberLimitReached();
}

function cancellation(organizationId: string, { invitationId }: Pick<Invitation, 'invitationId'>) {
  return { type: 'InvitationCanceled', data: { organizationId, invitationId } } as const;
}

export function evolveInvitations(state: Active, { type, data }: InvitationEvent): Active {
  const settledAs = (status: Settled): Active => ({
    ...state,
    invitations: state.invitations.without(data.invitationId),
    settled: state.settled.with(data.invitationId, status),
  });
  switch (type) {
    case 'InvitationCreated': {
      const { invitationId, emailDigest, role, teamId, inviterId, expiresAt } = data;
      const invitation = { invitationId, emailDigest, role, teamId, inviterId, expiresAt };
      return { ...state, invitations: state.invitations.with(invitationId, invitation) };
    }
    case 'InvitationAccepted':
      return settledAs('accepted');
    case 'InvitationRejected':
      return settledAs('rejected');
    case 'InvitationCanceled':
      return settledAs('canceled');
  }
}

export interface HeldAddress {
  /** The digest that invitations hold. */
  emailDigest: string;
  /** The user has proved that it is theirs. */
  isVerified: boolean;
}

/** Every address that a user has had, from their events. */
export function addressesOf(events: readonly UserEvent[]): HeldAddress[] {
  const held: HeldAddress[] = [];
  for (const { type, data } of events) {
    if (type === 'UserRegistered') held.push({ emailDigest: data.emailClaim.digest, isVerified: data.emailVerified });
    if (type === 'EmailChanged') held.push({ emailDigest: data.emailClaim.digest, isVerified: false });
    if (type === 'EmailVerified') held.push({ ...held.pop()!, isVerified: true });
  }
  return held;
}

/** A pending invitation belongs to the owner of the address: signing up with an address does not prove that it is yours. */
export function belongsToUser({ status }: { status: string }, { isVerified }: HeldAddress): boolean {
  return isVerified || status !== 'pending';
}
