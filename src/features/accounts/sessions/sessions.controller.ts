import {
  Body,
  Catch,
  Get,
  HttpException,
  Post,
  Req,
  Res,
  UseFilters,
  UseInterceptors,
  type ArgumentsHost,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Commands } from '../../../app/commands.ts';
import { Answers, AuthController, NullOr } from '../../../app/http/api.ts';
import { ErrorFilter } from '../../../app/http/error.filter.ts';
import { AuthBareError } from '../../../app/http/errors.ts';
import { KeepSession } from '../../../app/http/callers/keep-session.ts';
import { nullBody } from '../../../app/http/bodies/null-body.ts';
import { Ctx } from '../../../app/http/request-state.ts';
import { NotWithKeys } from '../../../app/http/with-keys.ts';
import { DomainError } from '../../../kernel/errors.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { RevokeSessions } from '../users/user.commands.ts';
import { Status } from '../accounts.dto.ts';
import { SessionKeeper } from './session-keeper.service.ts';
import { SessionTokens } from './session-tokens.service.ts';
import { EndSession, type AuthenticatedSession } from './session.commands.ts';
import { FailedToGetSession, SessionNotFound } from './session.errors.ts';
import { RevokeSessionRequest, Session, SessionAnswer, SessionToken } from './sessions.dto.ts';
import { presentSession, RequiredSession, SessionQueries } from './sessions.queries.ts';

/** Gives every failure to read a session one name (docs/IDENTITY.md#reading-a-session). */
@Catch()
class SessionFilter extends ErrorFilter {
  override catch(thrown: unknown, host: ArgumentsHost): void {
    const isNamed = thrown instanceof DomainError || thrown instanceof HttpException;
    super.catch(isNamed ? thrown : new FailedToGetSession(500, thrown), host);
  }
}

/** The route that is called most, and so has no interceptor (docs/DRIVERS.md#http). */
@AuthController()
@ApiTags('Sessions')
export class GetSessionController {
  constructor(
    private readonly keeper: SessionKeeper,
    private readonly sessions: KeepSession,
  ) {}

  @Get('get-session')
  @NullOr(SessionAnswer)
  @Answers(500)
  @UseFilters(SessionFilter)
  async getSession(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionAnswer | string> {
    await this.sessions.keep(request, reply);
    return this.keeper.look(request, reply) ?? nullBody(reply);
  }
}

@AuthController()
@UseInterceptors(KeepSession)
export class SessionsController {
  constructor(
    private readonly commands: Commands,
    private readonly sessions: SessionQueries,
    private readonly tokens: SessionTokens,
  ) {}

  /** The session as a JWT that services can verify on their own: see `SessionTokens.sign`. */
  @Get('token')
  @NotWithKeys()
  async token(@RequiredSession() current: AuthenticatedSession, @Ctx() { machineNow }: Context): Promise<SessionToken> {
    return { token: await this.tokens.sign(current, machineNow) };
  }

  @Get('list-sessions')
  async list(@RequiredSession() current: AuthenticatedSession): Promise<Session[]> {
    const sessions = await this.sessions.list(current.user);
    return sessions.map((session) =>
      session.id === current.session.id ? presentSession(session, current.token) : presentSession(session),
    );
  }

  @Post('revoke-session')
  async revoke(
    @Body() { token }: RevokeSessionRequest,
    @RequiredSession() { user }: AuthenticatedSession,
    @Ctx() context: Context,
  ): Promise<Status> {
    const session = await this.sessions.find(token);
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
