import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Commands } from '../../../app/commands.ts';
import { SessionCookieKeeper } from '../../../app/http/callers/keep-session.ts';
import { queryOf, stateOf } from '../../../app/http/request-state.ts';
import { CONFIG } from '../../../app/tokens.ts';
import type { AuthConfig, Config } from '../../../config.ts';
import { addSeconds, secondsBetween, type Instant } from '../../../kernel/ports/clock.ts';
import { project } from '../../../kernel/reading/projection.ts';
import { KnownDevices } from './known-devices.service.ts';
import { SessionCache } from './session-cache.service.ts';
import { SessionCookies } from './session-cookies.service.ts';
import { EndSession, RefreshSession, StartSession, type AuthenticatedSession } from './session.commands.ts';
import { AdminSessionNotFound, NotImpersonating } from './session.errors.ts';
import { sessionProjection } from './session.projection.ts';
import type { SessionAnswer } from './sessions.dto.ts';
import { attachSession, presentAuthenticated, sessionOf, SessionQueries } from './sessions.queries.ts';

/** Seconds, of sessions without "remember me" and of impersonations (docs/IDENTITY.md#sessions). */
const FORGOTTEN_TTL = 86_400;
const IMPERSONATION_TTL = 3_600;
/** Characters that are stored; browsers send far fewer. */
const MAX_USER_AGENT = 512;

/** Starts sessions and extends them, with their cookies. */
@Injectable()
export class SessionKeeper extends SessionCookieKeeper {
  private readonly config: AuthConfig;
  private readonly rewritten = new WeakSet<FastifyRequest>();

  constructor(
    private readonly commands: Commands,
    private readonly sessions: SessionQueries,
    private readonly cookies: SessionCookies,
    private readonly cache: SessionCache,
    private readonly devices: KnownDevices,
    @Inject(CONFIG) { auth }: Config,
  ) {
    super();
    this.config = auth;
  }

  override async open(userId: string, rememberMe: boolean, request: FastifyRequest, at?: Instant): Promise<string> {
    const { sessionTtl } = this.config;
    const ttl = rememberMe ? sessionTtl : Math.min(sessionTtl, FORGOTTEN_TTL);
    const current = await this.start({ userId, rememberMe, ttl }, request, at);
    const { reply } = stateOf(request);
    this.cookies.setToken(reply, current.token, rememberMe ? sessionTtl : undefined);
    if (rememberMe) this.devices.remember(request, reply, userId);
    else this.cookies.setToBeForgotten(reply);
    this.carry(current, request);
    return current.token;
  }

  override clear(reply: FastifyReply): void {
    this.cookies.clear(reply);
  }

  override rewrite(request: FastifyRequest, reply: FastifyReply): void {
    const current = sessionOf(request);
    if (!current || current.apiKeyId !== undefined) return;
    const maxAge = this.isRemembered(current, request) ? secondsLeft(current, request) : undefined;
    this.cookies.setToken(reply, current.token, maxAge);
    // Its new content is only known when the request is done.
    if (this.cache.isOn) this.cache.clear(reply);
    this.rewritten.add(request);
  }

  /** Steps 5 and 6 of docs/IDENTITY.md#reading-a-session. */
  override async refresh(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const current = sessionOf(request);
    if (!current || current.apiKeyId !== undefined || !this.isRemembered(current, request)) return;
    const { context } = stateOf(request);
    const { sessionTtl, sessionUpdateAge: updateAge } = this.config;
    const { id: sessionId, expiresAt: until } = current.session;
    const expiresAt = addSeconds(context.machineNow, sessionTtl);
    if (addSeconds(until, updateAge) > expiresAt) return;
    const { history } = await this.commands.execute(new RefreshSession({ sessionId, expiresAt, updateAge }, context));
    const session = project(sessionProjection, history);
    attachSession(request, session && { ...current, session });
    this.rewrite(request, reply);
  }

