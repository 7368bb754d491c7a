import type { Instant } from '../../../kernel/ports/clock.ts';
import { subjectOf, typesOf, type Recorded } from '../../../kernel/writing/events.ts';
import { idOf } from '../../../kernel/ports/event-store.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import { sessionEvents, type SessionEvent } from './session.events.ts';

/** A session as the identity contract shows one, except for its token (docs/IDENTITY.md#user-and-session). All times are machine time. */
export interface SessionDocument {
  id: string;
  userId: string;
  expiresAt: Instant;
  createdAt: Instant;
  updatedAt: Instant;
  ipAddress: string;
  userAgent: string;
  activeOrganizationId: string | null;
  activeTeamId: string | null;
  impersonatedBy: string | null;
  rememberMe: boolean;
  subjects: string[];
}

/** Ended sessions have no document. */
export const sessionProjection: Projection<SessionDocument, SessionEvent> = {
  name: 'sessions',
  version: 2,
  group: 'access',
  indexes: [['userId', 'createdAt']],
  fields: ['expiresAt'],
  handles: typesOf(sessionEvents),
  targets: ({ stream }) => [idOf(stream)],

  evolve(document, event) {
    if (event.type === 'SessionStarted') return started(event);
    if (!document) return undefined;
    switch (event.type) {
      case 'SessionRefreshed':
        return { ...document, expiresAt: event.data.expiresAt, updatedAt: event.data.at };
      case 'ActiveOrganizationChanged':
        return { ...document, activeOrganizationId: event.data.organizationId, activeTeamId: null };
      case 'ActiveTeamChanged':
        return { ...document, activeTeamId: event.data.teamId };
      case 'SessionEnded':
        return undefined;
    }
  },

  blank: (document) => ({ ...document, ipAddress: '', userAgent: '' }),
};

function started({ data }: Recorded<Extract<SessionEvent, { type: 'SessionStarted' }>>): SessionDocument {
  return {
    id: data.sessionId,
    userId: data.userId,
    expiresAt: data.expiresAt,
    createdAt: data.at,
    updatedAt: data.at,
    ipAddress: data.ipAddress,
    userAgent: data.userAgent,
    activeOrganizationId: data.activeOrganizationId,
    activeTeamId: null,
    impersonatedBy: data.impersonatedBy ?? null,
    rememberMe: data.rememberMe,
    subjects: [subjectOf.user(data.userId)],
  };
}

/** The organization that was active last: the user's next session begins there. */
export interface LastOrganizationDocument {
  /** The user's. */
  id: string;
  organizationId: string | null;
}

export const lastOrganizationProjection: Projection<
  LastOrganizationDocument,
  Extract<SessionEvent, { type: 'ActiveOrganizationChanged' }>
> = {
  name: 'last_organizations',
  version: 1,
  group: 'access',
  indexes: [],
  handles: ['ActiveOrganizationChanged'],
  targets: ({ data: { userId } }) => (userId === undefined ? [] : [userId]),
  evolve: (_document, { data: { organizationId } }, id) => ({ id, organizationId }),
};
