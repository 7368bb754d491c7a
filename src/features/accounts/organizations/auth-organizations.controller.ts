import { Body, Get, Post, Query, Req, Res, UseInterceptors } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { Request, Response } from 'express';
import { AuthController } from '../../../app/http/api.ts';
import { KeepSession, SessionCookieKeeper } from '../../../app/http/keep-session.ts';
import { nullBody } from '../../../app/http/null-body.ts';
import { Ctx } from '../../../app/http/request-state.ts';
import type { Context } from '../../../kernel/command.ts';
import type { Executed } from '../../../kernel/execute.ts';
import { ChangeActiveOrganization } from '../sessions/session.commands.ts';
import { SignedInVisit, type Visit } from '../sessions/sessions.queries.ts';
import { Status } from '../accounts.dto.ts';
import { RoleIn } from './memberships.queries.ts';
import { FoundOrganization } from './organization.commands.ts';
import { NotAMember, SlugIsTaken } from './organization.errors.ts';
import type { OrganizationEvent } from './organization.events.ts';
import {
  AuthOrganization,
  CheckSlugRequest,
  FoundedOrganization,
  FoundOrganizationRequest,
  FullOrganization,
  FullOrganizationQuery,
  SetActiveRequest,
} from './auth-organizations.dto.ts';
import {
  FindOrganizationBySlug,
  GetFullOrganization,
  ListOrganizationsOfUser,
  presentFounded,
} from './organizations.queries.ts';
import { isReserved, normalSlug } from './slug.ts';

/** Organizations by the identity contract (AUTH_FACTS §9). */
@AuthController('organization')
@UseInterceptors(KeepSession)
export class AuthOrganizationsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly keeper: SessionCookieKeeper,
  ) {}

  @Post('create')
  async create(
    @Body() body: FoundOrganizationRequest,
    @SignedInVisit() visit: Visit,
    @Ctx() context: Context,
  ): Promise<FoundedOrganization> {
    const { name, slug, logo = null, metadata = null } = body;
    const founding = { name, slug, logo, metadata, founder: visit.user.id };
    const { events } = await this.commands.execute<FoundOrganization, Executed<unknown, OrganizationEvent>>(
      new FoundOrganization(founding, context),
    );
    const founded = presentFounded(events);
    if (!body.keepCurrentActiveOrganization) await this.activate(founded.id, visit, context);
    return founded;
  }

  @Get('list')
  list(@SignedInVisit() { user }: Visit): Promise<AuthOrganization[]> {
    return this.queries.execute(new ListOrganizationsOfUser(user.id));
  }

  @Post('check-slug')
  async checkSlug(@Body() body: CheckSlugRequest, @SignedInVisit() _visit: Visit): Promise<Status> {
    const slug = normalSlug(body.slug);
    const owner = await this.queries.execute(new FindOrganizationBySlug(slug));
    if (isReserved(slug) || owner !== undefined) throw new SlugIsTaken();
    return { status: true };
  }

  @Post('set-active')
  async setActive(
    @Body() { organizationId, organizationSlug }: SetActiveRequest,
    @SignedInVisit() visit: Visit,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Ctx() context: Context,
  ): Promise<FullOrganization | string> {
    this.keeper.rewrite(request, response);
    if (organizationId === null && !organizationSlug) {
      await this.activate(null, visit, context);
      return nullBody(response);
    }
    const wanted = await this.wanted({ organizationId: organizationId ?? undefined, organizationSlug }, visit);
    if (wanted === null) return nullBody(response);
    const organization = await this.full(wanted, visit, context);
    await this.activate(organization.id, visit, context);
    return { ...organization, teams: null };
  }

  @Get('get-full-organization')
  async getFull(
    @Query() query: FullOrganizationQuery,
    @SignedInVisit() visit: Visit,
    @Res({ passthrough: true }) response: Response,
    @Ctx() context: Context,
  ): Promise<FullOrganization | string> {
    const wanted = await this.wanted(query, visit);
    return wanted === null ? nullBody(response) : this.full(wanted, visit, context);
  }

  /** The organization that is asked about; undefined: unknown, null: none is. */
  private async wanted(
    { organizationId, organizationSlug }: FullOrganizationQuery,
    { session }: Visit,
  ): Promise<string | undefined | null> {
    if (organizationSlug) return this.queries.execute(new FindOrganizationBySlug(normalSlug(organizationSlug)));
    return organizationId || session.activeOrganizationId;
  }

  /** @throws NotAMember also for one that is not there; the preference is then forgotten */
  private async full(organizationId: string | undefined, visit: Visit, context: Context): Promise<FullOrganization> {
    const role = organizationId && (await this.queries.execute(new RoleIn(visit.user.id, organizationId)));
    if (organizationId && role) return this.queries.execute(new GetFullOrganization(organizationId));
    await this.activate(null, visit, context);
    throw new NotAMember();
  }

  private activate(organizationId: string | null, { session }: Visit, context: Context): Promise<unknown> {
    return this.commands.execute(new ChangeActiveOrganization({ sessionId: session.id, organizationId }, context));
  }
}
