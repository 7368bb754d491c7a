import type { Instant } from '../../../kernel/clock.ts';
import type { EventsOf } from '../../../kernel/events.ts';
import type { Projection } from '../../../kernel/projection.ts';
import type { organizationEvents } from './organization.events.ts';

/** A member as the identity contract shows one (AUTH_FACTS §9, Member). */
export interface MemberDocument {
  id: string;
  organizationId: string;
  userId: string;
  role: string;
  teamId: null;
  createdAt: Instant;
}

export const memberProjection: Projection<
  MemberDocument,
  Extract<EventsOf<typeof organizationEvents>, { type: 'MemberAdded' }>
> = {
  name: 'members',
  version: 1,
  indexes: [
    ['userId', 'createdAt'],
    ['organizationId', 'createdAt'],
  ],
  handles: ['MemberAdded'],
  targets: ({ data }) => [data.memberId],

  evolve: (_document, { data, metadata }) => ({
    id: data.memberId,
    organizationId: data.organizationId,
    userId: data.userId,
    role: data.role,
    teamId: null,
    createdAt: metadata.occurredAt,
  }),
};
