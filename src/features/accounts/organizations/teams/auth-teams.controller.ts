import {
  Body,
  Get,
  Inject,
  Injectable,
  NotFoundException,
  Post,
  Query,
  Req,
  Res,
  UseGuards,
  UseInterceptors,
  type CanActivate,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Commands } from '../../../../app/commands.ts';
import { Answers, AuthController, NullOr } from '../../../../app/http/api.ts';
import { AlsoImpersonated } from '../../../../app/http/callers/not-impersonated.ts';
import { AuthBareError } from '../../../../app/http/errors.ts';
import { KeepSession, SessionCookieKeeper } from '../../../../app/http/callers/keep-session.ts';
import { nullBody } from '../../../../app/http/bodies/null-body.ts';
import { Ctx } from '../../../../app/http/request-state.ts';
import { AlsoWithKeys } from '../../../../app/http/with-keys.ts';
import { CONFIG } from '../../../../app/tokens.ts';
import type { Config } from '../../../../config.ts';
import type { Context } from '../../../../kernel/writing/command.ts';
import { ChangeActiveTeam, type AuthenticatedSession } from '../../sessions/session.commands.ts';
import { RequiredSession } from '../../sessions/sessions.queries.ts';
import { requestedOrganization } from '../active-organization.service.ts';
import { IdentityPresenter } from '../identity.presenters.ts';
import { InOrganization } from '../in-organization.dto.ts';
import { MembershipReader } from '../members/memberships.queries.ts';
import { NoActiveTeam, NotInTeam, TeamNotFound } from '../organization.errors.ts';
import { idWithin } from '../organization.events.ts';
import { AddTeamMember, CreateTeam, RemoveTeam, RemoveTeamMember, UpdateTeam } from './team.commands.ts';
import {
  CreateTeamRequest,
  Message,
  RemoveTeamRequest,
  SetActiveTeamRequest,
  Team,
  TeamMember,
  TeamMemberRequest,
  TeamQuery,
  UpdateTeamRequest,
} from './teams.dto.ts';
import { TeamQueries } from './teams.queries.ts';

/** Without teams, their routes do not exist (ORG_TEAMS). */
@Injectable()
class TeamsGuard implements CanActivate {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  canActivate(): boolean {
    if (!this.config.organizations.teams) throw new NotFoundException();
    return true;
  }
}

/** Teams by the identity contract (docs/IDENTITY.md#teams), with the routes of newer clients. */
@AuthController('organization')
// If teams are disabled (ORG_TEAMS).
@Answers(404)
@UseGuards(TeamsGuard)
@UseInterceptors(KeepSession)
@AlsoWithKeys()
export class AuthTeamsController {
  constructor(
    private readonly commands: Commands,
    private readonly teams: TeamQueries,
    private readonly memberships: MembershipReader,
    private readonly keeper: SessionCookieKeeper,
    private readonly presenter: IdentityPresenter,
  ) {}

  @Post('create-team')
  async create(
    @Body() { name, ...query }: CreateTeamRequest,
    @RequiredSession() signedIn: AuthenticatedSession,
    @Ctx() context: Context,
  ): Promise<Team> {
    const organizationId = requestedOrganization(query, signedIn);
    const teamId = idWithin(organizationId, context.requestId, 'team');
    const create = new CreateTeam({ organizationId, userId: signedIn.user.id, teamId, name }, context);
    return this.presenter.teamAfter(organizationId, await this.commands.execute(create), teamId);
  }

  @Post('update-team')
  async update(
    @Body() { teamId, data }: UpdateTeamRequest,
    @RequiredSession() signedIn: AuthenticatedSession,
    @Ctx() context: Context,
  ): Promise<Team> {
    const { name, ...query } = data;
    const organizationId = requestedOrganization(query, signedIn);
    const update = new UpdateTeam({ organizationId, userId: signedIn.user.id, teamId, name }, context);
    return this.presenter.teamAfter(organizationId, await this.commands.execute(update), teamId);
  }

