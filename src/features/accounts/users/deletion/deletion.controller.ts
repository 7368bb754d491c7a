import { Body, Get, Inject, Post, Query, Res, UseGuards, UseInterceptors } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Commands } from '../../../../app/commands.ts';
import { AccountLimits } from '../../../../app/http/callers/account-limits.ts';
import { Answers, AuthController } from '../../../../app/http/api.ts';
import { AuthBareError } from '../../../../app/http/errors.ts';
import { KeepSession, SessionCookieKeeper } from '../../../../app/http/callers/keep-session.ts';
import { NotImpersonated } from '../../../../app/http/callers/not-impersonated.ts';
import { Ctx } from '../../../../app/http/request-state.ts';
import { CONFIG } from '../../../../app/tokens.ts';
import type { Config } from '../../../../config.ts';
import { secondsBetween } from '../../../../kernel/ports/clock.ts';
import type { Context } from '../../../../kernel/writing/command.ts';
import type { AuthenticatedSession } from '../../sessions/session.commands.ts';
import { OptionalSession, RequiredSession } from '../../sessions/sessions.queries.ts';
import { CallbackGuard } from '../callback.guard.ts';
import { MailSwitch } from '../email/mail-switch.service.ts';
import { redirect } from '../../../../app/http/redirects.ts';
import { EraseUser, EraseUserByToken, SendDeletionEmail } from '../user.commands.ts';
import { FailedToGetUserInfo, SessionExpired } from '../user.errors.ts';
import { UserPasswords } from '../passwords/user-passwords.service.ts';
import { DeleteUserAnswer, DeleteUserQuery, DeleteUserRequest } from '../users.dto.ts';

const HOME = '/';
const DELETED: DeleteUserAnswer = { success: true, message: 'User deleted' };
const MAIL_SENT: DeleteUserAnswer = { success: true, message: 'Verification email sent' };

/** Deletion of accounts by their users, who are erased by it (docs/IDENTITY.md#deleting-an-account). */
@AuthController()
@UseInterceptors(KeepSession)
export class DeletionController {
  constructor(
    private readonly commands: Commands,
    private readonly keeper: SessionCookieKeeper,
    private readonly passwords: UserPasswords,
    private readonly mail: MailSwitch,
    private readonly limits: AccountLimits,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Post('delete-user')
  @Answers(404)
  @NotImpersonated()
  async delete(
    @Body() { callbackURL = HOME, password, token }: DeleteUserRequest,
    @RequiredSession() current: AuthenticatedSession,
    @Ctx() context: Context,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DeleteUserAnswer> {
    this.demandEnabled();
    const { id: userId, email, name } = current.user;
    if (password) await this.passwords.demand(userId, password);
    if (token) await this.commands.execute(new EraseUserByToken({ userId, token }, context));
    else if (this.config.auth.deleteUser === 'mail') {
      this.mail.demand();
      await this.limits.demand('delete-account', email);
      await this.commands.execute(new SendDeletionEmail({ userId, email, name, callbackURL }, context));
      return MAIL_SENT;
    } else {
      if (!password) this.demandFresh(current, context);
      await this.commands.execute(new EraseUser({ userId }, context));
    }
    this.keeper.clear(reply);
    return DELETED;
  }

  /** The target of the mail's link. */
  @Get('delete-user/callback')
  @Answers(302, 404)
  @UseGuards(CallbackGuard)
  @NotImpersonated()
  async confirm(
    @Query() { token, callbackURL }: DeleteUserQuery,
    @OptionalSession() current: AuthenticatedSession | undefined,
    @Ctx() context: Context,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DeleteUserAnswer | undefined> {
    this.demandEnabled();
    if (!current) throw new FailedToGetUserInfo();
    await this.commands.execute(new EraseUserByToken({ userId: current.user.id, token }, context));
    this.keeper.clear(reply);
    return callbackURL ? redirect(reply, callbackURL) : DELETED;
  }

  private demandEnabled(): void {
    if (this.config.auth.deleteUser === 'off') throw new AuthBareError(404);
  }

  /**
   * The user must have signed in less than AUTH_FRESH_AGE ago: using a session does not prove who uses it
   * (docs/IDENTITY.md#deleting-an-account).
   */
  private demandFresh({ session }: AuthenticatedSession, { machineNow }: Context): void {
    const { freshAge } = this.config.auth;
    const isOld = secondsBetween(session.createdAt, machineNow) >= freshAge;
    if (freshAge > 0 && isOld) throw new SessionExpired();
  }
}
