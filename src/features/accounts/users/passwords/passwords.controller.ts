import { Body, Get, Inject, Param, Post, Query, Req, Res, UseGuards, UseInterceptors } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { Request, Response } from 'express';
import { AccountLimits } from '../../../../app/http/account-limits.ts';
import { Answers, AuthController } from '../../../../app/http/api.ts';
import { KeepSession, SessionCookieKeeper } from '../../../../app/http/keep-session.ts';
import { NotImpersonated } from '../../../../app/http/not-impersonated.ts';
import { Ctx } from '../../../../app/http/request-state.ts';
import { CLOCK, CONFIG } from '../../../../app/tokens.ts';
import type { Config } from '../../../../config.ts';
import type { Clock } from '../../../../kernel/ports/clock.ts';
import type { Context } from '../../../../kernel/writing/command.ts';
import { Status } from '../../accounts.dto.ts';
import { FindSession, RequiredSession, type AuthenticatedSession } from '../../sessions/sessions.queries.ts';
import { RequestAccountMail } from '../account-mail.commands.ts';
import { CallbackGuard } from '../callback.guard.ts';
import { normalEmail } from '../email/email-address.rules.ts';
import { MailSwitch } from '../email/mail-switch.service.ts';
import { redirect } from '../../../../app/http/redirects.ts';
import { ChangePassword, ResetPassword, RevokeSessions } from '../user.commands.ts';
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
import { CheckReset, presentUser } from '../users.queries.ts';

const IF_IT_EXISTS = 'If this email exists in our system, check your email for the reset link';

/** Passwords by the identity contract (docs/IDENTITY.md#passwords). */
@AuthController()
@UseInterceptors(KeepSession)
export class PasswordsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly keeper: SessionCookieKeeper,
    private readonly mail: MailSwitch,
    private readonly limits: AccountLimits,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Answers the same whether or not the address is known (docs/IDENTITY.md#passwords). */
  @Post(['request-password-reset', 'forget-password'])
  async request(
    @Body() { email, redirectTo: callbackURL = '' }: RequestResetRequest,
    @Ctx() context: Context,
  ): Promise<RequestResetAnswer> {
    if (!this.mail.isOn) throw new ResetPasswordIsntEnabled();
    await this.limits.demand('reset-password', normalEmail(email));
    await this.commands.execute(new RequestAccountMail({ kind: 'reset-password', email, callbackURL }, context));
    return { status: true, message: IF_IT_EXISTS };
  }

  /** Leads on to where the new password is chosen. The token stays good. */
  @Get('reset-password/:token')
  @Answers(302)
  @UseGuards(CallbackGuard)
  async follow(
    @Param('token') token: string,
    @Query() { callbackURL }: ResetLinkQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const isGood = callbackURL !== '' && (await this.queries.execute(new CheckReset(token)));
    const to = new URL(callbackURL === '' ? '/api/auth/error' : callbackURL, this.config.baseUrl);
    to.searchParams.set(isGood ? 'token' : 'error', isGood ? token : 'INVALID_TOKEN');
    return redirect(response, to.href);
  }

  @Post('reset-password')
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
    @Req() request: Request,
    @Ctx() context: Context,
  ): Promise<ChangePasswordAnswer> {
    await this.commands.execute(new ChangePassword({ userId: user.id, currentPassword, password }, context));
    const token = revokeOtherSessions ? await this.beginAnew(user.id, session.rememberMe, request, context) : null;
    return { token, user: presentUser(user) };
  }

  /** Ends every session but the new one, which takes the place of this. */
  private async beginAnew(userId: string, rememberMe: boolean, request: Request, context: Context): Promise<string> {
    const token = await this.keeper.open(userId, rememberMe, request);
    const opened = await this.queries.execute(new FindSession(token));
    const after = { ...context, machineNow: this.clock.machineNow() };
    await this.commands.execute(new RevokeSessions({ userId, except: opened?.id ?? null }, after));
    return token;
  }
}
