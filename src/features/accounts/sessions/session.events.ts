import type { Instant } from '../../../kernel/ports/clock.ts';
import { event, subjectOf, type EventsOf } from '../../../kernel/writing/events.ts';

/** A session's stream is `session-{HMAC of its token}`; it grows by one event per update-age, at most 1,000, and by changes of the active organization. */
export const sessionStream = (sessionId: string): string => `session-${sessionId}`;

/** All times are machine time (docs/PROCESSES.md#two-clocks). */
export const sessionEvents = {
  SessionStarted: event<{
    sessionId: string;
    userId: string;
    /** When it started. */
    at: Instant;
    expiresAt: Instant;
    rememberMe: boolean;
    ipAddress: string;
    userAgent: string;
    activeOrganizationId: string | null;
    /** The admin who acts as this user; undefined for the user themselves. */
    impersonatedBy?: string;
  }>({ personal: [{ subject: ({ userId }) => subjectOf.user(userId), fields: { ipAddress: '', userAgent: '' } }] }),
  SessionRefreshed: event<{ sessionId: string; at: Instant; expiresAt: Instant }>(),
  /** `userId`: the user whose next sign-in begins there; missing if an admin acts as them, and in earlier events. */
  ActiveOrganizationChanged: event<{ sessionId: string; organizationId: string | null; userId?: string }>(),
  ActiveTeamChanged: event<{ sessionId: string; teamId: string | null }>(),
  SessionEnded: event<{
    sessionId: string;
    userId: string;
    reason: 'signed_out' | 'revoked' | 'impersonation_stopped';
  }>(),
};

export type SessionEvent = EventsOf<typeof sessionEvents>;
