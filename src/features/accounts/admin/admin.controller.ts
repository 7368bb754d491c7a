import { Body, Get, Inject, Post, Query, UseInterceptors } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { AuthController } from '../../../app/http/api.ts';
import { AlsoImpersonated } from '../../../app/http/callers/not-impersonated.ts';
import { AuthBareError } from '../../../app/http/errors.ts';
import { KeepSession } from '../../../app/http/callers/keep-session.ts';
import { Ctx } from '../../../app/http/request-state.ts';
import { CLOCK } from '../../../app/tokens.ts';
import { addSeconds, type Clock } from '../../../kernel/ports/clock.ts';
import type { Context, Executed, Command } from '../../../kernel/writing/command.ts';
import { DomainError } from '../../../kernel/errors.ts';
import { project } from '../../../kernel/reading/projection.ts';
import { isPicture, Status, Success, type User } from '../accounts.dto.ts';
import { areUserRoles, mayAdminister } from '../admin.roles.ts';
import type { AuthenticatedSession } from '../sessions/session.commands.ts';
import { OptionalSession, RequiredSession } from '../sessions/sessions.queries.ts';
import { BanUser, ChangeUserRole, DeleteUser, RegisterUser, SetPassword, UnbanUser } from '../users/user.commands.ts';
import type { UserEvent } from '../users/user.events.ts';
import { userProjection, type UserDocument } from '../users/user.projection.ts';
import { presentFullUser, UserReader } from '../users/users.queries.ts';
import {
  BanUserRequest,
  CreateUserRequest,
  AdminPermissionAnswer,
  AdminPermissionRequest,
  ListUsersQuery,
  MaybeUserAnswer,
  SetRoleRequest,
  SetUserPasswordRequest,
  UserAnswer,
  UserIdRequest,
  UserPage,
  textOf,
} from './admin.dto.ts';
import { CannotBanYourself, EmailIsTaken, NoSuchRole } from './admin.errors.ts';
import { demand } from './admin.rights.ts';
import { UserSearchQueries } from './user-search.queries.ts';

const DEFAULT_ROLE = 'user';
const DEFAULT_REASON = 'No reason';
const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 500;

