import type { Instant } from '../../../../kernel/ports/clock.ts';
import type { EventsOf, Recorded } from '../../../../kernel/writing/events.ts';
import type { Projection } from '../../../../kernel/reading/projection.ts';
import type { organizationEvents } from '../organization.events.ts';

/** A member with their teams, in the order they joined them. */
export interface MemberDocument {
  id: string;
  organizationId: string;
  userId: string;
  role: string;
  teams: { teamId: string; since: Instant }[];
  /** To search by. */
  teamIds: string[];
  createdAt: Instant;
}

type Handled = Extract<
  EventsOf<typeof organizationEvents>,
  {
    type:
      | 'MemberAdded'
      | 'MemberRoleChanged'
      | 'MemberRemoved'
      | 'TeamMemberAdded'
      | 'TeamMemberRemoved'
      | 'TeamRemoved'
      | 'OrganizationDeleted';
  }
>;

/** Current members. */
export const memberProjection: Projection<MemberDocument, Handled> = {
  name: 'members',
  version: 2,
  group: 'access',
  tenant: 'organizationId',
  indexes: [
    ['userId', 'createdAt'],
    ['organizationId'],
    ['organizationId', 'createdAt'],
    ['organizationId', 'role'],
    ['organizationId', 'userId'],
  ],
  fields: ['teamIds'],
  handles: [
    'MemberAdded',
    'MemberRoleChanged',
    'MemberRemoved',
    'TeamMemberAdded',
    'TeamMemberRemoved',
    'TeamRemoved',
    'OrganizationDeleted',
  ],
  targets: ({ data }) =>
    'memberId' in data ? [data.memberId] : { field: 'organizationId', value: data.organizationId },

  evolve(document, event) {
    if (event.type === 'MemberAdded') return added(event);
    if (!document) return undefined;
    const { type, data, metadata } = event;
    switch (type) {
      case 'MemberRoleChanged':
        return { ...document, role: data.role };
      case 'TeamMemberAdded':
        return inTeams(document, [...document.teams, { teamId: data.teamId, since: metadata.occurredAt }]);
      case 'TeamMemberRemoved':
      case 'TeamRemoved': {
        const { teamId } = data;
        return inTeams(
          document,
          document.teams.filter((team) => team.teamId !== teamId),
        );
      }
      case 'MemberRemoved':
      case 'OrganizationDeleted':
        return undefined;
    }
  },
};

function added({ data, metadata }: Recorded<Extract<Handled, { type: 'MemberAdded' }>>): MemberDocument {
  const { memberId: id, organizationId, userId, role, teamIds = [] } = data;
  const { occurredAt } = metadata;
  const teams = teamIds.map((teamId) => ({ teamId, since: occurredAt }));
  return { id, organizationId, userId, role, teams, teamIds, createdAt: occurredAt };
}

function inTeams(document: MemberDocument, teams: MemberDocument['teams']): MemberDocument {
  return { ...document, teams, teamIds: teams.map(({ teamId }) => teamId) };
}
