import { Body, Get, Inject, Post, Query, UseInterceptors } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { AuthController } from '../../../app/http/api.ts';
import { AuthBareError } from '../../../app/http/errors.ts';
import { KeepSession } from '../../../app/http/keep-session.ts';
import { Ctx } from '../../../app/http/request-state.ts';
import { CLOCK } from '../../../app/tokens.ts';
import { addSeconds, type Clock } from '../../../kernel/ports/clock.ts';
import type { Context, Executed } from '../../../kernel/writing/command.ts';
import { DomainError } from '../../../kernel/errors.ts';
import { project } from '../../../kernel/reading/projection.ts';
import { isPicture, Status, Success, type User } from '../accounts.dto.ts';
import { areUserRoles, mayAdminister } from '../admin.roles.ts';
import { OptionalSession, RequiredSession, type AuthenticatedSession } from '../sessions/sessions.queries.ts';
import { BanUser, ChangeUserRole, RemoveUser, SetUserPassword, SignUp, UnbanUser } from '../users/user.commands.ts';
import type { UserEvent } from '../users/user.events.ts';
import { GetUsers, presentFullUser, userProjection, type UserDocument } from '../users/users.queries.ts';
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
} from './admin.dto.ts';
import { CannotBanYourself, EmailIsTaken, NobodyToAskAbout, NoSuchRole } from './admin.errors.ts';
import { demand } from './admin.rights.ts';
import { SearchUsers } from './user-search.queries.ts';

const DEFAULT_ROLE = 'user';
const DEFAULT_REASON = 'No reason';
const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 500;

/** Users, as administrators see and change them (docs/IDENTITY.md#administration). */
@AuthController('admin')
@UseInterceptors(KeepSession)
export class AdminController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Post('create-user')
  async create(
    @Body() { email, password, name, role = DEFAULT_ROLE, data = {} }: CreateUserRequest,
    @RequiredSession() visit: AuthenticatedSession,
    @Ctx() context: Context,
  ): Promise<UserAnswer> {
    demand(visit, 'create');
    const image = typeof data.image === 'string' && isPicture(data.image) ? data.image : null;
    const person = { email, password, name, image, role: knownRole(role), emailVerified: data.emailVerified === true };
    try {
      return { user: await this.change(new SignUp(person, context)) };
    } catch (error) {
      throw error instanceof DomainError && error.code === 'USER_ALREADY_EXISTS' ? new EmailIsTaken() : error;
    }
  }

  @Get('list-users')
  async list(@Query() query: ListUsersQuery, @RequiredSession() visit: AuthenticatedSession): Promise<UserPage> {
    demand(visit, 'list');
    const limit = Math.min(numberIn(query.limit) ?? DEFAULT_LIMIT, MAX_LIMIT);
    const offset = numberIn(query.offset);
    const { users, total } = await this.queries.execute(new SearchUsers(query, limit, offset ?? 0));
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
    @RequiredSession() visit: AuthenticatedSession,
    @Ctx() context: Context,
  ): Promise<MaybeUserAnswer> {
    demand(visit, 'set-role');
    const roles = knownRole(role);
    return this.changed(userId, (id) => new ChangeUserRole({ userId: id, role: roles }, context));
  }

  @Post('ban-user')
  async ban(
    @Body() { userId, banReason, banExpiresIn }: BanUserRequest,
    @RequiredSession() visit: AuthenticatedSession,
    @Ctx() context: Context,
  ): Promise<MaybeUserAnswer> {
    demand(visit, 'ban');
    if (userId === visit.user.id) throw new CannotBanYourself();
    // Time is taken anew: who signed in meanwhile is signed out too.
    const machineNow = this.clock.machineNow();
    const expiresAt = banExpiresIn ? addSeconds(machineNow, banExpiresIn) : null;
    const ban = { reason: banReason || DEFAULT_REASON, expiresAt };
    return this.changed(userId, (id) => new BanUser({ userId: id, ...ban }, { ...context, machineNow }));
  }

  @Post('unban-user')
  async unban(
    @Body() { userId }: UserIdRequest,
    @RequiredSession() visit: AuthenticatedSession,
    @Ctx() context: Context,
  ): Promise<MaybeUserAnswer> {
    demand(visit, 'ban');
    return this.changed(userId, (id) => new UnbanUser({ userId: id }, context));
  }

  /** Also where there was none; ends his sessions. */
  @Post('set-user-password')
  async setPassword(
    @Body() { userId, newPassword: password }: SetUserPasswordRequest,
    @RequiredSession() visit: AuthenticatedSession,
    @Ctx() context: Context,
  ): Promise<Status> {
    demand(visit, 'set-password');
    const user = await this.find(userId);
    if (user) await this.commands.execute(new SetUserPassword({ userId: user.id, password }, context));
    return { status: true };
  }

  /** @throws DomainError where he is the only owner of an organization that others are in, or that has live subscriptions */
  @Post('remove-user')
  async remove(
    @Body() { userId }: UserIdRequest,
    @RequiredSession() visit: AuthenticatedSession,
    @Ctx() context: Context,
  ): Promise<Success> {
    demand(visit, 'delete');
    const user = await this.find(userId);
    if (user) await this.commands.execute(new RemoveUser({ userId: user.id }, context));
    return { success: true };
  }

  /** Of whoever is signed in, else of the user or the role that is asked about. */
  @Post('has-permission')
  async hasPermission(
    @Body() { userId, role, permission, permissions }: AdminPermissionRequest,
    @OptionalSession() visit: AuthenticatedSession | undefined,
  ): Promise<AdminPermissionAnswer> {
    if (!visit && userId === undefined && !role) throw new AuthBareError(401);
    const asked = visit?.user.role ?? (await this.find(userId))?.role ?? role;
    if (!asked) throw new NobodyToAskAbout();
    return { error: null, success: mayAdminister(asked, (permissions ?? permission)!) };
  }

  private async changed(userId: unknown, command: (id: string) => UserCommand): Promise<MaybeUserAnswer> {
    const user = await this.find(userId);
    return { user: user ? await this.change(command(user.id)) : null };
  }

  private async change(command: UserCommand): Promise<User> {
    const { events } = await this.commands.execute<UserCommand, Executed<unknown, UserEvent>>(command);
    return presentFullUser(project(userProjection, events)!);
  }

  private async find(userId: unknown): Promise<UserDocument | undefined> {
    const id = String(userId);
    return (await this.queries.execute(new GetUsers([id]))).get(id);
  }
}

type UserCommand = SignUp | ChangeUserRole | BanUser | UnbanUser;

/** Several are kept as one text. @throws NoSuchRole */
function knownRole(role: string | string[]): string {
  const roles = Array.isArray(role) ? role.join(',') : role;
  if (!areUserRoles(roles)) throw new NoSuchRole();
  return roles;
}

/** A whole number above 0, as far as whole numbers go; whatever else was not said. */
function numberIn(text: string | undefined): number | undefined {
  return Math.min(Math.max(Math.trunc(Number(text)) || 0, 0), Number.MAX_SAFE_INTEGER) || undefined;
}
