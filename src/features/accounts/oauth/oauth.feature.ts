import { handlersOf } from '../../../app/commands.ts';
import type { Feature } from '../../../app/feature.ts';
import { oauthClientDecider } from './oauth-client.decider.ts';
import { oauthClientEvents } from './oauth-client.events.ts';
import { oauthClientProjection } from './oauth-client.projection.ts';
import { OAuthClientsController } from './oauth-clients.controller.ts';
import {
  RegisterOAuthClientHandler,
  RemoveOAuthClientHandler,
  RemoveOAuthClientsOfHandler,
  UpdateOAuthClientHandler,
} from './oauth-clients.handlers.ts';
import { OAuthClientQueries } from './oauth-clients.queries.ts';
import { OAuthClients } from './oauth-clients.service.ts';
import { GrantOAuthAccess } from './oauth-grant.commands.ts';
import { oauthGrantDecider } from './oauth-grant.decider.ts';
import { oauthGrantEvents, oauthGrantStream } from './oauth-grant.events.ts';
import { oauthGrantProcess } from './oauth-grant.process.ts';
import { oauthGrantProjection } from './oauth-grant.projection.ts';
import { OAuthGrantsController } from './oauth-grants.controller.ts';
import { RevokeOAuthAccessHandler, RevokeOAuthAccessOfHandler } from './oauth-grants.handlers.ts';
import { OAuthGrantQueries } from './oauth-grants.queries.ts';
import { LiveOAuthGrants } from './oauth-grants.service.ts';
import { OAuthAuthorizeController, OAuthRequestsController } from './oauth-requests.controller.ts';
import { OAuthRequests } from './oauth-requests.service.ts';
import { OAuthServer } from './oauth-server.service.ts';
import { OAuthStorage } from './oauth-storage.service.ts';
import { OAuthSubjects } from './oauth-subjects.service.ts';
import { OAuthTokenAuthenticator } from './oauth-token.authenticator.ts';
import { OAuthController } from './oauth.controller.ts';

/** Apps of other people, which act for users and organizations that have allowed it. */
export const oauth: Feature = {
  controllers: [
    OAuthController,
    OAuthAuthorizeController,
    OAuthClientsController,
    OAuthRequestsController,
    OAuthGrantsController,
  ],
  providers: [
    ...handlersOf(oauthGrantDecider, ({ grantId }) => oauthGrantStream(grantId), GrantOAuthAccess),
    RegisterOAuthClientHandler,
    UpdateOAuthClientHandler,
    RemoveOAuthClientHandler,
    RemoveOAuthClientsOfHandler,
    RevokeOAuthAccessHandler,
    RevokeOAuthAccessOfHandler,
    OAuthClients,
    OAuthClientQueries,
    LiveOAuthGrants,
    OAuthGrantQueries,
    OAuthRequests,
    OAuthServer,
    OAuthStorage,
    OAuthSubjects,
    OAuthTokenAuthenticator,
  ],
  events: { ...oauthClientEvents, ...oauthGrantEvents },
  deciders: [oauthClientDecider, oauthGrantDecider],
  projections: [oauthClientProjection, oauthGrantProjection],
  processes: [oauthGrantProcess],
  states: { oauthclient: oauthClientProjection, oauthgrant: oauthGrantProjection },
};
