import { Body, Post, Req, Res, UseInterceptors } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Commands } from '../../../app/commands.ts';
import { AuthController } from '../../../app/http/api.ts';
import { KeepSession, SessionCookieKeeper } from '../../../app/http/callers/keep-session.ts';
import { AlsoImpersonated, NotImpersonated } from '../../../app/http/callers/not-impersonated.ts';
import { Ctx } from '../../../app/http/request-state.ts';
import type { Context, Executed } from '../../../kernel/writing/command.ts';
import { project } from '../../../kernel/reading/projection.ts';
import { Status } from '../accounts.dto.ts';
import type { AuthenticatedSession } from '../sessions/session.commands.ts';
import { attachSession, RequiredSession } from '../sessions/sessions.queries.ts';
import { RequestEmailChange, UpdateUser } from './user.commands.ts';
import { EmailCanNotBeUpdated } from './user.errors.ts';
import type { UserEvent } from './user.events.ts';
import { ChangeEmailRequest, UpdateUserRequest } from './users.dto.ts';
import { userProjection } from './user.projection.ts';

const HOME = '/';

type Done = Executed<unknown, UserEvent>;

/** Users by the identity contract (docs/IDENTITY.md#users). */
@AuthController()
@UseInterceptors(KeepSession)
export class UsersController {
  constructor(
    private readonly commands: Commands,
    private readonly keeper: SessionCookieKeeper,
  ) {}

  @Post('update-user')
  @AlsoImpersonated()
  async update(
    @Body() { name, image, email }: UpdateUserRequest,
    @RequiredSession() current: AuthenticatedSession,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Ctx() context: Context,
  ): Promise<Status> {
    if (email) throw new EmailCanNotBeUpdated();
    const changes = { ...(name !== undefined && { name }), ...(image !== undefined && { image }) };
    if (Object.keys(changes).length === 0) return { status: true };
    const updated = await this.commands.execute(new UpdateUser({ userId: current.user.id, ...changes }, context));
    this.show(updated, current, request, reply);
    return { status: true };
  }

  @Post('change-email')
  @NotImpersonated()
  async changeEmail(
    @Body() { newEmail, callbackURL = HOME }: ChangeEmailRequest,
    @RequiredSession() current: AuthenticatedSession,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Ctx() context: Context,
  ): Promise<Status> {
    const change = new RequestEmailChange({ userId: current.user.id, newEmail, callbackURL }, context);
    const changed = await this.commands.execute(change);
    if (changed) this.show(changed, current, request, reply);
    return { status: true };
  }

  /** Updates the session's cookie too. */
  private show({ history }: Done, current: AuthenticatedSession, request: FastifyRequest, reply: FastifyReply): void {
    attachSession(request, { ...current, user: project(userProjection, history)! });
    this.keeper.rewrite(request, reply);
  }
}
