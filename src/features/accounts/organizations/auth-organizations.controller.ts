import { Body, Get, Post, Query, Req, Res, UseInterceptors } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Commands } from '../../../app/commands.ts';
import { AuthController, NullOr } from '../../../app/http/api.ts';
import { KeepSession, SessionCookieKeeper } from '../../../app/http/callers/keep-session.ts';
import { AlsoImpersonated, NotImpersonated } from '../../../app/http/callers/not-impersonated.ts';
import { nullBody } from '../../../app/http/bodies/null-body.ts';
import { Ctx } from '../../../app/http/request-state.ts';
import { AlsoWithKeys } from '../../../app/http/with-keys.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import type { AuthenticatedSession } from '../sessions/session.commands.ts';
import { OptionalSession, RequiredSession } from '../sessions/sessions.queries.ts';
import { Status } from '../accounts.dto.ts';
import { ActiveOrganization, requestedOrganization } from './active-organization.service.ts';
import {
  AuthOrganization,
  ChangedOrganization,
  CheckSlugRequest,
  CreatedOrganization,
  CreateOrganizationRequest,
  FullOrganization,
  FullOrganizationQuery,
  SetActiveRequest,
  UpdateOrganizationRequest,
} from './auth-organizations.dto.ts';
import { IdentityPresenter } from './identity.presenters.ts';
import { OrganizationRequest } from './in-organization.dto.ts';
import { MembershipReader } from './members/memberships.queries.ts';
import { CreateOrganization, DeleteOrganization, UpdateOrganizationProfile } from './organization.commands.ts';
import { NotAMember, OrganizationNotFound, SlugIsTaken, UpdatingUserNotFound } from './organization.errors.ts';
import { AuthOrganizationQueries, SlugClaims } from './organizations.queries.ts';
import type { Active } from './organization.rules.ts';
import { isReserved, isSlug, normalSlug } from './organization.rules.ts';

interface Membership {
  organizationId: string;
  role: string;
}

/** Organizations by the identity contract (docs/IDENTITY.md#organizations). */
@AuthController('organization')
@UseInterceptors(KeepSession)
@AlsoWithKeys()
export class AuthOrganizationsController {
  constructor(
    private readonly commands: Commands,
    private readonly organizations: AuthOrganizationQueries,
    private readonly memberships: MembershipReader,
    private readonly slugs: SlugClaims,
    private readonly keeper: SessionCookieKeeper,
    private readonly active: ActiveOrganization,
    private readonly presenter: IdentityPresenter,
  ) {}

  @Post('create')
  async create(
    @Body() body: CreateOrganizationRequest,
    @RequiredSession() signedIn: AuthenticatedSession,
    @Ctx() context: Context,
  ): Promise<CreatedOrganization> {
    const { name, slug, logo = null, metadata = null } = body;
    const organization = { name, slug, logo, metadata, createdBy: signedIn.user.id };
    const executed = await this.commands.execute(new CreateOrganization(organization, context));
    const created = await this.presenter.created((executed.state as Active).organizationId, executed);
    if (!body.keepCurrentActiveOrganization) await this.active.follow(created.id, signedIn, context);
    return created;
  }

  @Get('list')
  list(@RequiredSession() { user }: AuthenticatedSession): Promise<AuthOrganization[]> {
    return this.organizations.ofUser(user.id);
  }

  @Post('check-slug')
  @AlsoImpersonated()
  async checkSlug(@Body() body: CheckSlugRequest, @RequiredSession() _visit: AuthenticatedSession): Promise<Status> {
    const slug = normalSlug(body.slug);
    const isFree = isSlug(slug) && !isReserved(slug);
    if (!isFree || (await this.slugs.ownerOf(slug)) !== undefined) throw new SlugIsTaken();
    return { status: true };
  }

