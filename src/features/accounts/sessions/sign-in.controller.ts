import { Body, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Commands } from '../../../app/commands.ts';
import { AccountLimits } from '../../../app/http/callers/account-limits.ts';
import { Answers, AuthController } from '../../../app/http/api.ts';
import { AlsoImpersonated } from '../../../app/http/callers/not-impersonated.ts';
import { Ctx } from '../../../app/http/request-state.ts';
import { CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { project } from '../../../kernel/reading/projection.ts';
import { RegisterUser, SendVerificationEmail } from '../users/user.commands.ts';
import { userProjection, type UserDocument } from '../users/user.projection.ts';
import { CredentialQueries, presentUser } from '../users/users.queries.ts';
import { Success } from '../accounts.dto.ts';
import { SessionCookies } from './session-cookies.service.ts';
import { SessionKeeper } from './session-keeper.service.ts';
import { EndSession } from './session.commands.ts';
import { EmailNotVerified, FailedToGetSession } from './session.errors.ts';
import { SignInAnswer, SignInRequest, SignUpAnswer, SignUpRequest } from './sessions.dto.ts';
import { SessionIds } from './sessions.queries.ts';
import { SignInAttempts } from './sign-in-attempts.service.ts';

const HOME = '/';

@AuthController()
export class SignInController {
  constructor(
    private readonly commands: Commands,
    private readonly credentials: CredentialQueries,
    private readonly keeper: SessionKeeper,
    private readonly cookies: SessionCookies,
    private readonly ids: SessionIds,
    private readonly attempts: SignInAttempts,
    private readonly limits: AccountLimits,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Post('sign-up/email')
  @AlsoImpersonated()
  @Answers(422)
  async signUp(
    @Body() body: SignUpRequest,
    @Req() request: FastifyRequest,
    @Ctx() context: Context,
  ): Promise<SignUpAnswer> {
    const person = {
      email: typeof body.email === 'string' ? body.email : '',
      name: typeof body.name === 'string' ? body.name : undefined,
      image: body.image ?? null,
      password: body.password,
    };
    const { history } = await this.commands.execute(new RegisterUser(person, context));
    const user = project(userProjection, history)!;
    if (this.config.auth.requireEmailVerification) await this.sendVerification(user, body.callbackURL, context);
    const token = this.config.auth.requireEmailVerification ? null : await this.keeper.open(user.id, true, request);
    return { token, user: presentUser(user) };
  }

  @Post('sign-in/email')
  @AlsoImpersonated()
  async signIn(
    @Body() { email, password, callbackURL, rememberMe = true }: SignInRequest,
    @Req() request: FastifyRequest,
    @Ctx() context: Context,
  ): Promise<SignInAnswer> {
    const user = await this.attempts.check(email, request, () => this.credentials.demandPassword(email, password));
    if (this.config.auth.requireEmailVerification && !user.emailVerified) {
      await this.sendVerification(user, callbackURL, context);
      throw new EmailNotVerified();
    }
    const token = await this.keeper.open(user.id, rememberMe, request);
    return { redirect: Boolean(callbackURL), token, url: callbackURL, user: presentUser(user) };
  }

  @Post('sign-out')
  @AlsoImpersonated()
  async signOut(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Ctx() context: Context,
  ): Promise<Success> {
    const token = this.cookies.tokenOf(request);
    if (token === undefined) throw new FailedToGetSession();
    const sessionId = this.ids.of(token);
    await this.commands.execute(new EndSession({ sessionId, reason: 'signed_out' }, context));
    this.cookies.clear(reply);
    if (this.cookies.adminOf(request)) this.cookies.clear(reply, ['admin_session']);
    return { success: true };
  }

  /** Sends no mail to an address that has reached its limit. */
  private async sendVerification(user: UserDocument, callbackURL = HOME, context: Context): Promise<void> {
    const { id: userId, email, name } = user;
    if ((await this.limits.waitOf('verify-email', email)) > 0) return;
    await this.commands.execute(new SendVerificationEmail({ userId, email, name, callbackURL }, context));
  }
}
