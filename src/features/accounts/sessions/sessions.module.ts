import { Global, Module } from '@nestjs/common';
import { handlersOf } from '../../../app/commands.ts';
import type { Feature } from '../../../app/feature.ts';
import { KeepSession, SessionCookieKeeper } from '../../../app/http/keep-session.ts';
import { OrganizationsModule } from '../organizations/organizations.module.ts';
import { SessionCache } from './session-cache.service.ts';
import { SessionCookies } from './session-cookies.service.ts';
import { SessionKeeper } from './session-keeper.service.ts';
import { SignSessionTokenHandler } from './session-tokens.service.ts';
import { SessionAuthenticator } from './session.authenticator.ts';
import {
  ChangeActiveOrganization,
  ChangeActiveTeam,
  EndSession,
  RefreshSession,
  StartSession,
} from './session.commands.ts';
import { sessionDecider } from './session.decider.ts';
import { sessionEvents, sessionStream } from './session.events.ts';
import { lastOrganizationProjection, sessionProjection } from './session.projection.ts';
import { sessionHandlers } from './sessions.handlers.ts';
import { SessionsController } from './sessions.controller.ts';
import {
  FindSessionHandler,
  FindAuthenticatedSessionHandler,
  ListSessionsHandler,
  SessionIds,
} from './sessions.queries.ts';
import { SignInAttempts } from './sign-in-attempts.service.ts';
import { SignInController } from './sign-in.controller.ts';

/** Global, because every controller of the identity contract keeps the session it is asked with. */
@Global()
@Module({
  imports: [OrganizationsModule],
  controllers: [SignInController, SessionsController],
  providers: [
    ...handlersOf(
      sessionDecider,
      ({ sessionId }) => sessionStream(sessionId),
      StartSession,
      RefreshSession,
      ChangeActiveOrganization,
      ChangeActiveTeam,
      EndSession,
    ),
    SessionIds,
    SignInAttempts,
    SessionCookies,
    SessionCache,
    ...sessionHandlers,
    SignSessionTokenHandler,
    SessionKeeper,
    { provide: SessionCookieKeeper, useExisting: SessionKeeper },
    KeepSession,
    SessionAuthenticator,
    FindAuthenticatedSessionHandler,
    FindSessionHandler,
    ListSessionsHandler,
  ],
  exports: [SessionCookieKeeper, KeepSession],
})
export class SessionsModule {}

export const sessions: Feature = {
  module: SessionsModule,
  events: sessionEvents,
  projections: [sessionProjection, lastOrganizationProjection],
  states: { session: sessionProjection },
};
