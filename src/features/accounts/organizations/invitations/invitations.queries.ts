import { Inject, Injectable } from '@nestjs/common';
import { Query, QueryBus, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Documents } from '../../../../app/documents.ts';
import { CLOCK, CONFIG } from '../../../../app/tokens.ts';
import type { Config } from '../../../../config.ts';
import { Claims } from '../../../../kernel/writing/claim.ts';
import type { Clock } from '../../../../kernel/ports/clock.ts';
import type { Find } from '../../../../kernel/ports/document-store.ts';
import { Executor } from '../../../../kernel/writing/execute.ts';
import { project } from '../../../../kernel/reading/projection.ts';
import { GetUsers, type UserDocument } from '../../users/users.queries.ts';
import { documentsAfter } from '../documents.rules.ts';
import { IdentityPresenter } from '../identity.presenters.ts';
import { invitationProjection, type InvitationDocument } from './invitation.projection.ts';
import type { Invitation, ReceivedInvitation, UserInvitation } from './invitations.dto.ts';
import { memberProjection } from '../members/member.projection.ts';
import {
  InvitationNotFoundToRead,
  InviterIsGone,
  NotTheRecipient,
  OrganizationNotFound,
} from '../organization.errors.ts';
import { organizationStream, type OrganizationEvent } from '../organization.events.ts';
import { organizationProjection } from '../organization.projection.ts';
import { seesPendingInvitations } from '../members/permissions.rules.ts';
import { organizationIdIn } from '../scoped-ids.rules.ts';

/** Invitations of an organization that a member with a role may see, whatever became of them, in the order they were made. */
export class ListInvitations extends Query<Invitation[]> {
  constructor(
    readonly organizationId: string,
    readonly role: string,
  ) {
    super();
  }
}

/** What waits for a user's answer; the newest client's (docs/IDENTITY.md#newer-clients). */
export class ListInvitationsOfUser extends Query<UserInvitation[]> {
  constructor(readonly user: UserDocument) {
    super();
  }
}

/** An invitation as whoever is invited sees it. */
export class GetReceivedInvitation extends Query<ReceivedInvitation> {
  constructor(
    readonly invitationId: string,
    readonly user: UserDocument,
  ) {
    super();
  }
}

/** What addresses are looked up by: as users claim theirs, so that it is known from their events too. */
@Injectable()
export class EmailDigests {
  constructor(private readonly claims: Claims) {}

  of(email: string): string {
    return this.claims.claim('user-email', 'global', email.trim().toLowerCase()).digest;
  }
}

@Injectable()
export class InvitationLists {
  constructor(
    private readonly presenter: IdentityPresenter,
    private readonly documents: Documents,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Those that a member with a role may see: of who may not invite, none that waits for an answer. */
  async ofOrganization(organizationId: string, role: string): Promise<Invitation[]> {
    const all = await this.all({ organizationId });
    const seesAll = seesPendingInvitations(role, this.config.organizations);
    return all
      .filter(({ status }) => seesAll || status !== 'pending')
      .map((document) => this.presenter.invitation(document));
  }

  all(of: Parameters<typeof invitationsOf>[0]): Promise<InvitationDocument[]> {
    return this.documents.all(invitationProjection, invitationsOf(of), 'any');
  }
}

/** In the order they were made. */
export function invitationsOf(of: { organizationId: string } | { emailDigest: string }): Omit<Find, 'limit'> {
  const [field, value] = Object.entries(of)[0] as [string, string];
  return { where: { eq: [field, value] }, sort: [{ field: 'createdAt', direction: 'asc' }] };
}

@QueryHandler(ListInvitations)
export class ListInvitationsHandler implements IQueryHandler<ListInvitations> {
  constructor(private readonly lists: InvitationLists) {}

  execute({ organizationId, role }: ListInvitations): Promise<Invitation[]> {
    return this.lists.ofOrganization(organizationId, role);
  }
}

@QueryHandler(ListInvitationsOfUser)
export class ListInvitationsOfUserHandler implements IQueryHandler<ListInvitationsOfUser> {
  constructor(
    private readonly lists: InvitationLists,
    private readonly presenter: IdentityPresenter,
    private readonly digests: EmailDigests,
    private readonly documents: Documents,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Who has not proved his address must bring the id from the mail: the list would hand it to anybody who signs up with that address. */
  async execute({ user }: ListInvitationsOfUser): Promise<UserInvitation[]> {
    if (!user.emailVerified) return [];
    const now = this.clock.now();
    const all = await this.lists.all({ emailDigest: this.digests.of(user.email) });
    const pending = all.filter(({ status, expiresAt }) => status === 'pending' && expiresAt > now);
    const ids = pending.map(({ organizationId }) => organizationId);
    const found = await this.documents.getMany(organizationProjection, ids, 'any');
    return pending.flatMap((document) => {
      const organization = found.get(document.organizationId);
      return organization ? [{ ...this.presenter.invitation(document), organizationName: organization.name }] : [];
    });
  }
}

@QueryHandler(GetReceivedInvitation)
export class GetReceivedInvitationHandler implements IQueryHandler<GetReceivedInvitation> {
  constructor(
    private readonly executor: Executor,
    private readonly presenter: IdentityPresenter,
    private readonly digests: EmailDigests,
    private readonly queries: QueryBus,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws InvitationNotFoundToRead · NotTheRecipient · OrganizationNotFound · InviterIsGone */
  async execute({ invitationId, user }: GetReceivedInvitation): Promise<ReceivedInvitation> {
    const organizationId = organizationIdIn(invitationId);
    const events = organizationId
      ? await this.executor.load<OrganizationEvent>(organizationStream(organizationId), 'any')
      : [];
    const invitation = documentsAfter(invitationProjection, events).get(invitationId);
    const waits = invitation?.status === 'pending' && invitation.expiresAt > this.clock.now();
    if (!invitation || !waits) throw new InvitationNotFoundToRead();
    if (invitation.emailDigest !== this.digests.of(user.email)) throw new NotTheRecipient();
    const organization = project(organizationProjection, events);
    if (!organization) throw new OrganizationNotFound();
    const members = [...documentsAfter(memberProjection, events).values()];
    if (!members.some(({ userId }) => userId === invitation.inviterId)) throw new InviterIsGone();
    const inviter = (await this.queries.execute(new GetUsers([invitation.inviterId]))).get(invitation.inviterId);
    if (!inviter) throw new InviterIsGone();
    return {
      ...this.presenter.invitation(invitation),
      organizationName: organization.name,
      organizationSlug: organization.slug,
      inviterEmail: inviter.email,
    };
  }
}