  override settle(request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined {
    const current = sessionOf(request);
    if (!this.cache.isOn || !current || current.apiKeyId !== undefined || reply.raw.headersSent) return undefined;
    const { writes } = stateOf(request).context;
    if (writes.highest === undefined && !this.rewritten.has(request)) return undefined;
    return this.rewriteCache(current, request, reply);
  }

  /** The answer to `get-session`: steps 1 to 5 and 7 of docs/IDENTITY.md#reading-a-session; undefined: no session. */
  look(request: FastifyRequest, reply: FastifyReply): SessionAnswer | undefined {
    const current = sessionOf(request);
    if (current?.apiKeyId !== undefined) return presentAuthenticated(current);
    if (this.cookies.tokenOf(request) === undefined) return undefined;
    const { kind } = this.cache.read(request);
    if (kind === 'wrong') {
      this.cache.clear(reply);
      return undefined;
    }
    const cached = this.cache.answerTo(request);
    if (cached) return cached;
    if (!current) {
      this.cookies.clear(reply);
      return undefined;
    }
    const answer = presentAuthenticated(current);
    const isRenewed = this.isRemembered(current, request) && queryOf(request).disableRefresh !== 'true';
    if (isRenewed) this.cache.write(reply, answer, stateOf(request).context.machineNow);
    else if (kind === 'stale') this.cache.clear(reply);
    return answer;
  }

  override async impersonate(userId: string, request: FastifyRequest): Promise<void> {
    const admin = sessionOf(request)!;
    const acting = { userId, rememberMe: false, ttl: IMPERSONATION_TTL, impersonatedBy: admin.user.id };
    const current = await this.start(acting, request);
    const { reply } = stateOf(request);
    this.cookies.clear(reply);
    this.cookies.setAdmin(reply, admin.token, this.cookies.isToBeForgotten(request), this.config.sessionTtl);
    this.cookies.setToken(reply, current.token, undefined);
    this.cookies.setToBeForgotten(reply);
    this.carry(current, request);
  }

  override async stopImpersonating(request: FastifyRequest): Promise<void> {
    const { session } = sessionOf(request)!;
    if (session.impersonatedBy === null) throw new NotImpersonating();
    const kept = this.cookies.adminOf(request);
    const admin = kept && (await this.sessions.authenticate(kept.token));
    if (!admin || admin.user.id !== session.impersonatedBy) throw new AdminSessionNotFound();
    const { context, reply } = stateOf(request);
    await this.commands.execute(new EndSession({ sessionId: session.id, reason: 'impersonation_stopped' }, context));
    this.cookies.clear(reply, ['session_data', 'dont_remember', 'admin_session']);
    const isRemembered = admin.session.rememberMe && !kept.isToBeForgotten;
    this.cookies.setToken(reply, admin.token, isRemembered ? secondsLeft(admin, request) : undefined);
    if (!isRemembered) this.cookies.setToBeForgotten(reply);
    this.carry(admin, request);
  }

  private start(
    session: Pick<StartSession['data'], 'userId' | 'rememberMe' | 'ttl' | 'impersonatedBy'>,
    request: FastifyRequest,
    at?: Instant,
  ): Promise<AuthenticatedSession> {
    const from = {
      ipAddress: request.ip,
      userAgent: (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT),
    };
    const { context } = stateOf(request);
    const { machineNow } = context;
    return this.commands.execute(
      new StartSession({ ...session, ...from }, { ...context, machineNow: at ?? machineNow }),
    );
  }

  private async rewriteCache(
    { token }: AuthenticatedSession,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    // A stale read model would be cached for as long as the cache lasts.
    const now = reply.hasHeader('Projection-Pending') ? undefined : await this.sessions.authenticate(token);
    if (now) this.cache.write(reply, presentAuthenticated(now), stateOf(request).context.machineNow);
    else this.cache.clear(reply);
  }

  private isRemembered({ session }: AuthenticatedSession, request: FastifyRequest): boolean {
    return session.rememberMe && !this.cookies.isToBeForgotten(request);
  }

  /** From here on the request acts in this session, and its browser carries it. */
  private carry(current: AuthenticatedSession, request: FastifyRequest): void {
    attachSession(request, current);
    const { reply, context } = stateOf(request);
    this.cache.write(reply, presentAuthenticated(current), context.machineNow);
  }
}

function secondsLeft({ session }: AuthenticatedSession, request: FastifyRequest): number {
  return Math.floor(secondsBetween(stateOf(request).context.machineNow, session.expiresAt));
}
