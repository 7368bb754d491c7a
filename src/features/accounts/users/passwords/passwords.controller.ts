import { Body, Get, Inject, Param, Post, Query, Req, Res, UseGuards, UseInterceptors } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Commands } from '../../../../app/commands.ts';
import { AccountLimits } from '../../../../app/http/callers/account-limits.ts';
import { Answers, AuthController } from '../../../../app/http/api.ts';
import { KeepSession, SessionCookieKeeper } from '../../../../app/http/callers/keep-session.ts';
import { AlsoImpersonated, NotImpersonated } from '../../../../app/http/callers/not-impersonated.ts';
import { Ctx } from '../../../../app/http/request-state.ts';
import { CLOCK, CONFIG } from '../../../../app/tokens.ts';
import type { Config } from '../../../../config.ts';
import type { Clock } from '../../../../kernel/ports/clock.ts';
import type { Context } from '../../../../kernel/writing/command.ts';
import { normalEmail } from '../../../../kernel/folding.ts';
import { Status } from '../../accounts.dto.ts';
import type { AuthenticatedSession } from '../../sessions/session.commands.ts';
import { RequiredSession, SessionQueries } from '../../sessions/sessions.queries.ts';
import { CallbackGuard } from '../callback.guard.ts';
import { MailSwitch } from '../email/mail-switch.service.ts';
import { redirect } from '../../../../app/http/redirects.ts';
import { ChangePassword, RequestAccountMail, ResetPassword, RevokeSessions } from '../user.commands.ts';
import { InvalidToken, ResetPasswordIsntEnabled } from '../user.errors.ts';
import {
  ChangePasswordAnswer,
  ChangePasswordRequest,
  RequestResetAnswer,
  RequestResetRequest,
  ResetLinkQuery,
  ResetPasswordQuery,
  ResetPasswordRequest,
} from '../users.dto.ts';
import { CredentialQueries, presentUser } from '../users.queries.ts';

const IF_IT_EXISTS = 'If this email exists in our system, check your email for the reset link';

/** Passwords by the identity contract (docs/IDENTITY.md#passwords). */
@AuthController()
@UseInterceptors(KeepSession)
export class PasswordsController {
  constructor(
    private readonly commands: Commands,
    private readonly credentials: CredentialQueries,
    private readonly sessions: SessionQueries,
    private readonly keeper: SessionCookieKeeper,
    private readonly mail: MailSwitch,
    private readonly limits: AccountLimits,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Answers the same whether or not the address is known (docs/IDENTITY.md#passwords). */
  @Post(['request-password-reset', 'forget-password'])
  @AlsoImpersonated()
  async request(
    @Body() { email, redirectTo: callbackURL = '' }: RequestResetRequest,
    @Ctx() context: Context,
  ): Promise<RequestResetAnswer> {
    if (!this.mail.isOn) throw new ResetPasswordIsntEnabled();
    await this.limits.demand('reset-password', normalEmail(email));
    await this.commands.execute(new RequestAccountMail({ kind: 'reset-password', email, callbackURL }, context));
    return { status: true, message: IF_IT_EXISTS };
  }

  /** Redirects to the page where the user chooses a new password. Does not use the token up. */
  @Get('reset-password/:token')
  @Answers(302)
  @UseGuards(CallbackGuard)
  async follow(
    @Param('token') token: string,
    @Query() { callbackURL }: ResetLinkQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const isValid = callbackURL !== '' && (await this.credentials.checkReset(token));
    const to = new URL(callbackURL === '' ? '/api/auth/error' : callbackURL, this.config.baseUrl);
    to.searchParams.set(isValid ? 'token' : 'error', isValid ? token : 'INVALID_TOKEN');
    return redirect(reply, to.href);
  }

  @Post('reset-password')
  @AlsoImpersonated()
  async reset(
    @Body() { newPassword, token }: ResetPasswordRequest,
    @Query() query: ResetPasswordQuery,
    @Ctx() context: Context,
  ): Promise<Status> {
    const given = token || query.token;
    if (!given) throw new InvalidToken();
    await this.commands.execute(new ResetPassword({ token: given, password: newPassword }, context));
    return { status: true };
  }

  @Post('change-password')
  @NotImpersonated()
  async change(
    @Body() { newPassword: password, currentPassword, revokeOtherSessions = false }: ChangePasswordRequest,
    @RequiredSession() { user, session }: AuthenticatedSession,
    @Req() request: FastifyRequest,
    @Ctx() context: Context,
  ): Promise<ChangePasswordAnswer> {
    await this.commands.execute(new ChangePassword({ userId: user.id, currentPassword, password }, context));
    const token = revokeOtherSessions ? await this.startAnew(user.id, session.rememberMe, request, context) : null;
    return { token, user: presentUser(user) };
  }

  /** Ends every session except a new one, which replaces the current one. */
  private async startAnew(
    userId: string,
    rememberMe: boolean,
    request: FastifyRequest,
    context: Context,
  ): Promise<string> {
    const token = await this.keeper.open(userId, rememberMe, request);
    const opened = await this.sessions.find(token);
    const after = { ...context, machineNow: this.clock.machineNow() };
    await this.commands.execute(new RevokeSessions({ userId, except: opened?.id ?? null }, after));
    return token;
  }
}
