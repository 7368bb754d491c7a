import type { Instant } from '../../../kernel/ports/clock.ts';
import { command } from '../../../kernel/writing/command.ts';

/** Starts a session of whoever may have one, in the organization where he was last; answers it as a Visit, its token included. */
export class OpenSession extends command('OpenSession')<{
  userId: string;
  rememberMe: boolean;
  /** Seconds. */
  lasts: number;
  ipAddress: string;
  userAgent: string;
  /** The admin who acts as this user. */
  impersonatedBy?: string;
}> {}
export class StartSession extends command('StartSession')<{
  sessionId: string;
  userId: string;
  expiresAt: Instant;
  rememberMe: boolean;
  ipAddress: string;
  userAgent: string;
  activeOrganizationId: string | null;
  /** The admin who acts as this user. */
  impersonatedBy?: string;
}> {}
export class RefreshSession extends command('RefreshSession')<{
  sessionId: string;
  expiresAt: Instant;
  updateAge: number;
}> {}
export class ChangeActiveOrganization extends command('ChangeActiveOrganization')<{
  sessionId: string;
  organizationId: string | null;
}> {}
/** Of the active organization; another organization forgets it. */
export class ChangeActiveTeam extends command('ChangeActiveTeam')<{ sessionId: string; teamId: string | null }> {}
export class EndSession extends command('EndSession')<{
  sessionId: string;
  reason: 'signed_out' | 'revoked' | 'impersonation_stopped';
}> {}
