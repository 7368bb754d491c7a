import type { Feature } from '../../../app/feature.ts';
import { KeepSession, SessionCookieKeeper } from '../../../app/http/callers/keep-session.ts';
import { SessionCache } from './session-cache.service.ts';
import { KnownDevices } from './known-devices.service.ts';
import { SessionCookies } from './session-cookies.service.ts';
import { SessionKeeper } from './session-keeper.service.ts';
import { SessionTokens } from './session-tokens.service.ts';
import { SessionAuthenticator } from './session.authenticator.ts';
import { sessionEvents } from './session.events.ts';
import { lastOrganizationProjection, sessionProjection } from './session.projection.ts';
import { sessionHandlers } from './sessions.handlers.ts';
import { GetSessionController, SessionsController } from './sessions.controller.ts';
import { SessionIds, SessionQueries } from './sessions.queries.ts';
import { SignInAttempts } from './sign-in-attempts.service.ts';
import { SignInController } from './sign-in.controller.ts';
import { sessionDecider } from './session.decider.ts';

export const sessions: Feature = {
  controllers: [SignInController, GetSessionController, SessionsController],
  providers: [
    SessionIds,
    KnownDevices,
    SignInAttempts,
    SessionCookies,
    SessionCache,
    ...sessionHandlers,
    SessionQueries,
    SessionTokens,
    SessionKeeper,
    { provide: SessionCookieKeeper, useExisting: SessionKeeper },
    KeepSession,
    SessionAuthenticator,
  ],
  events: sessionEvents,
  deciders: [sessionDecider],
  projections: [sessionProjection, lastOrganizationProjection],
  states: { session: sessionProjection },
};
