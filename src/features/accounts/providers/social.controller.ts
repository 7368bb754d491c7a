import {
  Body,
  Catch,
  createParamDecorator,
  Get,
  Inject,
  Param,
  Post,
  Query,
  Req,
  Res,
  UseFilters,
  UseInterceptors,
  type ArgumentsHost,
  type ExecutionContext,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Commands } from '../../../app/commands.ts';
import { Answers, AuthController } from '../../../app/http/api.ts';
import { ErrorFilter } from '../../../app/http/error.filter.ts';
import { TakesForeignForms } from '../../../app/http/callers/auth.guard.ts';
import { KeepSession, SessionCookieKeeper } from '../../../app/http/callers/keep-session.ts';
import { AlsoImpersonated, NotImpersonated } from '../../../app/http/callers/not-impersonated.ts';
import { redirect, withError } from '../../../app/http/redirects.ts';
import { CONFIG, LOG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { DomainError } from '../../../kernel/errors.ts';
import type { Log } from '../../../kernel/ports/log.ts';
import { Ctx } from '../../../app/http/request-state.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import type { AuthenticatedSession } from '../sessions/session.commands.ts';
import { RequiredSession } from '../sessions/sessions.queries.ts';
import { presentUser } from '../users/users.queries.ts';
import { AccountLinking } from './account-linking.service.ts';
import { SignInWithProvider } from './provider.commands.ts';
import { LinkSocialAnswer, LinkSocialRequest, SignInSocialRequest, SocialSignInAnswer } from './providers.dto.ts';
import { SocialCallback } from './social-callback.service.ts';
import { AuthorizationRequests } from './authorization-requests.service.ts';

const HOME = '/';

/** For passport's guards, which run once the shape of the request has been checked. */
const Execution = createParamDecorator((_: unknown, context: ExecutionContext) => context);

/** Browsers, not programs, call the callback: an unreadable request redirects too (docs/IDENTITY.md#callback). */
@Catch()
class CallbackFilter extends ErrorFilter {
  constructor(
    @Inject(LOG) log: Log,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super(log);
  }

  override catch(thrown: unknown, host: ArgumentsHost): void {
    const isShape = thrown instanceof DomainError && ['VALIDATION_ERROR', 'PAYLOAD_TOO_LARGE'].includes(thrown.code);
    if (!isShape) return super.catch(thrown, host);
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    redirect(reply, withError(`${this.config.baseUrl}/api/auth/error`, 'invalid_callback_request'));
    void reply.send();
  }
}

/** Sign-in with providers (docs/IDENTITY.md#providers). */
@AuthController()
export class SocialController {
  constructor(
    private readonly commands: Commands,
    private readonly linking: AccountLinking,
    private readonly requests: AuthorizationRequests,
    private readonly callback: SocialCallback,
    private readonly keeper: SessionCookieKeeper,
  ) {}

  @Post('sign-in/social')
  @AlsoImpersonated()
  @Answers(404, 500)
  async signIn(
    @Body() body: SignInSocialRequest,
    @Req() request: FastifyRequest,
    @Execution() execution: ExecutionContext,
    @Ctx() context: Context,
  ): Promise<SocialSignInAnswer> {
    const { idToken, requestSignUp = false, callbackURL = HOME } = body;
    const provider = this.requests.providerFor(body.provider, request);
    if (!idToken)
      return {
        url: await this.requests.authorizationUrl(provider, body, execution),
        redirect: body.disableRedirect !== true,
      };
    const identity = await this.requests.verifiedIdentity(provider, idToken);
    const maySignUp = this.requests.maySignUp(provider, requestSignUp);
    const { user, at } = await this.commands.execute(
      new SignInWithProvider({ ...identity, maySignUp, callbackURL }, context),
    );
    const token = await this.keeper.open(user.id, true, request, at);
    return { redirect: false, token, user: presentUser(user) };
  }

  @Post('link-social')
  @Answers(404, 417, 500)
  @UseInterceptors(KeepSession)
  @NotImpersonated()
  async link(
    @Body() body: LinkSocialRequest,
    @RequiredSession() { user: { id: userId } }: AuthenticatedSession,
    @Req() request: FastifyRequest,
    @Execution() execution: ExecutionContext,
    @Ctx() context: Context,
  ): Promise<LinkSocialAnswer> {
    const provider = this.requests.providerFor(body.provider, request);
    if (!body.idToken)
      return { url: await this.requests.authorizationUrl(provider, body, execution, userId), redirect: true };
    const identity = await this.requests.verifiedIdentity(provider, body.idToken);
    await this.linking.link(userId, identity, 'id-token', context);
    return { redirect: false, url: '', status: true };
  }

  @Get('callback/:id')
  @Answers(302)
  @UseFilters(CallbackFilter)
  async completed(
    @Param('id') id: string,
    @Query() sent: Record<string, unknown>,
    @Execution() execution: ExecutionContext,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Ctx() context: Context,
  ): Promise<void> {
    redirect(reply, await this.callback.complete(id, sent, execution, context));
  }

  /** For providers that send a form. */
  @Post('callback/:id')
  @AlsoImpersonated()
  @TakesForeignForms()
  @Answers(302)
  @UseFilters(CallbackFilter)
  async completedByForm(
    @Param('id') id: string,
    @Body() sent: Record<string, unknown> | undefined,
    @Execution() execution: ExecutionContext,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Ctx() context: Context,
  ): Promise<void> {
    redirect(reply, await this.callback.complete(id, sent, execution, context));
  }
}
