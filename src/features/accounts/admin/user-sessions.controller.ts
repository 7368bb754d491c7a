import { Body, Post, Req, UseInterceptors } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { Request } from 'express';
import { Answers, AuthController } from '../../../app/http/api.ts';
import { AuthBareError } from '../../../app/http/errors.ts';
import { KeepSession, SessionCookieKeeper } from '../../../app/http/keep-session.ts';
import { Ctx } from '../../../app/http/request-state.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { Success } from '../accounts.dto.ts';
import { isAdministrator } from '../admin.roles.ts';
import { EndSession } from '../sessions/session.commands.ts';
import {
  FindSession,
  ListSessions,
  presentSession,
  presentAuthenticated,
  RequiredSession,
  sessionOf,
  type AuthenticatedSession,
} from '../sessions/sessions.queries.ts';
import { RevokeSessions } from '../users/user.commands.ts';
import { GetUsers, type UserDocument } from '../users/users.queries.ts';
import { ImpersonationAnswer, RevokeUserSessionRequest, UserIdRequest, UserSessions } from './admin.dto.ts';
import { CannotImpersonateAdmins, UserNotFound } from './admin.errors.ts';
import { demand } from './admin.rights.ts';

/** Other users' sessions, as administrators see, end and take part in them (docs/IDENTITY.md#impersonation). */
@AuthController('admin')
@UseInterceptors(KeepSession)
export class UserSessionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly keeper: SessionCookieKeeper,
  ) {}

  /** For an hour, or until `stop-impersonating`; all that happens meanwhile names the administrator too. */
  @Post('impersonate-user')
  @Answers(404)
  async impersonate(
    @Body() { userId }: UserIdRequest,
    @RequiredSession() visit: AuthenticatedSession,
    @Req() request: Request,
  ): Promise<ImpersonationAnswer> {
    // An API key has no session that could be kept for later.
    if (visit.apiKeyId !== undefined) throw new AuthBareError(401);
    demand(visit, 'impersonate');
    const user = await this.find(userId);
    if (!user) throw new UserNotFound();
    if (isAdministrator(user.role)) throw new CannotImpersonateAdmins();
    await this.keeper.impersonate(user.id, request);
    return presentAuthenticated(sessionOf(request)!);
  }

  @Post('stop-impersonating')
  @Answers(500)
  async stop(@RequiredSession() _visit: AuthenticatedSession, @Req() request: Request): Promise<ImpersonationAnswer> {
    await this.keeper.stopImpersonating(request);
    return presentAuthenticated(sessionOf(request)!);
  }

  /** Handles stand for the tokens. */
  @Post('list-user-sessions')
  async list(@Body() { userId }: UserIdRequest, @RequiredSession() visit: AuthenticatedSession): Promise<UserSessions> {
    demand(visit, 'list-sessions');
    const user = await this.find(userId);
    const sessions = user ? await this.queries.execute(new ListSessions(user, 'all')) : [];
    return { sessions: sessions.map((session) => presentSession(session)) };
  }

  @Post('revoke-user-session')
  async revoke(
    @Body() { sessionToken }: RevokeUserSessionRequest,
    @RequiredSession() visit: AuthenticatedSession,
    @Ctx() context: Context,
  ): Promise<Success> {
    demand(visit, 'revoke-sessions');
    const session = await this.queries.execute(new FindSession(sessionToken));
    if (session) await this.commands.execute(new EndSession({ sessionId: session.id, reason: 'revoked' }, context));
    return { success: true };
  }

  @Post('revoke-user-sessions')
  async revokeAll(
    @Body() { userId }: UserIdRequest,
    @RequiredSession() visit: AuthenticatedSession,
    @Ctx() context: Context,
  ): Promise<Success> {
    demand(visit, 'revoke-sessions');
    const user = await this.find(userId);
    if (user) await this.commands.execute(new RevokeSessions({ userId: user.id, except: null }, context));
    return { success: true };
  }

  private async find(userId: unknown): Promise<UserDocument | undefined> {
    const id = String(userId);
    return (await this.queries.execute(new GetUsers([id]))).get(id);
  }
}
