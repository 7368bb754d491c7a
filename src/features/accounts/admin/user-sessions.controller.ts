import { Body, Post, Req, UseInterceptors } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Commands } from '../../../app/commands.ts';
import { Answers, AuthController } from '../../../app/http/api.ts';
import { AlsoImpersonated } from '../../../app/http/callers/not-impersonated.ts';
import { KeepSession, SessionCookieKeeper } from '../../../app/http/callers/keep-session.ts';
import { Ctx } from '../../../app/http/request-state.ts';
import { AlsoWithKeys } from '../../../app/http/with-keys.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { Success } from '../accounts.dto.ts';
import { isAdministrator } from '../admin.roles.ts';
import { EndSession, type AuthenticatedSession } from '../sessions/session.commands.ts';
import {
  presentSession,
  presentAuthenticated,
  RequiredSession,
  SessionQueries,
  sessionOf,
} from '../sessions/sessions.queries.ts';
import { RevokeSessions } from '../users/user.commands.ts';
import type { UserDocument } from '../users/user.projection.ts';
import { UserReader } from '../users/users.queries.ts';
import { ImpersonationAnswer, RevokeUserSessionRequest, UserIdRequest, UserSessions, textOf } from './admin.dto.ts';
import { CannotImpersonateAdmins, UserNotFound } from './admin.errors.ts';
import { demand } from './admin.rights.ts';

/** Other users' sessions, which administrators list, revoke and impersonate (docs/IDENTITY.md#impersonation). */
@AuthController('admin')
@UseInterceptors(KeepSession)
export class UserSessionsController {
  constructor(
    private readonly commands: Commands,
    private readonly users: UserReader,
    private readonly sessions: SessionQueries,
    private readonly keeper: SessionCookieKeeper,
  ) {}

  /** For an hour, or until `stop-impersonating`; every event of that session names the administrator too. */
  @Post('impersonate-user')
  @Answers(404)
  async impersonate(
    @Body() { userId }: UserIdRequest,
    @RequiredSession() current: AuthenticatedSession,
    @Req() request: FastifyRequest,
  ): Promise<ImpersonationAnswer> {
    demand(current, 'impersonate');
    const user = await this.find(userId);
    if (!user) throw new UserNotFound();
    if (isAdministrator(user.role)) throw new CannotImpersonateAdmins();
    await this.keeper.impersonate(user.id, request);
    return presentAuthenticated(sessionOf(request)!);
  }

  @Post('stop-impersonating')
  @AlsoImpersonated()
  @Answers(500)
  async stop(
    @RequiredSession() _visit: AuthenticatedSession,
    @Req() request: FastifyRequest,
  ): Promise<ImpersonationAnswer> {
    await this.keeper.stopImpersonating(request);
    return presentAuthenticated(sessionOf(request)!);
  }

  /** Shows handles in place of the tokens. */
  @Post('list-user-sessions')
  @AlsoWithKeys()
  async list(
    @Body() { userId }: UserIdRequest,
    @RequiredSession() current: AuthenticatedSession,
  ): Promise<UserSessions> {
    demand(current, 'list-sessions');
    const user = await this.find(userId);
    const sessions = user ? await this.sessions.list(user, 'all') : [];
    return { sessions: sessions.map((session) => presentSession(session)) };
  }

  @Post('revoke-user-session')
  async revoke(
    @Body() { sessionToken }: RevokeUserSessionRequest,
    @RequiredSession() current: AuthenticatedSession,
    @Ctx() context: Context,
  ): Promise<Success> {
    demand(current, 'revoke-sessions');
    const session = await this.sessions.find(sessionToken);
    if (session) await this.commands.execute(new EndSession({ sessionId: session.id, reason: 'revoked' }, context));
    return { success: true };
  }

  @Post('revoke-user-sessions')
  async revokeAll(
    @Body() { userId }: UserIdRequest,
    @RequiredSession() current: AuthenticatedSession,
    @Ctx() context: Context,
  ): Promise<Success> {
    demand(current, 'revoke-sessions');
    const user = await this.find(userId);
    if (user) await this.commands.execute(new RevokeSessions({ userId: user.id, except: null }, context));
    return { success: true };
  }

  private async find(userId: unknown): Promise<UserDocument | undefined> {
    const id = textOf(userId);
    return (await this.users.get([id])).get(id);
  }
}
