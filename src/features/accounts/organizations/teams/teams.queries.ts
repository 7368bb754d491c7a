import { Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Documents } from '../../../../app/documents.ts';
import type { Find } from '../../../../kernel/ports/document-store.ts';
import { IdentityPresenter } from '../identity.presenters.ts';
import { memberProjection } from '../members/member.projection.ts';
import { MembershipReader } from '../members/memberships.queries.ts';
import { NotInTeam } from '../organization.errors.ts';
import { membershipOf } from '../organization.rules.ts';
import { organizationIdIn } from '../scoped-ids.rules.ts';
import { teamProjection } from './team.projection.ts';
import type { Team, TeamMember } from './teams.dto.ts';

const PAGE = 1_000;

/** An organization's teams, in the order they were made. */
export class ListTeams extends Query<Team[]> {
  constructor(readonly organizationId: string) {
    super();
  }
}

/** The teams that a user is in, of all his organizations; the newest client's (docs/IDENTITY.md#newer-clients). */
export class ListTeamsOfUser extends Query<Team[]> {
  constructor(readonly userId: string) {
    super();
  }
}

/** Who is in a team, for somebody who is in it himself. */
export class ListTeamMembers extends Query<TeamMember[]> {
  constructor(
    readonly teamId: string,
    readonly userId: string,
  ) {
    super();
  }
}

/** A team of an organization, and whether the user is in it. Never stale about that. */
export class FindTeam extends Query<{ team: Team; isMine: boolean } | undefined> {
  constructor(
    readonly teamId: string,
    readonly organizationId: string | null,
    readonly userId: string,
  ) {
    super();
  }
}

@Injectable()
export class TeamLists {
  constructor(private readonly documents: Documents) {}

  async ofOrganization(organizationId: string): Promise<Team[]> {
    const query = teamsOf(organizationId);
    return (await this.documents.find(teamProjection, query, 'any')).items;
  }

  async find(ids: readonly string[]): Promise<Team[]> {
    const found = await this.documents.getMany(teamProjection, ids, 'any');
    return ids.flatMap((id) => found.get(id) ?? []);
  }
}

export function teamsOf(organizationId: string): Find {
  return {
    where: { eq: ['organizationId', organizationId] },
    sort: [{ field: 'createdAt', direction: 'asc' }],
    limit: PAGE,
  };
}

export function membersOfTeam(organizationId: string, teamId: string): Find {
  return {
    where: { and: [{ eq: ['organizationId', organizationId] }, { has: ['teamIds', teamId] }] },
    sort: [{ field: 'createdAt', direction: 'asc' }],
    limit: PAGE,
  };
}

@QueryHandler(ListTeams)
export class ListTeamsHandler implements IQueryHandler<ListTeams> {
  constructor(private readonly lists: TeamLists) {}

  execute({ organizationId }: ListTeams): Promise<Team[]> {
    return this.lists.ofOrganization(organizationId);
  }
}

@QueryHandler(ListTeamsOfUser)
export class ListTeamsOfUserHandler implements IQueryHandler<ListTeamsOfUser> {
  constructor(
    private readonly members: MembershipReader,
    private readonly lists: TeamLists,
  ) {}

  async execute({ userId }: ListTeamsOfUser): Promise<Team[]> {
    const memberships = await this.members.allOfUser(userId);
    return this.lists.find(memberships.flatMap(({ teamIds }) => teamIds));
  }
}

@QueryHandler(ListTeamMembers)
export class ListTeamMembersHandler implements IQueryHandler<ListTeamMembers> {
  constructor(
    private readonly presenter: IdentityPresenter,
    private readonly members: MembershipReader,
    private readonly documents: Documents,
  ) {}

  /** @throws NotInTeam */
  async execute({ teamId, userId }: ListTeamMembers): Promise<TeamMember[]> {
    const organizationId = organizationIdIn(teamId);
    if (organizationId === undefined) throw new NotInTeam();
    const mine = membershipOf(await this.members.state(organizationId), userId);
    if (!mine?.teamIds.includes(teamId)) throw new NotInTeam();
    const query = membersOfTeam(organizationId, teamId);
    const { items } = await this.documents.find(memberProjection, query, 'any');
    return items.map((member) => this.presenter.teamMember(member, teamId));
  }
}

@QueryHandler(FindTeam)
export class FindTeamHandler implements IQueryHandler<FindTeam> {
  constructor(
    private readonly members: MembershipReader,
    private readonly lists: TeamLists,
  ) {}

  async execute({ teamId, organizationId, userId }: FindTeam): Promise<{ team: Team; isMine: boolean } | undefined> {
    if (organizationId === null || organizationIdIn(teamId) !== organizationId) return undefined;
    const [state, [team]] = await Promise.all([this.members.state(organizationId), this.lists.find([teamId])]);
    return team && { team, isMine: membershipOf(state, userId)?.teamIds.includes(teamId) ?? false };
  }
}