  @Post('remove-team')
  async remove(
    @Body() { teamId, ...query }: RemoveTeamRequest,
    @RequiredSession() signedIn: AuthenticatedSession,
    @Ctx() context: Context,
  ): Promise<Message> {
    const organizationId = requestedOrganization(query, signedIn);
    await this.commands.execute(new RemoveTeam({ organizationId, userId: signedIn.user.id, teamId }, context));
    return { message: 'Team removed successfully.' };
  }

  /** Of the active organization, whichever one the request names (docs/IDENTITY.md#teams). */
  @Get('list-teams')
  async list(@Query() query: InOrganization, @RequiredSession() signedIn: AuthenticatedSession): Promise<Team[]> {
    const organizationId = signedIn.session.activeOrganizationId ?? requestedOrganization(query, signedIn);
    const role = await this.memberships.roleIn(signedIn.user.id, organizationId);
    if (role === undefined) throw new AuthBareError(403);
    return this.teams.all(organizationId);
  }

  @Get('list-user-teams')
  listMine(@RequiredSession() { user }: AuthenticatedSession): Promise<Team[]> {
    return this.teams.ofUser(user.id);
  }

  @Get('list-team-members')
  listMembers(
    @Query() query: TeamQuery,
    @RequiredSession() { user, session }: AuthenticatedSession,
  ): Promise<TeamMember[]> {
    const teamId = query.teamId || session.activeTeamId;
    if (!teamId) throw new NoActiveTeam();
    return this.teams.members(teamId, user.id);
  }

  @Post('add-team-member')
  async addMember(
    @Body() { teamId, userId: addedUserId, ...query }: TeamMemberRequest,
    @RequiredSession() signedIn: AuthenticatedSession,
    @Ctx() context: Context,
  ): Promise<TeamMember> {
    const organizationId = requestedOrganization(query, signedIn);
    const add = new AddTeamMember({ organizationId, userId: signedIn.user.id, teamId, addedUserId }, context);
    return this.presenter.teamMemberAfter(organizationId, await this.commands.execute(add), teamId, addedUserId);
  }

  @Post('remove-team-member')
  async removeMember(
    @Body() { teamId, userId: removedUserId, ...query }: TeamMemberRequest,
    @RequiredSession() signedIn: AuthenticatedSession,
    @Ctx() context: Context,
  ): Promise<Message> {
    const organizationId = requestedOrganization(query, signedIn);
    const remove = { organizationId, userId: signedIn.user.id, teamId, removedUserId };
    await this.commands.execute(new RemoveTeamMember(remove, context));
    return { message: 'Team member removed successfully.' };
  }

  /** A team of the active organization that the user is in. */
  @Post('set-active-team')
  @AlsoImpersonated()
  @NullOr(Team)
  async setActive(
    @Body() { teamId: wanted }: SetActiveTeamRequest,
    @RequiredSession() signedIn: AuthenticatedSession,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Ctx() context: Context,
  ): Promise<Team | string> {
    const { session, user } = signedIn;
    this.keeper.rewrite(request, reply);
    const teamId = wanted === undefined ? session.activeTeamId : wanted;
    if (!teamId) {
      await this.activate(null, signedIn, context);
      return nullBody(reply);
    }
    const found = await this.teams.membership(teamId, session.activeOrganizationId, user.id);
    if (!found) throw new TeamNotFound();
    if (!found.isMember) throw new NotInTeam(403);
    await this.activate(teamId, signedIn, context);
    return found.team;
  }

  private async activate(
    teamId: string | null,
    { session, apiKeyId }: AuthenticatedSession,
    context: Context,
  ): Promise<void> {
    if (apiKeyId !== undefined) return;
    await this.commands.execute(new ChangeActiveTeam({ sessionId: session.id, teamId }, context));
  }
}
