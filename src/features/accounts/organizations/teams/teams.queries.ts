import { Injectable } from '@nestjs/common';
import { Documents } from '../../../../app/reading/documents.ts';
import type { Find } from '../../../../kernel/ports/document-store.ts';
import type { TenantScope } from '../../../../kernel/writing/scope.ts';
import { IdentityPresenter } from '../identity.presenters.ts';
import { memberProjection } from '../members/member.projection.ts';
import { MembershipReader } from '../members/memberships.queries.ts';
import { NotInTeam } from '../organization.errors.ts';
import { membershipOf } from '../organization.rules.ts';
import { organizationIdIn } from '../organization.events.ts';
import { teamProjection } from './team.projection.ts';
import type { Team, TeamMember } from './teams.dto.ts';

/** An organization's teams, in the order they were created. */
export const TEAMS: Find = { sort: [{ field: 'createdAt', direction: 'asc' }], limit: 1_000 };

@Injectable()
export class TeamQueries {
  constructor(
    private readonly documents: Documents,
    private readonly memberships: MembershipReader,
    private readonly presenter: IdentityPresenter,
  ) {}

  async all(organizationId: string): Promise<Team[]> {
    return (await this.documents.find(teamProjection, TEAMS, { organizationIds: [organizationId] })).items;
  }

  /** The teams that a user is in, in all of their organizations; for newer clients (docs/IDENTITY.md#newer-clients). */
  async ofUser(userId: string): Promise<Team[]> {
    const memberships = await this.memberships.allOfUser(userId);
    const organizationIds = memberships.map(({ organizationId }) => organizationId);
    return this.find(
      memberships.flatMap(({ teamIds }) => teamIds),
      { organizationIds },
    );
  }

  /** Shown to members of the team. @throws NotInTeam */
  async members(teamId: string, userId: string): Promise<TeamMember[]> {
    const organizationId = organizationIdIn(teamId);
    if (organizationId === undefined) throw new NotInTeam();
    const membership = membershipOf(await this.memberships.state(organizationId), userId);
    if (!membership?.teamIds.includes(teamId)) throw new NotInTeam();
    const scope = { organizationIds: [organizationId] };
    const { items } = await this.documents.find(memberProjection, membersOfTeam(teamId), scope);
    return items.map((member) => this.presenter.teamMember(member, teamId));
  }

  /** A team of an organization, and whether the user is in it, which is never stale. */
  async membership(
    teamId: string,
    organizationId: string | null,
    userId: string,
  ): Promise<{ team: Team; isMember: boolean } | undefined> {
    if (organizationId === null || organizationIdIn(teamId) !== organizationId) return undefined;
    const [state, [team]] = await Promise.all([
      this.memberships.state(organizationId),
      this.find([teamId], { organizationIds: [organizationId] }),
    ]);
    return team && { team, isMember: membershipOf(state, userId)?.teamIds.includes(teamId) ?? false };
  }

  private async find(ids: readonly string[], scope: TenantScope): Promise<Team[]> {
    const found = await this.documents.getMany(teamProjection, ids, scope);
    return ids.flatMap((id) => found.get(id) ?? []);
  }
}

export function membersOfTeam(teamId: string): Find {
  return { ...TEAMS, where: { has: ['teamIds', teamId] } };
}
