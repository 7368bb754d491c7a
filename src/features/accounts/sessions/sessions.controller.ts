import { Body, Get, Post, Req, Res, UseFilters, UseInterceptors } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { Request, Response } from 'express';
import { Answers, AuthController, NullOr } from '../../../app/http/api.ts';
import { AuthBareError } from '../../../app/http/errors.ts';
import { KeepSession } from '../../../app/http/keep-session.ts';
import { nullBody } from '../../../app/http/null-body.ts';
import { Ctx } from '../../../app/http/request-state.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { RevokeSessions } from '../users/user.commands.ts';
import { Status } from '../accounts.dto.ts';
import { SessionKeeper } from './session-keeper.service.ts';
import { SignSessionToken } from './session-tokens.service.ts';
import { EndSession } from './session.commands.ts';
import { SessionNotFound } from './session.errors.ts';
import { SessionFilter } from './session.filter.ts';
import { RevokeSessionRequest, Session, SessionAnswer, SessionToken } from './sessions.dto.ts';
import {
  FindSession,
  ListSessions,
  presentSession,
  RequiredSession,
  type AuthenticatedSession,
} from './sessions.queries.ts';

@AuthController()
@UseInterceptors(KeepSession)
export class SessionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly keeper: SessionKeeper,
  ) {}

  @Get('get-session')
  @NullOr(SessionAnswer)
  @Answers(500)
  @UseFilters(SessionFilter)
  getSession(@Req() request: Request, @Res({ passthrough: true }) response: Response): SessionAnswer | string {
    return this.keeper.look(request, response) ?? nullBody(response);
  }

  /** The session as services can check it without asking: a JWT, which `SignSessionToken` describes. */
  @Get('token')
  async token(@RequiredSession() visit: AuthenticatedSession, @Ctx() { machineNow }: Context): Promise<SessionToken> {
    if (visit.apiKeyId !== undefined) throw new AuthBareError(401);
    return { token: await this.queries.execute(new SignSessionToken(visit, machineNow)) };
  }

  @Get('list-sessions')
  async list(@RequiredSession() visit: AuthenticatedSession): Promise<Session[]> {
    const sessions = await this.queries.execute(new ListSessions(visit.user));
    return sessions.map((session) =>
      session.id === visit.session.id ? presentSession(session, visit.token) : presentSession(session),
    );
  }

  @Post('revoke-session')
  async revoke(
    @Body() { token }: RevokeSessionRequest,
    @RequiredSession() { user }: AuthenticatedSession,
    @Ctx() context: Context,
  ): Promise<Status> {
    const session = await this.queries.execute(new FindSession(token));
    if (!session) throw new SessionNotFound();
    if (session.userId !== user.id) throw new AuthBareError(401);
    await this.commands.execute(new EndSession({ sessionId: session.id, reason: 'revoked' }, context));
    return { status: true };
  }

  @Post('revoke-sessions')
  async revokeAll(@RequiredSession() { user }: AuthenticatedSession, @Ctx() context: Context): Promise<Status> {
    await this.commands.execute(new RevokeSessions({ userId: user.id, except: null }, context));
    return { status: true };
  }

  @Post('revoke-other-sessions')
  async revokeOthers(
    @RequiredSession() { user, session }: AuthenticatedSession,
    @Ctx() context: Context,
  ): Promise<Status> {
    await this.commands.execute(new RevokeSessions({ userId: user.id, except: session.id }, context));
    return { status: true };
  }
}
