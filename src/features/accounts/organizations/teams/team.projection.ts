import type { Instant } from '../../../../kernel/ports/clock.ts';
import type { EventsOf } from '../../../../kernel/writing/events.ts';
import type { Projection } from '../../../../kernel/reading/projection.ts';
import type { organizationEvents } from '../organization.events.ts';

/** A team as the identity contract shows one (docs/IDENTITY.md#teams). */
export interface TeamDocument {
  id: string;
  name: string;
  organizationId: string;
  createdAt: Instant;
  /** When it was created; null for an organization's first team. */
  updatedAt: Instant | null;
}

type Handled = Extract<
  EventsOf<typeof organizationEvents>,
  { type: 'TeamCreated' | 'TeamUpdated' | 'TeamRemoved' | 'OrganizationDeleted' }
>;

export const teamProjection: Projection<TeamDocument, Handled> = {
  name: 'teams',
  version: 1,
  group: 'access',
  tenant: 'organizationId',
  indexes: [['organizationId'], ['organizationId', 'createdAt']],
  handles: ['TeamCreated', 'TeamUpdated', 'TeamRemoved', 'OrganizationDeleted'],
  targets: ({ data }) => ('teamId' in data ? [data.teamId] : { field: 'organizationId', value: data.organizationId }),

  evolve(document, { type, data, metadata: { occurredAt } }) {
    switch (type) {
      case 'TeamCreated': {
        const { teamId: id, name, organizationId, isDefault } = data;
        return { id, name, organizationId, createdAt: occurredAt, updatedAt: isDefault ? null : occurredAt };
      }
      case 'TeamUpdated':
        return document && { ...document, name: data.name };
      case 'TeamRemoved':
      case 'OrganizationDeleted':
        return undefined;
    }
  },
};
