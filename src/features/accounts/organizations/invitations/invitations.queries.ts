import { Inject, Injectable } from '@nestjs/common';
import { Documents } from '../../../../app/reading/documents.ts';
import { StreamDocuments } from '../../../../app/reading/stream-documents.ts';
import { CLOCK, CONFIG } from '../../../../app/tokens.ts';
import type { Config } from '../../../../config.ts';
import type { Clock } from '../../../../kernel/ports/clock.ts';
import type { Where } from '../../../../kernel/ports/document-store.ts';
import { Claims } from '../../../../kernel/writing/claim.ts';
import { normalEmail } from '../../../../kernel/folding.ts';
import { isBanned, type UserDocument } from '../../users/user.projection.ts';
import { UserReader } from '../../users/users.queries.ts';
import { IdentityPresenter } from '../identity.presenters.ts';
import { MembershipReader } from '../members/memberships.queries.ts';
import { seesPendingInvitations } from '../members/permission.rules.ts';
import {
  InvitationNotFoundToRead,
  InviterIsGone,
  NotTheRecipient,
  OrganizationNotFound,
} from '../organization.errors.ts';
import { organizationIdIn, organizationStream } from '../organization.events.ts';
import { organizationProjection } from '../organization.projection.ts';
import { invitationProjection, type InvitationDocument } from './invitation.projection.ts';
import { mayStillInvite } from './invitation.rules.ts';
import type { Invitation, ReceivedInvitation, UserInvitation } from './invitations.dto.ts';

/** Digests that invitations are found by: the same as in users' claims of their addresses, so that users' events hold them too. */
@Injectable()
export class EmailDigests {
  constructor(private readonly claims: Claims) {}

  of(email: string): string {
    return this.claims.claim('user-email', 'global', normalEmail(email)).digest;
  }
}

/** Users who have invited others. */
@Injectable()
export class Inviters {
  constructor(
    private readonly users: UserReader,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Never stale; undefined while they are banned, or once they are deleted. */
  async find(userId: string): Promise<UserDocument | undefined> {
    const user = (await this.users.byId(userId))?.user;
    return user && !isBanned(user, this.clock.machineNow()) ? user : undefined;
  }
}

/** In the order they were created. */
export const BY_CREATION = [{ field: 'createdAt', direction: 'asc' }] as const;

@Injectable()
export class InvitationQueries {
  constructor(
    private readonly documents: Documents,
    private readonly current: StreamDocuments,
    private readonly memberships: MembershipReader,
    private readonly presenter: IdentityPresenter,
    private readonly digests: EmailDigests,
    private readonly inviters: Inviters,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** An organization's invitations, whatever their status; pending ones only for a role that may invite. */
  async all(organizationId: string, role: string): Promise<Invitation[]> {
    const scope = { organizationIds: [organizationId] };
    const all = await this.documents.all(invitationProjection, { sort: BY_CREATION }, scope);
    const seesAll = seesPendingInvitations(role, this.config.organizations);
    return all
      .filter(({ status }) => seesAll || status !== 'pending')
      .map((document) => this.presenter.invitation(document));
  }

  /** Every invitation to an address, in all organizations. */
  toAddress(emailDigest: string): Promise<InvitationDocument[]> {
    const where: Where = { eq: ['emailDigest', emailDigest] };
    return this.documents.all(invitationProjection, { where, sort: BY_CREATION }, 'any');
  }

  /**
   * Pending invitations to a user's verified address, for newer clients (docs/IDENTITY.md#newer-clients). An unverified address finds none:
   * anybody could sign up with it and learn the ids, which only the mails are to show.
   */
  async ofUser(user: UserDocument): Promise<UserInvitation[]> {
    if (!user.emailVerified) return [];
    const now = this.clock.now();
    const all = await this.toAddress(this.digests.of(user.email));
    const pending = all.filter(({ status, expiresAt }) => status === 'pending' && expiresAt > now);
    const organizationIds = pending.map(({ organizationId }) => organizationId);
    const found = await this.documents.getMany(organizationProjection, organizationIds, { organizationIds });
    return pending.flatMap((document) => {
      const organization = found.get(document.organizationId);
      return organization ? [{ ...this.presenter.invitation(document), organizationName: organization.name }] : [];
    });
  }

  /**
   * A pending invitation as its recipient sees it.
   * @throws InvitationNotFoundToRead · NotTheRecipient · OrganizationNotFound · InviterIsGone
   */
  async received(invitationId: string, user: UserDocument): Promise<ReceivedInvitation> {
    const organizationId = organizationIdIn(invitationId);
    if (organizationId === undefined) throw new InvitationNotFoundToRead();
    const stream = organizationStream(organizationId);
    const { state, history } = await this.memberships.current(organizationId);
    const invitation = await this.current.after(invitationProjection, invitationId, stream, history);
    const isPending = invitation?.status === 'pending' && invitation.expiresAt > this.clock.now();
    if (!invitation || !isPending) throw new InvitationNotFoundToRead();
    if (invitation.emailDigest !== this.digests.of(user.email)) throw new NotTheRecipient();
    if (state.status !== 'active') throw new OrganizationNotFound();
    const inviter = await this.inviters.find(invitation.inviterId);
    if (!inviter || !mayStillInvite(state, invitation, this.config.organizations)) throw new InviterIsGone();
    return {
      ...this.presenter.invitation(invitation),
      organizationName: state.profile.name,
      organizationSlug: state.slug,
      inviterEmail: inviter.email,
    };
  }
}
