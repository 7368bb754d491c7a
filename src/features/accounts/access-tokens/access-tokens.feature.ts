import { handlersOf } from '../../../app/commands.ts';
import type { Feature } from '../../../app/feature.ts';
import { AccessTokenAuthenticator } from './access-token.authenticator.ts';
import { CreateAccessToken, RevokeAccessToken, UpdateAccessToken } from './access-token.commands.ts';
import { accessTokenDecider } from './access-token.decider.ts';
import { accessTokenEvents, accessTokenStream } from './access-token.events.ts';
import { accessTokenProcess } from './access-token.process.ts';
import { accessTokenProjection } from './access-token.projection.ts';
import { AccessTokensController } from './access-tokens.controller.ts';
import { RevokeAccessTokensOfHandler } from './access-tokens.handlers.ts';
import { AccessTokenPresenter, AccessTokenQueries } from './access-tokens.queries.ts';

export const accessTokens: Feature = {
  controllers: [AccessTokensController],
  providers: [
    ...handlersOf(
      accessTokenDecider,
      ({ tokenId }) => accessTokenStream(tokenId),
      CreateAccessToken,
      UpdateAccessToken,
      RevokeAccessToken,
    ),
    RevokeAccessTokensOfHandler,
    AccessTokenPresenter,
    AccessTokenAuthenticator,
    AccessTokenQueries,
  ],
  events: accessTokenEvents,
  deciders: [accessTokenDecider],
  projections: [accessTokenProjection],
  processes: [accessTokenProcess],
  states: { accesstoken: accessTokenProjection },
};
