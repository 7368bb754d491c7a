import { Body, Get, Inject, Post, Query, Res, UseInterceptors } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Commands } from '../../../../app/commands.ts';
import { AuthController, NullOr } from '../../../../app/http/api.ts';
import { AlsoImpersonated } from '../../../../app/http/callers/not-impersonated.ts';
import { AuthBareError } from '../../../../app/http/errors.ts';
import { KeepSession } from '../../../../app/http/callers/keep-session.ts';
import { nullBody } from '../../../../app/http/bodies/null-body.ts';
import { Ctx } from '../../../../app/http/request-state.ts';
import { AlsoWithKeys } from '../../../../app/http/with-keys.ts';
import { CONFIG } from '../../../../app/tokens.ts';
import type { Config } from '../../../../config.ts';
import type { Context } from '../../../../kernel/writing/command.ts';
import { normalEmail } from '../../../../kernel/folding.ts';
import type { AuthenticatedSession } from '../../sessions/session.commands.ts';
import { RequiredSession } from '../../sessions/sessions.queries.ts';
import { UserReader } from '../../users/users.queries.ts';
import { ActiveOrganization, requestedOrganization } from '../active-organization.service.ts';
import { IdentityPresenter } from '../identity.presenters.ts';
import { OrganizationRequest } from '../in-organization.dto.ts';
import {
  HasPermissionAnswer,
  HasPermissionRequest,
  ListMembersQuery,
  Member,
  MemberPage,
  MemberRoleAnswer,
  MemberRoleQuery,
  MemberWithUser,
  RemovedMember,
  RemoveMemberRequest,
  UpdateMemberRoleRequest,
} from './members.dto.ts';
import { MemberQueries } from './members.queries.ts';
import { MembershipReader } from './memberships.queries.ts';
import { LeaveOrganization, RemoveMember, UpdateMemberRole } from './member.commands.ts';
import { MemberNotFound, NotAMember, NotYourOrganization } from '../organization.errors.ts';
import { mayAll, roleText } from './permission.rules.ts';

/** Members by the identity contract (docs/IDENTITY.md#members), with the routes of newer clients. */
@AuthController('organization')
@UseInterceptors(KeepSession)
@AlsoWithKeys()
export class AuthMembersController {
  constructor(
    private readonly commands: Commands,
    private readonly users: UserReader,
    private readonly active: ActiveOrganization,
    private readonly presenter: IdentityPresenter,
    private readonly members: MemberQueries,
    private readonly memberships: MembershipReader,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get('get-active-member')
  @NullOr(MemberWithUser)
  async getActive(
    @RequiredSession() { user, session }: AuthenticatedSession,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MemberWithUser | string> {
    if (session.activeOrganizationId === null) return nullBody(reply);
    const member = await this.members.find(session.activeOrganizationId, user.id);
    if (!member) throw new MemberNotFound();
    return member;
  }

  /** Members may ask for another member's role. */
  @Get('get-active-member-role')
  async getActiveRole(
    @Query() query: MemberRoleQuery,
    @RequiredSession() signedIn: AuthenticatedSession,
  ): Promise<MemberRoleAnswer> {
    const organizationId = requestedOrganization(query, signedIn);
    const mine = await this.memberships.roleIn(signedIn.user.id, organizationId);
    if (mine === undefined) throw new NotAMember();
    const role = query.userId ? await this.memberships.roleIn(query.userId, organizationId) : mine;
    if (role === undefined) throw new NotAMember();
    return { role };
  }

  @Get('list-members')
  async list(
    @Query() { organizationId: named, ...query }: ListMembersQuery,
    @RequiredSession() signedIn: AuthenticatedSession,
  ): Promise<MemberPage> {
    const organizationId = requestedOrganization({ organizationId: named }, signedIn);
    const role = await this.memberships.roleIn(signedIn.user.id, organizationId);
    if (role === undefined) throw new NotYourOrganization();
    return this.members.page(organizationId, query);
  }

  @Post('leave')
  async leave(
    @Body() { organizationId }: OrganizationRequest,
    @RequiredSession() signedIn: AuthenticatedSession,
    @Ctx() context: Context,
  ): Promise<MemberWithUser> {
    const leave = new LeaveOrganization({ organizationId, userId: signedIn.user.id }, context);
    const known = await this.memberships.known(organizationId, { userId: signedIn.user.id });
    const executed = await this.commands.execute(leave);
    await this.active.forget(organizationId, signedIn, context);
    return (await this.members.present([await this.presenter.removed(organizationId, executed, known)]))[0]!;
  }

  @Post('remove-member')
  async remove(
    @Body() { memberIdOrEmail: named, organizationId: within }: RemoveMemberRequest,
    @RequiredSession() signedIn: AuthenticatedSession,
    @Ctx() context: Context,
  ): Promise<RemovedMember> {
    const organizationId = requestedOrganization({ organizationId: within }, signedIn);
    const target = named.includes('@') ? { userId: await this.userOf(named) } : { memberId: named };
    const remove = new RemoveMember({ organizationId, userId: signedIn.user.id, target }, context);
    const known = await this.memberships.known(organizationId, target);
    const removed = await this.presenter.removed(organizationId, await this.commands.execute(remove), known);
    if (removed.userId === signedIn.user.id) await this.active.forget(organizationId, signedIn, context);
    return { member: (await this.members.present([removed]))[0]! };
  }

  @Post('update-member-role')
  async updateRole(
    @Body() { role: given, memberId, organizationId: within }: UpdateMemberRoleRequest,
    @RequiredSession() signedIn: AuthenticatedSession,
    @Ctx() context: Context,
  ): Promise<Member> {
    const role = roleText(given);
    if (role === '') throw new AuthBareError(400);
    const organizationId = requestedOrganization({ organizationId: within }, signedIn);
    const update = new UpdateMemberRole({ organizationId, userId: signedIn.user.id, memberId, role }, context);
    return this.presenter.memberAfter(organizationId, await this.commands.execute(update), memberId);
  }

  @Post('has-permission')
  @AlsoImpersonated()
  async hasPermission(
    @Body() { permissions, permission, ...query }: HasPermissionRequest,
    @RequiredSession() signedIn: AuthenticatedSession,
  ): Promise<HasPermissionAnswer> {
    const role = await this.memberships.roleIn(signedIn.user.id, requestedOrganization(query, signedIn));
    if (role === undefined) throw new NotAMember(401);
    const success = mayAll(role, permissions ?? permission ?? {}, this.config.organizations);
    return { error: null, success };
  }

  private async userOf(email: string): Promise<string | undefined> {
    return (await this.users.byEmail(normalEmail(email)))?.user.id;
  }
}
