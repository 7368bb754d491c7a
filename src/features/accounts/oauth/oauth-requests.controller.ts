import { Body, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiParam, getSchemaPath } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Commands } from '../../../app/commands.ts';
import { Answers, BillingController, DashboardController, Public, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { NotImpersonated } from '../../../app/http/callers/not-impersonated.ts';
import { redirect } from '../../../app/http/redirects.ts';
import { CallerOf, Ctx } from '../../../app/http/request-state.ts';
import { DomainError } from '../../../kernel/errors.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import { msOf } from '../../../kernel/ports/clock.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { sessionOf } from '../sessions/sessions.queries.ts';
import { GrantOAuthAccess } from './oauth-grant.commands.ts';
import { isRecentEnough } from './oauth.rules.ts';
import { demandThemselves, OAuthRequests, type AuthorizationParameters } from './oauth-requests.service.ts';
import { OAuthServer } from './oauth-server.service.ts';
import { AuthorizeResponseOrganization, AuthorizeResponseUser, OAuthAnswer, OAuthContinuation } from './oauth.dto.ts';

const ASKED = {
  schema: {
    oneOf: [AuthorizeResponseOrganization, AuthorizeResponseUser].map((type) => ({ $ref: getSchemaPath(type) })),
  },
};

/** What an app that has sent a browser here asks for, and the user's answer: only in that browser, by its cookie. */
@DashboardController('oauth-requests')
@ApiExtraModels(AuthorizeResponseOrganization, AuthorizeResponseUser)
export class OAuthRequestsController {
  constructor(
    private readonly server: OAuthServer,
    private readonly requests: OAuthRequests,
    private readonly commands: Commands,
  ) {}

  /** The cookie is for this path and what is below it. */
  @Get(':uid')
  @Public()
  @Answers(302)
  open(@Param('uid') uid: string, @Res({ passthrough: true }) reply: FastifyReply): void {
    redirect(reply, `/oauth2/consent/${encodeURIComponent(uid)}`);
  }

  @Get(':uid/asked')
  @ApiParam({ name: 'uid' })
  @Scopes('organizations:read')
  @Answers(410)
  @ApiOkResponse(ASKED)
  async asked(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @CallerOf() caller: Caller,
  ): Promise<AuthorizeResponseOrganization | AuthorizeResponseUser> {
    const { params } = await this.interaction(request, reply);
    return this.requests.present(await this.requests.of(params), caller, params.sub);
  }

  @Post(':uid/answer')
  @ApiParam({ name: 'uid' })
  @HttpCode(200)
  @Scopes('organizations:read')
  @Answers(410)
  @NotImpersonated()
  async answer(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() { allow, organization_id }: OAuthAnswer,
    @CallerOf() caller: Caller,
    @Ctx() context: Context,
  ): Promise<OAuthContinuation> {
    const parameters = await this.interaction(request, reply);
    const asked = await this.requests.of(parameters.params);
    demandThemselves(caller);
    if (!allow) return this.continued(request, reply, { error: 'access_denied' });
    const signedInAt = Math.floor(msOf(sessionOf(request)!.session.createdAt) / 1_000);
    if (!isRecentEnough(signedInAt, parameters, Math.floor(msOf(context.machineNow) / 1_000)))
      return this.continued(request, reply, { error: 'login_required' });
    const organizationId = this.requests.organizationOf(asked, organization_id, caller);
    const grantId = deriveUuid(context.requestId, 'oauth-grant');
    const { client, subject, scopes } = asked;
    const granted = { grantId, clientId: client.id, userId: caller.id, subject, organizationId, scopes };
    await this.commands.execute(
      new GrantOAuthAccess(granted, organizationId === null ? context : { ...context, organizationId }),
    );
    const login = { accountId: organizationId ?? caller.id, ts: signedInAt, remember: false };
    return this.continued(request, reply, { login, consent: { grantId } });
  }

  /** @throws DomainError 410 */
  private async interaction(
    { raw }: FastifyRequest,
    reply: FastifyReply,
  ): Promise<{ params: AuthorizationParameters; iat: number }> {
    try {
      return await this.server.asked(raw, reply.raw);
    } catch (error) {
      if ((error as Error).name !== 'SessionNotFound') throw error;
      throw new DomainError('ResourceUnavailable', 'This request has ended; start again in the app', 410);
    }
  }

  private async continued(
    { raw }: FastifyRequest,
    reply: FastifyReply,
    result: Parameters<OAuthServer['finish']>[2],
  ): Promise<OAuthContinuation> {
    return { url: await this.server.finish(raw, reply.raw, result) };
  }
}

/** The same for programs that show the question themselves. */
@BillingController('oauth2/authorize')
@ApiExtraModels(AuthorizeResponseOrganization, AuthorizeResponseUser)
export class OAuthAuthorizeController {
  constructor(private readonly requests: OAuthRequests) {}

  /** What the app with these parameters asks for. Its answer is given on the page that `/oauth2/authorize` opens. */
  @Get()
  @Scopes('organizations:read')
  @NotImpersonated()
  @ApiOkResponse(ASKED)
  async get(
    @Query() parameters: AuthorizationParameters,
    @CallerOf() caller: Caller,
  ): Promise<AuthorizeResponseOrganization | AuthorizeResponseUser> {
    return this.requests.present(await this.requests.of(parameters), caller, parameters['sub']);
  }
}
