import { Body, Get, Param, Post, Query, Req, Res, UseFilters, UseInterceptors } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Commands } from '../../../app/commands.ts';
import { Answers, AuthController } from '../../../app/http/api.ts';
import { TakesForeignForms } from '../../../app/http/auth.guard.ts';
import { KeepSession, SessionCookieKeeper } from '../../../app/http/keep-session.ts';
import { NotImpersonated } from '../../../app/http/not-impersonated.ts';
import { redirect } from '../../../app/http/redirects.ts';
import { Ctx } from '../../../app/http/request-state.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { RequiredSession, type AuthenticatedSession } from '../sessions/sessions.queries.ts';
import { presentUser } from '../users/users.queries.ts';
import { CallbackFilter } from './callback.filter.ts';
import { AccountLinking } from './account-linking.service.ts';
import { SignInWithProvider } from './provider.commands.ts';
import { LinkSocialAnswer, LinkSocialRequest, SignInSocialRequest, SocialSignInAnswer } from './providers.dto.ts';
import { SocialCallback } from './social-callback.service.ts';
import { AuthorizationRequests } from './authorization-requests.service.ts';

const HOME = '/';

/** Sign-in by providers (docs/IDENTITY.md#providers). */
@AuthController()
export class SocialController {
  constructor(
    private readonly commands: Commands,
    private readonly linking: AccountLinking,
    private readonly visits: AuthorizationRequests,
    private readonly callback: SocialCallback,
    private readonly keeper: SessionCookieKeeper,
  ) {}

  @Post('sign-in/social')
  @Answers(404, 500)
  async signIn(
    @Body() body: SignInSocialRequest,
    @Req() request: Request,
    @Ctx() context: Context,
  ): Promise<SocialSignInAnswer> {
    const { idToken, requestSignUp = false, callbackURL = HOME } = body;
    const provider = this.visits.demand(body.provider, request);
    if (!idToken)
      return { url: await this.visits.begin(provider, body, request), redirect: body.disableRedirect !== true };
    const vouched = await this.visits.vouched(provider, idToken);
    const maySignUp = this.visits.maySignUp(provider, requestSignUp);
    const { user, at } = await this.commands.execute(
      new SignInWithProvider({ ...vouched, maySignUp, callbackURL }, context),
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
    @Req() request: Request,
    @Ctx() context: Context,
  ): Promise<LinkSocialAnswer> {
    const provider = this.visits.demand(body.provider, request);
    if (!body.idToken) return { url: await this.visits.begin(provider, body, request, userId), redirect: true };
    const vouched = await this.visits.vouched(provider, body.idToken);
    await this.linking.link(userId, vouched, 'id-token', context);
    return { redirect: false, url: '', status: true };
  }

  @Get('callback/:id')
  @Answers(302)
  @UseFilters(CallbackFilter)
  async back(
    @Param('id') id: string,
    @Query() sent: Record<string, unknown>,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Ctx() context: Context,
  ): Promise<void> {
    redirect(response, await this.callback.arrive(id, sent, request, context));
  }

  /** For providers that send a form. */
  @Post('callback/:id')
  @TakesForeignForms()
  @Answers(302)
  @UseFilters(CallbackFilter)
  async backByForm(
    @Param('id') id: string,
    @Body() sent: Record<string, unknown> | undefined,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Ctx() context: Context,
  ): Promise<void> {
    redirect(response, await this.callback.arrive(id, sent, request, context));
  }
}
