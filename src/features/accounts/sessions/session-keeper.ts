import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Request, Response } from 'express';
import { SessionCookieKeeper } from '../../../app/http/keep-session.ts';
import { stateOf } from '../../../app/http/request-state.ts';
import { addSeconds, secondsBetween } from '../../../kernel/clock.ts';
import type { Executed } from '../../../kernel/execute.ts';
import { randomText } from '../../../kernel/ids.ts';
import { project } from '../../../kernel/projection.ts';
import { SessionCookies } from './session-cookies.ts';
import { RefreshSession, StartSession } from './session.commands.ts';
import type { SessionState } from './session.decider.ts';
import type { SessionEvent } from './session.events.ts';
import { sessionProjection } from './session.projection.ts';
import { rememberVisit, SessionIds, visitOf } from './sessions.queries.ts';

/** Seconds (AUTH_FACTS §3). */
const EXPIRES_IN = 604_800;
const EXPIRES_IN_FORGOTTEN = 86_400;
const UPDATE_AGE = 86_400;
const TOKEN_LENGTH = 32;

/** Opens sessions and keeps them open, with the cookies that go with it. */
@Injectable()
export class SessionKeeper extends SessionCookieKeeper {
  constructor(
    private readonly commands: CommandBus,
    private readonly cookies: SessionCookies,
    private readonly ids: SessionIds,
  ) {
    super();
  }

  override async open(userId: string, rememberMe: boolean, request: Request): Promise<string> {
    const { context } = stateOf(request);
    const token = randomText(TOKEN_LENGTH);
    const session = {
      sessionId: this.ids.of(token),
      userId,
      expiresAt: addSeconds(context.machineNow, rememberMe ? EXPIRES_IN : EXPIRES_IN_FORGOTTEN),
      rememberMe,
      ipAddress: request.ip ?? '',
      userAgent: request.headers['user-agent'] ?? '',
      activeOrganizationId: null,
    };
    await this.commands.execute(new StartSession(session, context));
    const response = request.res!;
    this.cookies.setToken(response, token, rememberMe ? EXPIRES_IN : undefined);
    if (!rememberMe) this.cookies.setToBeForgotten(response);
    return token;
  }

  override clear(response: Response): void {
    this.cookies.clear(response);
  }

  override rewrite(request: Request, response: Response): void {
    const visit = visitOf(request);
    if (!visit || visit.apiKeyId !== undefined) return;
    const { token, session } = visit;
    const isForgotten = !session.rememberMe || this.cookies.isToBeForgotten(request);
    const left = Math.floor(secondsBetween(stateOf(request).context.machineNow, session.expiresAt));
    this.cookies.setToken(response, token, isForgotten ? undefined : left);
  }

  /** AUTH_FACTS §3, steps 5 and 6. */
  override async refresh(request: Request, response: Response): Promise<void> {
    const visit = visitOf(request);
    if (!visit || !visit.session.rememberMe || this.cookies.isToBeForgotten(request)) return;
    const { context } = stateOf(request);
    const { id: sessionId, expiresAt: until } = visit.session;
    const expiresAt = addSeconds(context.machineNow, EXPIRES_IN);
    if (addSeconds(until, UPDATE_AGE) > expiresAt) return;
    const { events } = await this.commands.execute<RefreshSession, Executed<SessionState, SessionEvent>>(
      new RefreshSession({ sessionId, expiresAt, updateAge: UPDATE_AGE }, context),
    );
    const session = project(sessionProjection, events);
    rememberVisit(request, session && { ...visit, session });
    this.rewrite(request, response);
  }
}
