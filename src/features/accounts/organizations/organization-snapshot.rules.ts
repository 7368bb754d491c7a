import { base62, uuidBytes } from '../../../kernel/ids.ts';
import { VersionedMap } from '../../../kernel/versioned-map.ts';
import type { SnapshotForm } from '../../../kernel/writing/snapshots.ts';
import {
  withMembers,
  type Active,
  type Invitation,
  type Membership,
  type OrganizationState,
  type Settled,
} from './organization.rules.ts';

/** Compact, for organizations with very many members: rows instead of objects, and ids of invitations without the organization's part. */
interface Stored extends Omit<Active, 'members' | 'memberIds' | 'invitations' | 'settled'> {
  members: [memberId: string, userId: string, role: string, ...teamIds: string[]][];
  invitations: Invitation[];
  settled: Record<Settled, string[]>;
}

/** Nothing in it is personal: addresses are in digests, and names are the organization's own. */
export const organizationSnapshot: SnapshotForm<OrganizationState> = {
  version: 2,
  encode: (state) => (state.status === 'active' ? encoded(state) : state),
  decode: (stored) => {
    const state = stored as Stored | Exclude<OrganizationState, Active>;
    return state.status === 'active' ? decoded(state) : state;
  },
};

function encoded({ memberIds: _, ...state }: Active): Stored {
  const settled: Stored['settled'] = { accepted: [], rejected: [], canceled: [] };
  const prefix = prefixOf(state);
  for (const [id, status] of state.settled.entries()) settled[status].push(id.slice(prefix.length));
  return {
    ...state,
    members: [...state.members.values()].map(({ memberId, userId, role, teamIds }) => [
      memberId,
      userId,
      role,
      ...teamIds,
    ]),
    invitations: [...state.invitations.values()],
    settled,
  };
}

function decoded({ members, invitations, settled, ...state }: Stored): Active {
  const prefix = prefixOf(state);
  const ids = Object.entries(settled) as [Settled, string[]][];
  return withMembers(
    {
      ...state,
      invitations: VersionedMap.of(invitations.map((one) => [one.invitationId, one] as const)),
      settled: VersionedMap.of(ids.flatMap(([status, own]) => own.map((id) => [prefix + id, status] as const))),
    },
    members.map(([memberId, userId, role, ...teamIds]): Membership => ({ memberId, userId, role, teamIds })),
  );
}

/** Of the ids within an organization (`idWithin`). */
function prefixOf({ organizationId }: { organizationId: string }): string {
  return base62(uuidBytes(organizationId));
}
