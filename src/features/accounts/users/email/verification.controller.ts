import { Body, Get, Inject, Post, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Commands } from '../../../../app/commands.ts';
import { AccountLimits } from '../../../../app/http/callers/account-limits.ts';
import { Answers, AuthController } from '../../../../app/http/api.ts';
import { AlsoImpersonated } from '../../../../app/http/callers/not-impersonated.ts';
import { SessionCookieKeeper } from '../../../../app/http/callers/keep-session.ts';
import { Ctx, stateOf } from '../../../../app/http/request-state.ts';
import { NotWithKeys } from '../../../../app/http/with-keys.ts';
import { CONFIG } from '../../../../app/tokens.ts';
import type { Config } from '../../../../config.ts';
import type { Context } from '../../../../kernel/writing/command.ts';
import { DomainError } from '../../../../kernel/errors.ts';
import { project } from '../../../../kernel/reading/projection.ts';
import { normalEmail } from '../../../../kernel/folding.ts';
import { Status } from '../../accounts.dto.ts';
import type { AuthenticatedSession } from '../../sessions/session.commands.ts';
import { OptionalSession, attachSession, sessionOf } from '../../sessions/sessions.queries.ts';
import { CallbackGuard } from '../callback.guard.ts';
import { MailSwitch } from './mail-switch.service.ts';
import { redirect, withError } from '../../../../app/http/redirects.ts';
import { ChangeEmail, RequestAccountMail, SendVerificationEmail, VerifyEmail } from '../user.commands.ts';
import { EmailAlreadyVerified, NotYourEmail, VerificationFailed } from '../user.errors.ts';
import { SendVerificationEmailRequest, VerifyEmailAnswer, VerifyEmailQuery } from '../users.dto.ts';
import { isBanned, userProjection, type UserDocument } from '../user.projection.ts';
import { CredentialQueries, presentUser } from '../users.queries.ts';

const HOME = '/';

/** Verification of addresses by the identity contract (docs/IDENTITY.md#verification). */
@AuthController()
export class VerificationController {
  constructor(
    private readonly commands: Commands,
    private readonly credentials: CredentialQueries,
    private readonly keeper: SessionCookieKeeper,
    private readonly mail: MailSwitch,
    private readonly limits: AccountLimits,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Does not reveal whether an address is known. */
  @Post('send-verification-email')
  @AlsoImpersonated()
  async send(
    @Body() { email, callbackURL = HOME }: SendVerificationEmailRequest,
    @OptionalSession() current: AuthenticatedSession | undefined,
    @Ctx() context: Context,
  ): Promise<Status> {
    this.mail.demand();
    if (!current) {
      await this.limits.demand('verify-email', normalEmail(email));
      await this.commands.execute(new RequestAccountMail({ kind: 'verify-email', email, callbackURL }, context));
      return { status: true };
    }
    const { id: userId, name, emailVerified } = current.user;
    if (emailVerified) throw new EmailAlreadyVerified();
    if (current.user.email !== email) throw new NotYourEmail();
    await this.limits.demand('verify-email', email);
    await this.commands.execute(new SendVerificationEmail({ userId, name, email, callbackURL }, context));
    return { status: true };
  }

  @Get('verify-email')
  @NotWithKeys()
  @Answers(302)
  @UseGuards(CallbackGuard)
  async verify(
    @Query() { token, callbackURL }: VerifyEmailQuery,
    @Req() request: FastifyRequest,
    @Ctx() context: Context,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<VerifyEmailAnswer | undefined> {
    try {
      const user = await this.follow(token, callbackURL, request, context);
      return callbackURL ? redirect(reply, callbackURL) : { status: true, user };
    } catch (error) {
      if (!callbackURL || !(error instanceof DomainError)) throw error;
      // As the contract has it, even if the URL has a query already.
      if (error.code === 'UNAUTHORIZED') return redirect(reply, `${callbackURL}?error=unauthorized`);
      return redirect(reply, withError(callbackURL, error.code.toLowerCase()));
    }
  }

  /** The user whose address was changed; null if it was verified. */
  private async follow(token: string, callbackURL: string | undefined, request: FastifyRequest, context: Context) {
    const checked = await this.credentials.checkVerification(token);
    if ('error' in checked) throw new VerificationFailed(checked.error);
    const { userId, email: from, updateTo: email } = checked;
    if (email === undefined) {
      await this.verifyEmail(userId, request, context);
      return null;
    }
    const current = sessionOf(request);
    if (current?.user.id !== userId || current.session.impersonatedBy !== null)
      throw new VerificationFailed('unauthorized');
    const change = new ChangeEmail({ userId, from, email, callbackURL: callbackURL || HOME }, context);
    const { history } = await this.commands.execute(change);
    const user = project(userProjection, history)!;
    this.show(user, current, request);
    return presentUser(user);
  }

  /** Following a link again for the unchanged address succeeds, and opens no session (docs/IDENTITY.md#verification). */
  private async verifyEmail(userId: string, request: FastifyRequest, context: Context): Promise<void> {
    const { history, appended } = await this.commands.execute(new VerifyEmail({ userId }, context));
    const user = project(userProjection, history)!;
    const current = sessionOf(request);
    if (current?.user.id === userId) this.show(user, current, request);
    else if (appended.length > 0 && this.config.auth.autoSignInAfterVerification && !isBanned(user, context.machineNow))
      await this.keeper.open(userId, true, request);
  }

  private show(user: UserDocument, current: AuthenticatedSession, request: FastifyRequest): void {
    attachSession(request, { ...current, user });
    this.keeper.rewrite(request, stateOf(request).reply);
  }
}
