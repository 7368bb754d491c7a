import { createParamDecorator, Inject, Injectable, type ExecutionContext } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Request } from 'express';
import { FreshDocuments } from '../../../app/fresh-documents.ts';
import { createUserDecorator, refuseNextTurn } from '../../../app/http/request-state.ts';
import { memoized } from '../../../app/remembered.ts';
import { CLOCK, CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { secondsBetween, type Clock, type Instant } from '../../../kernel/ports/clock.ts';
import { base62 } from '../../../kernel/ids.ts';
import { Keys } from '../../../kernel/secrets/keys.ts';
import { isAdministrator } from '../admin.roles.ts';
import { userStream } from '../users/user.events.ts';
import { presentFullUser, userProjection, type UserDocument } from '../users/users.queries.ts';
import { SessionIsNotFresh } from './session.errors.ts';
import { sessionStream } from './session.events.ts';
import { sessionProjection, type SessionDocument } from './session.projection.ts';
import type { SessionAnswer } from './sessions.dto.ts';
import { Documents } from '../../../app/documents.ts';

const MAX_LISTED = 100;
/** Of so many tokens the ids are at hand. */
const KNOWN = 10_000;
const ID = /^[0-9A-Za-z]{32}$/;

/** Somebody signed in: his session, himself, and the token he showed. */
export interface AuthenticatedSession {
  token: string;
  session: SessionDocument;
  user: UserDocument;
  /** It began, or was refreshed, less than AUTH_FRESH_AGE ago; what this very request refreshes does not count. */
  isFresh: boolean;
  /** The API key that stands in for a session: there is none, then, to be kept or changed. */
  apiKeyId?: string;
}

const visits = new WeakMap<Request, AuthenticatedSession>();

/** On `/api/auth`: the visit, or `401 bare` once the shape of the request has been told. */
export const RequiredSession = createUserDecorator((_: unknown, context: ExecutionContext) => {
  return visits.get(context.switchToHttp().getRequest<Request>()) ?? refuseNextTurn();
});

/** The same, and `403 SESSION_IS_NOT_FRESH` where the visitor should sign in again first. */
export const RequiredFreshSession = createUserDecorator((_: unknown, context: ExecutionContext) => {
  const visit = visits.get(context.switchToHttp().getRequest<Request>());
  if (visit?.isFresh) return visit;
  return refuseNextTurn(visit && new SessionIsNotFresh());
});

/** On `/api/auth`: the visit, where there is one. */
export const OptionalSession = createParamDecorator((_: unknown, context: ExecutionContext) =>
  visits.get(context.switchToHttp().getRequest<Request>()),
);

export function sessionOf(request: Request): AuthenticatedSession | undefined {
  return visits.get(request);
}

/** The visit this request is part of; undefined: nobody's. */
export function attachSession(request: Request, visit: AuthenticatedSession | undefined): void {
  if (visit) visits.set(request, visit);
  else visits.delete(request);
}

/** A session's id: HMAC of its token, so that who can read ids can't sign in with them (docs/EVENTS_AND_STREAMS.md#ids-and-tokens). */
@Injectable()
export class SessionIds {
  readonly of: (token: string) => string;

  constructor(keys: Keys) {
    this.of = memoized(KNOWN, (token) => base62(keys.digestBytes('session-token', token)).slice(-32));
  }
}

/** The visit that a session token opens. */
export class FindAuthenticatedSession extends Query<AuthenticatedSession | undefined> {
  constructor(readonly token: string) {
    super();
  }
}

/** A session of any user by its token or its handle, if it still lives. */
export class FindSession extends Query<SessionDocument | undefined> {
  constructor(readonly tokenOrHandle: string) {
    super();
  }
}

/** A user's sessions, oldest first, at most 100: those he may see himself, or all, also in which somebody acts as him and expired ones. */
export class ListSessions extends Query<SessionDocument[]> {
  constructor(
    readonly user: Pick<UserDocument, 'id' | 'sessionsRevoked'>,
    readonly which: 'own' | 'all' = 'own',
  ) {
    super();
  }
}

/**
 * A session on the wire (docs/IDENTITY.md#user-and-session).
 * @param token the raw token in the caller's own row; the session's id, a handle that opens nothing, in all others
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
    // As the newest client has it (docs/IDENTITY.md#newer-clients), where there is one.
    ...(activeTeamId !== null && { activeTeamId }),
  };
}

/** What `get-session` answers. */
export function presentAuthenticated({ session, user, token }: AuthenticatedSession): SessionAnswer {
  return { session: presentSession(session, token), user: presentFullUser(user) };
}

@QueryHandler(FindAuthenticatedSession)
export class FindAuthenticatedSessionHandler implements IQueryHandler<FindAuthenticatedSession> {
  constructor(
    private readonly fresh: FreshDocuments,
    private readonly ids: SessionIds,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ token }: FindAuthenticatedSession): Promise<AuthenticatedSession | undefined> {
    const found = await this.living(this.ids.of(token));
    return found && { token, ...found, isFresh: this.isFresh(found.session) };
  }

  /** A session that is neither ended, nor expired, nor revoked, and its user. */
  async living(sessionId: string): Promise<Pick<AuthenticatedSession, 'session' | 'user'> | undefined> {
    const session = await this.fresh.load(sessionProjection, sessionId, sessionStream(sessionId));
    if (!session || session.expiresAt <= this.clock.machineNow()) return undefined;
    const user = await this.user(session.userId);
    if (!user || isRevoked(session, user) || isBanned(user, this.clock.machineNow())) return undefined;
    return session.impersonatedBy === null || (await this.mayImpersonate(session.impersonatedBy, user))
      ? { session, user }
      : undefined;
  }

  /** As long as who acts is an administrator, and who is acted as is none. */
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

@QueryHandler(FindSession)
export class FindSessionHandler implements IQueryHandler<FindSession> {
  constructor(
    private readonly visits: FindAuthenticatedSessionHandler,
    private readonly ids: SessionIds,
  ) {}

  async execute({ tokenOrHandle }: FindSession): Promise<SessionDocument | undefined> {
    const handle = ID.test(tokenOrHandle) ? await this.visits.living(tokenOrHandle) : undefined;
    return (handle ?? (await this.visits.living(this.ids.of(tokenOrHandle))))?.session;
  }
}

@QueryHandler(ListSessions)
export class ListSessionsHandler implements IQueryHandler<ListSessions> {
  constructor(
    private readonly documents: Documents,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ user, which }: ListSessions): Promise<SessionDocument[]> {
    const { items } = await this.documents.find(
      sessionProjection,
      sessionsOf(user, which === 'own' ? this.clock.machineNow() : ''),
      'any',
    );
    const isShown = (session: SessionDocument) => which === 'all' || session.impersonatedBy === null;
    return items.filter((session) => !isRevoked(session, user) && isShown(session)).reverse();
  }
}

/** The newest come first: of more than a page, the oldest are left out. */
export function sessionsOf(user: Pick<UserDocument, 'id'>, expiringAfter: Instant) {
  return {
    where: {
      and: [{ eq: ['userId', user.id] as [string, string] }, { gt: ['expiresAt', expiringAfter] as [string, string] }],
    },
    sort: [{ field: 'createdAt', direction: 'desc' as const }],
    limit: MAX_LISTED,
  };
}

/** Whether a ban holds at a moment of machine time. */
export function isBanned({ banned, banExpires }: UserDocument, now: Instant): boolean {
  return banned === true && (banExpires === null || banExpires > now);
}

/** Ended together with the user's others: compared with when it began. */
export function isRevoked(
  session: SessionDocument,
  { sessionsRevoked }: Pick<UserDocument, 'sessionsRevoked'>,
): boolean {
  return sessionsRevoked !== null && session.createdAt < sessionsRevoked.at && session.id !== sessionsRevoked.except;
}
