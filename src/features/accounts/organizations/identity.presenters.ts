import { Inject, Injectable } from '@nestjs/common';
import { StreamDocuments } from '../../../app/reading/stream-documents.ts';
import { CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import type { Recorded } from '../../../kernel/writing/events.ts';
import { deriveText } from '../../../kernel/ids.ts';
import { project, type Projection } from '../../../kernel/reading/projection.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import type { UserDocument } from '../users/user.projection.ts';
import type { AuthOrganization, ChangedOrganization, CreatedOrganization } from './auth-organizations.dto.ts';
import { invitationProjection, type InvitationDocument } from './invitations/invitation.projection.ts';
import type { Invitation } from './invitations/invitations.dto.ts';
import { memberProjection, type MemberDocument } from './members/member.projection.ts';
import type { Member, MemberWithUser } from './members/members.dto.ts';
import type { OrganizationChange } from './organization.commands.ts';
import { organizationStream, type OrganizationEvent } from './organization.events.ts';
import { membershipOf, type OrganizationState } from './organization.rules.ts';
import { documentsAfter, organizationProjection, type OrganizationDocument } from './organization.projection.ts';
import { teamProjection } from './teams/team.projection.ts';
import type { Team, TeamMember } from './teams/teams.dto.ts';

type Events = readonly Recorded<OrganizationEvent>[];
type After = Pick<OrganizationChange, 'state' | 'history'>;

/** Organizations by the identity contract (docs/IDENTITY.md#organizations), from documents and from the events of a write. */
@Injectable()
export class IdentityPresenter {
  constructor(
    private readonly documents: StreamDocuments,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** One organization serves both contracts: `logo` is `avatar_url`; `metadata` is JSON text here. */
  organization(document: OrganizationDocument): AuthOrganization {
    const { id, name, slug, avatar_url: logo, metadata, created_at: createdAt } = document;
    return { id, name, slug, logo, metadata: metadata && JSON.stringify(metadata), createdAt };
  }

  /** With `metadata` as it was given. */
  async changed(organizationId: string, after: After): Promise<ChangedOrganization> {
    const document = (await this.after(organizationProjection, organizationId, organizationId, after))!;
    return { ...this.organization(document), metadata: document.metadata };
  }

  async created(organizationId: string, after: After): Promise<CreatedOrganization> {
    const members = [...documentsAfter(memberProjection, await this.events(organizationId, after)).values()];
    return { ...(await this.changed(organizationId, after)), members: members.map((member) => this.member(member)) };
  }

  /** As it was before it was deleted. */
  async deleted(organizationId: string, after: After): Promise<AuthOrganization> {
    const before = (await this.events(organizationId, after)).filter(({ type }) => type !== 'OrganizationDeleted');
    return this.organization(project(organizationProjection, before)!);
  }

  member({ id, organizationId, userId, role, teamIds, createdAt }: MemberDocument): Member {
    return { id, organizationId, userId, role, ...this.inTeam(teamIds[0] ?? null), createdAt };
  }

  /** @param memberId of a member */
  async memberAfter(organizationId: string, after: After, memberId: string): Promise<Member> {
    return this.member((await this.after(memberProjection, memberId, organizationId, after))!);
  }

  /** The member who was removed last, as they were before. @param known as the read models had them before the removal */
  async removed(organizationId: string, after: After, known: MemberDocument | undefined): Promise<MemberDocument> {
    if (after.history.startsAfter !== undefined && known) return known;
    const events = await this.events(organizationId, after);
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

  async invitationAfter(organizationId: string, after: After, invitationId: string): Promise<Invitation> {
    return this.invitation((await this.after(invitationProjection, invitationId, organizationId, after))!);
  }

  async teamAfter(organizationId: string, after: After, teamId: string): Promise<Team> {
    return (await this.after(teamProjection, teamId, organizationId, after))!;
  }

  teamMember({ id, userId, teams }: MemberDocument, teamId: string): TeamMember {
    const { since } = teams.find((team) => team.teamId === teamId)!;
    return { id: deriveText(id, teamId), teamId, userId, createdAt: since };
  }

  async teamMemberAfter(organizationId: string, after: After, teamId: string, userId: string): Promise<TeamMember> {
    const { memberId } = membershipOf(after.state as OrganizationState, userId)!;
    return this.teamMember((await this.after(memberProjection, memberId, organizationId, after))!, teamId);
  }

  private after<D extends Document, E extends OrganizationEvent>(
    projection: Projection<D, E>,
    id: string,
    organizationId: string,
    { history }: After,
  ): Promise<D | undefined> {
    return this.documents.after(projection, id, organizationStream(organizationId), history);
  }

  private async events(organizationId: string, { history }: After): Promise<Events> {
    return (await this.documents.events(organizationStream(organizationId), history)) as Events;
  }

  private inTeam(teamId: string | null): { teamId?: string | null } {
    return this.config.organizations.teams ? { teamId } : {};
  }
}
