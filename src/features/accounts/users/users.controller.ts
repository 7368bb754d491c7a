import { Body, Get, Post, Query, Res, UseGuards } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { Response } from 'express';
import { AuthController } from '../../../app/http/api.ts';
import { Ctx } from '../../../app/http/request-state.ts';
import type { Context } from '../../../kernel/command.ts';
import { Status } from '../accounts.dto.ts';
import { MaybeVisit, type Visit } from '../sessions/sessions.queries.ts';
import { CallbackGuard } from './callback.guard.ts';
import { MailSwitch } from './mail.ts';
import { redirect, withError } from './redirects.ts';
import { SendVerificationEmail, VerifyEmail } from './user.commands.ts';
import { EmailAlreadyVerified, NotYourEmail, VerificationFailed } from './user.errors.ts';
import { SendVerificationEmailRequest, VerifyEmailAnswer, VerifyEmailQuery } from './users.dto.ts';
import { CheckVerification, FindUserByEmail } from './users.queries.ts';

const HOME = '/';

@AuthController()
export class UsersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly mail: MailSwitch,
  ) {}

  /** Tells nobody whether an address is known (AUTH_FACTS §7.2). */
  @Post('send-verification-email')
  async send(
    @Body() { email, callbackURL = HOME }: SendVerificationEmailRequest,
    @MaybeVisit() visit: Visit | undefined,
    @Ctx() context: Context,
  ): Promise<Status> {
    this.mail.demand();
    if (visit?.user.emailVerified) throw new EmailAlreadyVerified();
    if (visit && visit.user.email !== email) throw new NotYourEmail();
    const known = visit ?? (await this.queries.execute(new FindUserByEmail(email)));
    if (known) {
      const { id: userId, name, email: to } = known.user;
      await this.commands.execute(new SendVerificationEmail({ userId, name, email: to, callbackURL }, context));
    }
    return { status: true };
  }

  @Get('verify-email')
  @UseGuards(CallbackGuard)
  async verify(
    @Query() { token, callbackURL }: VerifyEmailQuery,
    @Ctx() context: Context,
    @Res({ passthrough: true }) response: Response,
  ): Promise<VerifyEmailAnswer | undefined> {
    const checked = await this.queries.execute(new CheckVerification(token));
    if ('error' in checked) {
      if (!callbackURL) throw new VerificationFailed(checked.error);
      return redirect(response, withError(callbackURL, checked.error));
    }
    await this.commands.execute(new VerifyEmail({ userId: checked.userId }, context));
    return callbackURL ? redirect(response, callbackURL) : { status: true, user: null };
  }
}
