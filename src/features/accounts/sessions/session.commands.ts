import type { Instant } from '../../../kernel/ports/clock.ts';
import { command, type Executed } from '../../../kernel/writing/command.ts';
import type { UserDocument } from '../users/user.projection.ts';
import type { SessionEvent } from './session.events.ts';
import type { SessionDocument } from './session.projection.ts';

type Done = Executed<unknown, SessionEvent>;

/** A session with its user, and the token that was presented. */
export interface AuthenticatedSession {
  token: string;
  session: SessionDocument;
  user: UserDocument;
  /** Started or refreshed less than AUTH_FRESH_AGE ago; a refresh by the current request does not count. */
  isFresh: boolean;
  /** The API key that stands in for a session, which cannot be refreshed or changed then. */
  apiKeyId?: string;
}

/** Starts a session in the organization that the user was active in last; the answer's token exists nowhere else. */
export class StartSession extends command('StartSession')<
  {
    userId: string;
    rememberMe: boolean;
    /** Seconds. */
    ttl: number;
    ipAddress: string;
    userAgent: string;
    /** The admin who acts as this user. */
    impersonatedBy?: string;
  },
  AuthenticatedSession
> {}
export class RefreshSession extends command('RefreshSession')<
  { sessionId: string; expiresAt: Instant; updateAge: number },
  Done
> {}
export class ChangeActiveOrganization extends command('ChangeActiveOrganization')<
  { sessionId: string; organizationId: string | null },
  Done
> {}
/** The active team belongs to the active organization; changing that clears it. */
export class ChangeActiveTeam extends command('ChangeActiveTeam')<{ sessionId: string; teamId: string | null }, Done> {}
export class EndSession extends command('EndSession')<
  { sessionId: string; reason: 'signed_out' | 'revoked' | 'impersonation_stopped' },
  Done
> {}
