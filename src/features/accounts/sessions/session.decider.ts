import { addSeconds, type Instant } from '../../../kernel/ports/clock.ts';
import type { IntentOf, IntentWith } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import { EDITS_PER_DAY } from '../../../kernel/writing/edit-limit.ts';
import { NotFound } from '../../../kernel/errors.ts';
import type {
  ChangeActiveOrganization,
  ChangeActiveTeam,
  EndSession,
  RefreshSession,
  StartSession,
} from './session.commands.ts';
import type { SessionEvent } from './session.events.ts';

/** Bounds the stream if AUTH_SESSION_UPDATE_AGE is tiny: the session then expires when its last refresh does. */
const MAX_REFRESHES = 1_000;

interface NewSession {
  sessionId: string;
  userId: string;
  expiresAt: Instant;
  rememberMe: boolean;
  ipAddress: string;
  userAgent: string;
  activeOrganizationId: string | null;
  impersonatedBy?: string;
}

export type SessionIntent =
  | IntentWith<StartSession, NewSession>
  | IntentOf<RefreshSession | ChangeActiveOrganization | ChangeActiveTeam | EndSession>;

interface Open {
  status: 'open';
  userId: string;
  rememberMe: boolean;
  impersonatedBy?: string;
  refreshes: number;
  expiresAt: Instant;
  activeOrganizationId: string | null;
  activeTeamId: string | null;
}
export type SessionState = { status: 'absent' } | Open | { status: 'ended' };

export const sessionDecider: Decider<SessionIntent, SessionState, SessionEvent> = {
  category: 'session',
  initial: { status: 'absent' },
  edits: { types: ['ActiveOrganizationChanged', 'ActiveTeamChanged'], perDay: EDITS_PER_DAY },

  decide(intent, state) {
    switch (intent.type) {
      case 'StartSession':
        return state.status === 'absent'
          ? [{ type: 'SessionStarted', data: { ...intent.data, at: intent.machineNow } }]
          : [];
      case 'RefreshSession':
        return refresh(intent, state);
      case 'ChangeActiveOrganization':
        return changeActive(intent, state);
      case 'ChangeActiveTeam':
        return changeActiveTeam(intent, state);
      case 'EndSession':
        return state.status === 'open'
          ? [{ type: 'SessionEnded', data: { ...intent.data, userId: state.userId } }]
          : [];
    }
  },

  evolve(state, { type, data }) {
    switch (type) {
      case 'SessionStarted':
        return { status: 'open', ...data, refreshes: 0, activeTeamId: null };
      case 'SessionRefreshed':
        return { ...(state as Open), expiresAt: data.expiresAt, refreshes: (state as Open).refreshes + 1 };
      case 'ActiveOrganizationChanged':
        return { ...(state as Open), activeOrganizationId: data.organizationId, activeTeamId: null };
      case 'ActiveTeamChanged':
        return { ...(state as Open), activeTeamId: data.teamId };
      case 'SessionEnded':
        return { status: 'ended' };
    }
  },
};

/** One event per update-age, not per request; none if the session is not remembered (docs/IDENTITY.md#reading-a-session, steps 5 and 6). */
function refresh(
  { data, machineNow }: Extract<SessionIntent, { type: 'RefreshSession' }>,
  state: SessionState,
): readonly SessionEvent[] {
  if (state.status !== 'open' || !state.rememberMe || state.expiresAt <= machineNow) return [];
  const due = addSeconds(state.expiresAt, data.updateAge) <= data.expiresAt && state.expiresAt < data.expiresAt;
  if (!due || state.refreshes >= MAX_REFRESHES) return [];
  return [
    {
      type: 'SessionRefreshed',
      data: { sessionId: data.sessionId, at: machineNow, expiresAt: data.expiresAt },
    },
  ];
}

function changeActive(
  { data }: Extract<SessionIntent, { type: 'ChangeActiveOrganization' }>,
  state: SessionState,
): readonly SessionEvent[] {
  // A caller with an API key has no session, and so no preference.
  if (state.status === 'absent') return [];
  const { activeOrganizationId, userId, impersonatedBy } = open(state);
  if (activeOrganizationId === data.organizationId) return [];
  // What an admin looked at as this user is not the user's preference.
  const remembered = impersonatedBy === undefined ? { userId } : {};
  return [{ type: 'ActiveOrganizationChanged', data: { ...data, ...remembered } }];
}

function changeActiveTeam(
  { data }: Extract<SessionIntent, { type: 'ChangeActiveTeam' }>,
  state: SessionState,
): readonly SessionEvent[] {
  if (state.status === 'absent' || open(state).activeTeamId === data.teamId) return [];
  return [{ type: 'ActiveTeamChanged', data }];
}

function open(state: SessionState): Open {
  if (state.status !== 'open') throw new NotFound('Session not found');
  return state;
}
