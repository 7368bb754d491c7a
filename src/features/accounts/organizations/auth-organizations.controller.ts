import { Body, Get, Post, Query, Req, Res, UseInterceptors } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Request, Response } from 'express';
import { AuthController, NullOr } from '../../../app/http/api.ts';
import { KeepSession, SessionCookieKeeper } from '../../../app/http/keep-session.ts';
import { NotImpersonated } from '../../../app/http/not-impersonated.ts';
import { nullBody } from '../../../app/http/null-body.ts';
import { Ctx } from '../../../app/http/request-state.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { OptionalSession, RequiredSession, type AuthenticatedSession } from '../sessions/sessions.queries.ts';
import { Status } from '../accounts.dto.ts';
import { ActiveOrganization, organizationAskedFor } from './active-organization.service.ts';
import {
  AuthOrganization,
  ChangedOrganization,
  CheckSlugRequest,
  FoundedOrganization,
  FoundOrganizationRequest,
  FullOrganization,
  FullOrganizationQuery,
  SetActiveRequest,
  UpdateOrganizationRequest,
} from './auth-organizations.dto.ts';
import { IdentityPresenter } from './identity.presenters.ts';
import { OrganizationRequest } from './in-organization.dto.ts';
import { MembershipReader } from './members/memberships.queries.ts';
import { DeleteOrganization, EditOrganization, FoundOrganization } from './organization.commands.ts';
import { NotAMember, OrganizationNotFound, SlugIsTaken, UpdatingUserNotFound } from './organization.errors.ts';
import type { ExecutedOrganization } from './organizations.handlers.ts';
import { AuthOrganizationQueries, SlugClaims } from './organizations.queries.ts';
import { isReserved, isSlug, normalSlug } from './slug.ts';

interface Membership {
  organizationId: string;
  role: string;
}

/** Organizations by the identity contract (docs/IDENTITY.md#organizations). */
@AuthController('organization')
@UseInterceptors(KeepSession)
export class AuthOrganizationsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly organizations: AuthOrganizationQueries,
    private readonly memberships: MembershipReader,
    private readonly slugs: SlugClaims,
    private readonly keeper: SessionCookieKeeper,
    private readonly active: ActiveOrganization,
    private readonly presenter: IdentityPresenter,
  ) {}

  @Post('create')
  async create(
    @Body() body: FoundOrganizationRequest,
    @RequiredSession() visit: AuthenticatedSession,
    @Ctx() context: Context,
  ): Promise<FoundedOrganization> {
    const { name, slug, logo = null, metadata = null } = body;
    const founding = { name, slug, logo, metadata, founder: visit.user.id };
    const { events } = await this.execute(new FoundOrganization(founding, context));
    const founded = this.presenter.founded(events);
    if (!body.keepCurrentActiveOrganization) await this.active.change(founded.id, visit, context);
    return founded;
  }

  @Get('list')
  list(@RequiredSession() { user }: AuthenticatedSession): Promise<AuthOrganization[]> {
    return this.organizations.ofUser(user.id);
  }

  @Post('check-slug')
  async checkSlug(@Body() body: CheckSlugRequest, @RequiredSession() _visit: AuthenticatedSession): Promise<Status> {
    const slug = normalSlug(body.slug);
    const isFree = isSlug(slug) && !isReserved(slug);
    if (!isFree || (await this.slugs.ownerOf(slug)) !== undefined) throw new SlugIsTaken();
    return { status: true };
  }

  @Post('update')
  async update(
    @Body() { data, organizationId: named }: UpdateOrganizationRequest,
    @OptionalSession() visit: AuthenticatedSession | undefined,
    @Ctx() context: Context,
  ): Promise<ChangedOrganization> {
    if (!visit) throw new UpdatingUserNotFound();
    const organizationId = organizationAskedFor({ organizationId: named }, visit, () => new OrganizationNotFound());
    const edit = new EditOrganization({ ...data, organizationId, userId: visit.user.id }, context);
    return this.presenter.changed((await this.execute(edit)).events);
  }

  @Post('delete')
  @NotImpersonated()
  async delete(
    @Body() { organizationId }: OrganizationRequest,
    @RequiredSession() visit: AuthenticatedSession,
    @Ctx() context: Context,
  ): Promise<AuthOrganization> {
    if (organizationId === '') throw new OrganizationNotFound();
    const remove = new DeleteOrganization({ organizationId, userId: visit.user.id }, context);
    const { events } = await this.execute(remove);
    await this.active.forget(organizationId, visit, context);
    return this.presenter.deleted(events);
  }

  @Post('set-active')
  @NullOr(FullOrganization)
  async setActive(
    @Body() { organizationId, organizationSlug }: SetActiveRequest,
    @RequiredSession() visit: AuthenticatedSession,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Ctx() context: Context,
  ): Promise<FullOrganization | string> {
    this.keeper.rewrite(request, response);
    if (organizationId === null && !organizationSlug) {
      await this.active.change(null, visit, context);
      return nullBody(response);
    }
    const wanted = await this.wanted({ organizationId: organizationId ?? undefined, organizationSlug }, visit);
    if (wanted === null) return nullBody(response);
    const mine = await this.mine(wanted, visit, context);
    await this.active.change(mine.organizationId, visit, context);
    return this.organizations.full(mine.organizationId, mine.role, { withTeams: false });
  }

  @Get('get-full-organization')
  @NullOr(FullOrganization)
  async getFull(
    @Query() query: FullOrganizationQuery,
    @RequiredSession() visit: AuthenticatedSession,
    @Res({ passthrough: true }) response: Response,
    @Ctx() context: Context,
  ): Promise<FullOrganization | string> {
    const wanted = await this.wanted(query, visit);
    if (wanted === null) return nullBody(response);
    const { organizationId, role } = await this.mine(wanted, visit, context);
    return this.organizations.full(organizationId, role, { withTeams: true });
  }

  /** For newer clients (docs/IDENTITY.md#newer-clients). */
  @Get('get-organization')
  @NullOr(AuthOrganization)
  async get(
    @Query() query: FullOrganizationQuery,
    @RequiredSession() visit: AuthenticatedSession,
    @Res({ passthrough: true }) response: Response,
    @Ctx() context: Context,
  ): Promise<AuthOrganization | string> {
    const wanted = await this.wanted(query, visit);
    if (wanted === null) return nullBody(response);
    const { organizationId } = await this.mine(wanted, visit, context);
    return this.organizations.get(organizationId);
  }

  /** The organization that is asked about; undefined: unknown, null: none is. */
  private async wanted(
    { organizationId, organizationSlug }: FullOrganizationQuery,
    { session }: AuthenticatedSession,
  ): Promise<string | undefined | null> {
    if (organizationSlug) return this.slugs.ownerOf(normalSlug(organizationSlug));
    return organizationId || session.activeOrganizationId;
  }

  /** @throws NotAMember also for one that is not there; the preference is then forgotten */
  private async mine(
    organizationId: string | undefined,
    visit: AuthenticatedSession,
    context: Context,
  ): Promise<Membership> {
    const role = organizationId && (await this.memberships.roleIn(visit.user.id, organizationId));
    if (organizationId && role) return { organizationId, role };
    await this.active.change(null, visit, context);
    throw new NotAMember();
  }

  private execute(command: FoundOrganization | EditOrganization | DeleteOrganization): Promise<ExecutedOrganization> {
    return this.commands.execute(command);
  }
}
