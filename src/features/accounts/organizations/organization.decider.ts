import { claimStream, refuseForfeited } from '../../../kernel/claim.ts';
import type { IntentOf } from '../../../kernel/command.ts';
import type { Decider } from '../../../kernel/decider.ts';
import { NotFound } from '../../../kernel/errors.ts';
import type { CreateOrganization, UpdateOrganization } from './organization.commands.ts';
import { NotPermitted, OrganizationAlreadyExists } from './organization.errors.ts';
import type { OrganizationEvent, OrganizationProfile } from './organization.events.ts';

export type OrganizationIntent = IntentOf<CreateOrganization | UpdateOrganization>;

export interface Membership {
  memberId: string;
  userId: string;
  /** One role, or several parted by commas. */
  role: string;
}

interface Active {
  status: 'active';
  forfeited: readonly string[];
  profile: OrganizationProfile;
  members: readonly Membership[];
}
export type OrganizationState = { status: 'absent'; forfeited: readonly string[] } | Active;

export const organizationDecider: Decider<OrganizationIntent, OrganizationState, OrganizationEvent> = {
  category: 'organization',
  initial: { status: 'absent', forfeited: [] },

  decide(intent, state) {
    switch (intent.type) {
      case 'CreateOrganization':
        return create(intent, state);
      case 'UpdateOrganization':
        return update(intent, state);
    }
  },

  evolve(state, { type, data }) {
    switch (type) {
      case 'OrganizationCreated': {
        const { organizationId, slug, slugClaim, createdBy, ...profile } = data;
        return { status: 'active', forfeited: state.forfeited, profile, members: [] };
      }
      case 'OrganizationUpdated': {
        const { organizationId, ...changes } = data;
        const active = state as Active;
        return { ...active, profile: { ...active.profile, ...changes } };
      }
      case 'MemberAdded': {
        const { organizationId, ...membership } = data;
        const active = state as Active;
        return { ...active, members: [...active.members, membership] };
      }
      case 'ClaimForfeited':
        return { ...state, forfeited: [...state.forfeited, claimStream(data)] };
    }
  },
};

/** Whether any of a member's roles lets him manage the organization. */
export function isManager(role: string | undefined): boolean {
  return (role ?? '').split(',').some((one) => one === 'owner' || one === 'admin');
}

function create(
  { data }: Extract<OrganizationIntent, { type: 'CreateOrganization' }>,
  state: OrganizationState,
): readonly OrganizationEvent[] {
  if (state.status !== 'absent') throw new OrganizationAlreadyExists();
  refuseForfeited(state.forfeited, data.slugClaim);
  const { memberId, role, ...organization } = data;
  const { organizationId, createdBy } = organization;
  return [
    { type: 'OrganizationCreated', data: organization },
    { type: 'MemberAdded', data: { organizationId, memberId, userId: createdBy, role } },
  ];
}

/** Feature settings are merged, everything else is replaced (BILLING_FACTS §2.2). Says only what has changed. */
function update(
  { data }: Extract<OrganizationIntent, { type: 'UpdateOrganization' }>,
  state: OrganizationState,
): readonly OrganizationEvent[] {
  const { organizationId, organizationIds, actorId, featureSettings, ...given } = data;
  if (state.status === 'absent' || !organizationIds.includes(organizationId)) throw new NotFound();
  if (actorId !== null) mustManage(state, actorId);
  const { profile } = state;
  const wanted: Partial<OrganizationProfile> = {
    ...given,
    ...(featureSettings && { featureSettings: { ...profile.featureSettings, ...featureSettings } }),
  };
  const changes = Object.entries(wanted).filter(
    ([field, value]) =>
      value !== undefined && JSON.stringify(value) !== JSON.stringify(profile[field as keyof OrganizationProfile]),
  );
  if (changes.length === 0) return [];
  return [{ type: 'OrganizationUpdated', data: { organizationId, ...Object.fromEntries(changes) } }];
}

function mustManage({ members }: Active, userId: string): void {
  const mine = members.find((member) => member.userId === userId);
  if (!mine) throw new NotFound();
  if (!isManager(mine.role)) throw new NotPermitted();
}
