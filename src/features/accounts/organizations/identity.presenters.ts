import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import type { Recorded } from '../../../kernel/writing/events.ts';
import { deriveText } from '../../../kernel/ids.ts';
import { project } from '../../../kernel/reading/projection.ts';
import type { UserDocument } from '../users/user.projection.ts';
import type { AuthOrganization, ChangedOrganization, CreatedOrganization } from './auth-organizations.dto.ts';
import { invitationProjection, type InvitationDocument } from './invitations/invitation.projection.ts';
import type { Invitation } from './invitations/invitations.dto.ts';
import { memberProjection, type MemberDocument } from './members/member.projection.ts';
import type { Member, MemberWithUser } from './members/members.dto.ts';
import type { OrganizationEvent } from './organization.events.ts';
import { documentsAfter, organizationProjection, type OrganizationDocument } from './organization.projection.ts';
import { teamProjection } from './teams/team.projection.ts';
import type { Team, TeamMember } from './teams/teams.dto.ts';

type Events = readonly Recorded<OrganizationEvent>[];

/** Organizations by the identity contract (docs/IDENTITY.md#organizations), from documents and from the events of a write. */
@Injectable()
export class IdentityPresenter {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** One organization serves both contracts: `logo` is `avatar_url`; `metadata` is JSON text here. */
  organization(document: OrganizationDocument): AuthOrganization {
    const { id, name, slug, avatar_url: logo, metadata, created_at: createdAt } = document;
    return { id, name, slug, logo, metadata: metadata && JSON.stringify(metadata), createdAt };
  }

  /** With `metadata` as it was given. */
  changed(events: Events): ChangedOrganization {
    const document = project(organizationProjection, events)!;
    return { ...this.organization(document), metadata: document.metadata };
  }

  created(events: Events): CreatedOrganization {
    const members = [...documentsAfter(memberProjection, events).values()];
    return { ...this.changed(events), members: members.map((member) => this.member(member)) };
  }

  /** As it was before it was deleted. */
  deleted(events: Events): AuthOrganization {
    const before = events.filter(({ type }) => type !== 'OrganizationDeleted');
    return this.organization(project(organizationProjection, before)!);
  }

  member({ id, organizationId, userId, role, teamIds, createdAt }: MemberDocument): Member {
    return { id, organizationId, userId, role, ...this.inTeam(teamIds[0] ?? null), createdAt };
  }

  /** @param memberId of a member after these events */
  memberAfter(events: Events, memberId: string): Member {
    return this.member(documentsAfter(memberProjection, events).get(memberId)!);
  }

  /** The member who was removed last, as they were before. */
  removed(events: Events): MemberDocument {
    const last = events.findLastIndex(({ type }) => type === 'MemberRemoved');
    const { memberId } = (events[last] as Extract<Events[number], { type: 'MemberRemoved' }>).data;
    return documentsAfter(memberProjection, events.slice(0, last)).get(memberId)!;
  }

  withUser(document: MemberDocument, { id, name, email, image }: UserDocument): MemberWithUser {
    return { ...this.member(document), user: { id, name, email, image } };
  }

  invitation(document: InvitationDocument): Invitation {
    const { id, organizationId, email, role, status, teamId, inviterId, expiresAt } = document;
    return { id, organizationId, email, role, status, ...this.inTeam(teamId), inviterId, expiresAt };
  }

  invitationAfter(events: Events, invitationId: string): Invitation {
    return this.invitation(documentsAfter(invitationProjection, events).get(invitationId)!);
  }

  teamAfter(events: Events, teamId: string): Team {
    return documentsAfter(teamProjection, events).get(teamId)!;
  }

  teamMember({ id, userId, teams }: MemberDocument, teamId: string): TeamMember {
    const { since } = teams.find((team) => team.teamId === teamId)!;
    return { id: deriveText(id, teamId), teamId, userId, createdAt: since };
  }

  teamMemberAfter(events: Events, teamId: string, userId: string): TeamMember {
    const members = [...documentsAfter(memberProjection, events).values()];
    return this.teamMember(
      members.find((member) => member.userId === userId)!,
      teamId,
    );
  }

  private inTeam(teamId: string | null): { teamId?: string | null } {
    return this.config.organizations.teams ? { teamId } : {};
  }
}