  @Post('update')
  @AlsoImpersonated()
  async update(
    @Body() { data, organizationId: named }: UpdateOrganizationRequest,
    @OptionalSession() signedIn: AuthenticatedSession | undefined,
    @Ctx() context: Context,
  ): Promise<ChangedOrganization> {
    if (!signedIn) throw new UpdatingUserNotFound();
    const organizationId = requestedOrganization({ organizationId: named }, signedIn, () => new OrganizationNotFound());
    const update = new UpdateOrganizationProfile({ ...data, organizationId, userId: signedIn.user.id }, context);
    return this.presenter.changed(organizationId, await this.commands.execute(update));
  }

  @Post('delete')
  @NotImpersonated()
  async delete(
    @Body() { organizationId }: OrganizationRequest,
    @RequiredSession() signedIn: AuthenticatedSession,
    @Ctx() context: Context,
  ): Promise<AuthOrganization> {
    if (organizationId === '') throw new OrganizationNotFound();
    const remove = new DeleteOrganization({ organizationId, userId: signedIn.user.id }, context);
    const executed = await this.commands.execute(remove);
    await this.active.forget(organizationId, signedIn, context);
    return this.presenter.deleted(organizationId, executed);
  }

  @Post('set-active')
  @AlsoImpersonated()
  @NullOr(FullOrganization)
  async setActive(
    @Body() { organizationId, organizationSlug }: SetActiveRequest,
    @RequiredSession() signedIn: AuthenticatedSession,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Ctx() context: Context,
  ): Promise<FullOrganization | string> {
    this.keeper.rewrite(request, reply);
    if (organizationId === null && !organizationSlug) {
      await this.active.change(null, signedIn, context);
      return nullBody(reply);
    }
    const wanted = await this.wanted({ organizationId: organizationId ?? undefined, organizationSlug }, signedIn);
    if (wanted === null) return nullBody(reply);
    const { organizationId: id, role } = await this.membership(wanted, signedIn, context);
    await this.active.change(id, signedIn, context);
    return this.organizations.full(id, role, { withTeams: false });
  }

  @Get('get-full-organization')
  @NullOr(FullOrganization)
  async getFull(
    @Query() query: FullOrganizationQuery,
    @RequiredSession() signedIn: AuthenticatedSession,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Ctx() context: Context,
  ): Promise<FullOrganization | string> {
    const wanted = await this.wanted(query, signedIn);
    if (wanted === null) return nullBody(reply);
    const { organizationId, role } = await this.membership(wanted, signedIn, context);
    return this.organizations.full(organizationId, role, { withTeams: true });
  }

  /** For newer clients (docs/IDENTITY.md#newer-clients). */
  @Get('get-organization')
  @NullOr(AuthOrganization)
  async get(
    @Query() query: FullOrganizationQuery,
    @RequiredSession() signedIn: AuthenticatedSession,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Ctx() context: Context,
  ): Promise<AuthOrganization | string> {
    const wanted = await this.wanted(query, signedIn);
    if (wanted === null) return nullBody(reply);
    const { organizationId } = await this.membership(wanted, signedIn, context);
    return this.organizations.get(organizationId);
  }

  /** The organization that the request is about; undefined: there is no such one, null: it names none. */
  private async wanted(
    { organizationId, organizationSlug }: FullOrganizationQuery,
    { session }: AuthenticatedSession,
  ): Promise<string | undefined | null> {
    if (organizationSlug) return this.slugs.ownerOf(normalSlug(organizationSlug));
    return organizationId || session.activeOrganizationId;
  }

  /** @throws NotAMember also if the organization does not exist; clears the preference then */
  private async membership(
    organizationId: string | undefined,
    signedIn: AuthenticatedSession,
    context: Context,
  ): Promise<Membership> {
    const role = organizationId && (await this.memberships.roleIn(signedIn.user.id, organizationId));
    if (organizationId && role) return { organizationId, role };
    await this.active.follow(null, signedIn, context);
    throw new NotAMember();
  }
}