/** Users as administrators see and change them (docs/IDENTITY.md#administration). */
@AuthController('admin')
@UseInterceptors(KeepSession)
export class AdminController {
  constructor(
    private readonly commands: Commands,
    private readonly users: UserReader,
    private readonly searches: UserSearchQueries,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Post('create-user')
  async create(
    @Body() { email, password, name, role = DEFAULT_ROLE, data = {} }: CreateUserRequest,
    @RequiredSession() current: AuthenticatedSession,
    @Ctx() context: Context,
  ): Promise<UserAnswer> {
    demand(current, 'create');
    const image = typeof data.image === 'string' && isPicture(data.image) ? data.image : null;
    const person = { email, password, name, image, role: knownRole(role), emailVerified: data.emailVerified === true };
    try {
      return { user: await this.change(new RegisterUser(person, context)) };
    } catch (error) {
      throw error instanceof DomainError && error.code === 'USER_ALREADY_EXISTS' ? new EmailIsTaken() : error;
    }
  }

  @Get('list-users')
  async list(@Query() query: ListUsersQuery, @RequiredSession() current: AuthenticatedSession): Promise<UserPage> {
    demand(current, 'list');
    const limit = Math.min(numberIn(query.limit) ?? DEFAULT_LIMIT, MAX_LIMIT);
    const offset = numberIn(query.offset);
    const { users, total } = await this.searches.search(query, limit, offset ?? 0);
    return {
      users: users.map(presentFullUser),
      total,
      ...(numberIn(query.limit) && { limit }),
      ...(offset && { offset }),
    };
  }

  @Post('set-role')
  async setRole(
    @Body() { userId, role }: SetRoleRequest,
    @RequiredSession() current: AuthenticatedSession,
    @Ctx() context: Context,
  ): Promise<MaybeUserAnswer> {
    demand(current, 'set-role');
    const roles = knownRole(role);
    return this.changed(userId, (id) => new ChangeUserRole({ userId: id, role: roles }, context));
  }

  @Post('ban-user')
  async ban(
    @Body() { userId, banReason, banExpiresIn }: BanUserRequest,
    @RequiredSession() current: AuthenticatedSession,
    @Ctx() context: Context,
  ): Promise<MaybeUserAnswer> {
    demand(current, 'ban');
    if (userId === current.user.id) throw new CannotBanYourself();
    // As of now, so that sessions started meanwhile end too.
    const machineNow = this.clock.machineNow();
    const expiresAt = banExpiresIn ? addSeconds(machineNow, banExpiresIn) : null;
    const ban = { reason: banReason || DEFAULT_REASON, expiresAt };
    return this.changed(userId, (id) => new BanUser({ userId: id, ...ban }, { ...context, machineNow }));
  }

  @Post('unban-user')
  async unban(
    @Body() { userId }: UserIdRequest,
    @RequiredSession() current: AuthenticatedSession,
    @Ctx() context: Context,
  ): Promise<MaybeUserAnswer> {
    demand(current, 'ban');
    return this.changed(userId, (id) => new UnbanUser({ userId: id }, context));
  }

  /** Also sets a first password; ends the user's sessions. */
  @Post('set-user-password')
  async setPassword(
    @Body() { userId, newPassword: password }: SetUserPasswordRequest,
    @RequiredSession() current: AuthenticatedSession,
    @Ctx() context: Context,
  ): Promise<Status> {
    demand(current, 'set-password');
    const user = await this.find(userId);
    if (user) await this.commands.execute(new SetPassword({ userId: user.id, password }, context));
    return { status: true };
  }

  /** @throws DomainError the user is the only owner of an organization that has other members or live subscriptions */
  @Post('remove-user')
  async remove(
    @Body() { userId }: UserIdRequest,
    @RequiredSession() current: AuthenticatedSession,
    @Ctx() context: Context,
  ): Promise<Success> {
    demand(current, 'delete');
    const user = await this.find(userId);
    if (user) await this.commands.execute(new DeleteUser({ userId: user.id }, context));
    return { success: true };
  }

  /** Answers for the signed-in user, or tells a visitor what a role may do; not what role a user has. */
  @Post('has-permission')
  @AlsoImpersonated()
  hasPermission(
    @Body() { role, permission, permissions }: AdminPermissionRequest,
    @OptionalSession() current: AuthenticatedSession | undefined,
  ): AdminPermissionAnswer {
    const asked = current?.user.role ?? role;
    if (!asked) throw new AuthBareError(401);
    return { error: null, success: mayAdminister(asked, (permissions ?? permission)!) };
  }

  private async changed(userId: unknown, command: (id: string) => UserCommand): Promise<MaybeUserAnswer> {
    const user = await this.find(userId);
    return { user: user ? await this.change(command(user.id)) : null };
  }

  private async change(command: UserCommand): Promise<User> {
    const { history } = await this.commands.execute(command);
    return presentFullUser(project(userProjection, history)!);
  }

  private async find(userId: unknown): Promise<UserDocument | undefined> {
    const id = textOf(userId);
    return (await this.users.get([id])).get(id);
  }
}

type UserCommand = Command<string, unknown, Executed<unknown, UserEvent>>;

/** Several roles become one text. @throws NoSuchRole */
function knownRole(role: string | string[]): string {
  const roles = Array.isArray(role) ? role.join(',') : role;
  if (!areUserRoles(roles)) throw new NoSuchRole();
  return roles;
}

/** A positive safe integer; undefined for anything else. */
function numberIn(text: string | undefined): number | undefined {
  return Math.min(Math.max(Math.trunc(Number(text)) || 0, 0), Number.MAX_SAFE_INTEGER) || undefined;
}
