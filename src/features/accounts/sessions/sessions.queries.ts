import { createParamDecorator, Inject, Injectable, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Documents } from '../../../app/reading/documents.ts';
import { FreshDocuments } from '../../../app/reading/fresh-documents.ts';
import { createUserDecorator, refuseAfterValidation } from '../../../app/http/request-state.ts';
import { memoized } from '../../../kernel/memoized.ts';
import { CLOCK, CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { secondsBetween, type Clock, type Instant } from '../../../kernel/ports/clock.ts';
import { base62 } from '../../../kernel/ids.ts';
import { Keys } from '../../../kernel/secrets/keys.ts';
import { isAdministrator } from '../admin.roles.ts';
import { userStream } from '../users/user.events.ts';
import { isBanned, userProjection, type UserDocument } from '../users/user.projection.ts';
import { presentFullUser } from '../users/users.queries.ts';
import type { AuthenticatedSession } from './session.commands.ts';
import { SessionIsNotFresh } from './session.errors.ts';
import { sessionStream } from './session.events.ts';
import { sessionProjection, type SessionDocument } from './session.projection.ts';
import type { SessionAnswer } from './sessions.dto.ts';

const MAX_LISTED = 100;
/** The ids of so many tokens are remembered. */
const KNOWN = 10_000;
const ID = /^[0-9A-Za-z]{32}$/;

const sessions = new WeakMap<FastifyRequest, AuthenticatedSession>();

/** On `/api/auth`: the caller's session, or `401 bare` once the shape of the request has been checked. */
export const RequiredSession = createUserDecorator((_: unknown, context: ExecutionContext) => {
  return sessions.get(context.switchToHttp().getRequest<FastifyRequest>()) ?? refuseAfterValidation();
});

/** The same, and `403 SESSION_IS_NOT_FRESH` if the user should sign in again first. */
export const RequiredFreshSession = createUserDecorator((_: unknown, context: ExecutionContext) => {
  const current = sessions.get(context.switchToHttp().getRequest<FastifyRequest>());
  if (current?.isFresh) return current;
  return refuseAfterValidation(current && new SessionIsNotFresh());
});

/** On `/api/auth`: the caller's session, if any. */
export const OptionalSession = createParamDecorator((_: unknown, context: ExecutionContext) =>
  sessions.get(context.switchToHttp().getRequest<FastifyRequest>()),
);

export function sessionOf(request: FastifyRequest): AuthenticatedSession | undefined {
  return sessions.get(request);
}

/** Makes a session the one that this request acts in; undefined: none. */
export function attachSession(request: FastifyRequest, session: AuthenticatedSession | undefined): void {
  if (session) sessions.set(request, session);
  else sessions.delete(request);
}

/** A session's id: HMAC of its token, so that whoever can read ids can't sign in with them (docs/EVENTS_AND_STREAMS.md#ids-and-tokens). */
@Injectable()
export class SessionIds {
  readonly of: (token: string) => string;

  constructor(keys: Keys) {
    this.of = memoized(KNOWN, (token) => base62(keys.digestBytes('session-token', token)).slice(-32));
  }
}

@Injectable()
export class SessionQueries {
  constructor(
    private readonly fresh: FreshDocuments,
    private readonly documents: Documents,
    private readonly ids: SessionIds,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The session of a token, unless it has ended, expired or been revoked. */
  async authenticate(token: string): Promise<AuthenticatedSession | undefined> {
    const found = await this.active(this.ids.of(token));
    return found && { token, ...found, isFresh: this.isFresh(found.session) };
  }

  /** An active session of any user, by its token or its handle. */
  async find(tokenOrHandle: string): Promise<SessionDocument | undefined> {
    const byHandle = ID.test(tokenOrHandle) ? await this.active(tokenOrHandle) : undefined;
    return (byHandle ?? (await this.active(this.ids.of(tokenOrHandle))))?.session;
  }

  /**
   * A user's sessions, oldest first, at most 100.
   * @param which `own`: those that the user may see; `all`: also expired ones and those in which an admin acts as them
   */
  async list(
    user: Pick<UserDocument, 'id' | 'sessionsRevoked'>,
    which: 'own' | 'all' = 'own',
  ): Promise<SessionDocument[]> {
    const query = sessionsOf(user, which === 'own' ? this.clock.machineNow() : '');
    const { items } = await this.documents.find(sessionProjection, query, 'any');
    const isShown = (session: SessionDocument) => which === 'all' || session.impersonatedBy === null;
    return items.filter((session) => !isRevoked(session, user) && isShown(session)).reverse();
  }

  private async active(sessionId: string): Promise<Pick<AuthenticatedSession, 'session' | 'user'> | undefined> {
    const session = await this.fresh.load(sessionProjection, sessionId, sessionStream(sessionId));
    if (!session || session.expiresAt <= this.clock.machineNow()) return undefined;
    const user = await this.user(session.userId);
    if (!user || isRevoked(session, user) || isBanned(user, this.clock.machineNow())) return undefined;
    return session.impersonatedBy === null || (await this.mayImpersonate(session.impersonatedBy, user))
      ? { session, user }
      : undefined;
  }

  /** Impersonation lasts only while the admin is an administrator and the user is not. */
  private async mayImpersonate(adminId: string, user: UserDocument): Promise<boolean> {
    const admin = await this.user(adminId);
    return (
      admin !== undefined &&
      isAdministrator(admin.role) &&
      !isBanned(admin, this.clock.machineNow()) &&
      !isAdministrator(user.role)
    );
  }

  private user(id: string): Promise<UserDocument | undefined> {
    return this.fresh.load(userProjection, id, userStream(id));
  }

  /** docs/IDENTITY.md#freshness */
  private isFresh({ updatedAt }: SessionDocument): boolean {
    const { freshAge } = this.config.auth;
    return freshAge === 0 || secondsBetween(updatedAt, this.clock.machineNow()) < freshAge;
  }
}

/**
 * A session on the wire (docs/IDENTITY.md#user-and-session).
 * @param token the raw token in the caller's own row; in all others the session's id, a handle that authenticates nobody
 */
export function presentSession(document: SessionDocument, token: string = document.id) {
  const { id, userId, expiresAt, createdAt, updatedAt, ipAddress, userAgent } = document;
  const { activeOrganizationId, activeTeamId, impersonatedBy } = document;
  return {
    id,
    token,
    userId,
    expiresAt,
    createdAt,
    updatedAt,
    ipAddress,
    userAgent,
    activeOrganizationId,
    impersonatedBy,
    // As the newest client has it (docs/IDENTITY.md#newer-clients), if a team is active.
    ...(activeTeamId !== null && { activeTeamId }),
  };
}

/** The answer of `get-session`. */
export function presentAuthenticated({ session, user, token }: AuthenticatedSession): SessionAnswer {
  return { session: presentSession(session, token), user: presentFullUser(user) };
}

/** Newest first: if there are more than a page, the oldest are left out. */
export function sessionsOf(user: Pick<UserDocument, 'id'>, expiringAfter: Instant) {
  return {
    where: {
      and: [{ eq: ['userId', user.id] as [string, string] }, { gt: ['expiresAt', expiringAfter] as [string, string] }],
    },
    sort: [{ field: 'createdAt', direction: 'desc' as const }],
    limit: MAX_LISTED,
  };
}

/** Whether the session was revoked together with the user's others: compares with when it started. */
function isRevoked(session: SessionDocument, { sessionsRevoked }: Pick<UserDocument, 'sessionsRevoked'>): boolean {
  return sessionsRevoked !== null && session.createdAt < sessionsRevoked.at && session.id !== sessionsRevoked.except;
}
