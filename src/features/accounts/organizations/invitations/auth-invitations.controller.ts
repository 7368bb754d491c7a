import { Body, Get, Inject, Post, Query, UseInterceptors } from '@nestjs/common';
import { Commands } from '../../../../app/commands.ts';
import { AccountLimits } from '../../../../app/http/callers/account-limits.ts';
import { AuthController } from '../../../../app/http/api.ts';
import { KeepSession } from '../../../../app/http/callers/keep-session.ts';
import { Ctx } from '../../../../app/http/request-state.ts';
import { AlsoWithKeys } from '../../../../app/http/with-keys.ts';
import { CONFIG } from '../../../../app/tokens.ts';
import type { Config } from '../../../../config.ts';
import type { Context } from '../../../../kernel/writing/command.ts';
import { deriveText } from '../../../../kernel/ids.ts';
import { normalEmail } from '../../../../kernel/folding.ts';
import type { AuthenticatedSession } from '../../sessions/session.commands.ts';
import { OptionalSession, RequiredSession } from '../../sessions/sessions.queries.ts';
import { UserReader } from '../../users/users.queries.ts';
import { ActiveOrganization, requestedOrganization } from '../active-organization.service.ts';
import { IdentityPresenter } from '../identity.presenters.ts';
import { InOrganization } from '../in-organization.dto.ts';
import {
  AcceptedInvitation,
  Invitation,
  InvitationQuery,
  InvitationRequest,
  InviteMemberRequest,
  ReceivedInvitation,
  RejectedInvitation,
  UserInvitation,
} from './invitations.dto.ts';
import { EmailDigests, InvitationQueries } from './invitations.queries.ts';
import { MembershipReader } from '../members/memberships.queries.ts';
import { AcceptInvitation, CancelInvitation, InviteMember, RejectInvitation } from './invitation.commands.ts';
import {
  InvitationNotFound,
  InvitationNotFoundToRead,
  NotAuthenticated,
  NotYourOrganization,
  OrganizationIdIsRequired,
  OrganizationNotFound,
} from '../organization.errors.ts';
import { mayAll, roleText } from '../members/permission.rules.ts';
import { idWithin, organizationIdIn } from '../organization.events.ts';

/** Invitations by the identity contract (docs/IDENTITY.md#invitations), with the routes of newer clients. */
@AuthController('organization')
@UseInterceptors(KeepSession)
@AlsoWithKeys()
export class AuthInvitationsController {
  constructor(
    private readonly commands: Commands,
    private readonly users: UserReader,
    private readonly invitations: InvitationQueries,
    private readonly memberships: MembershipReader,
    private readonly active: ActiveOrganization,
    private readonly presenter: IdentityPresenter,
    private readonly digests: EmailDigests,
    private readonly limits: AccountLimits,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Post('invite-member')
  async invite(
    @Body() { email: given, role, resend = false, teamId, organizationId: within }: InviteMemberRequest,
    @RequiredSession() signedIn: AuthenticatedSession,
    @Ctx() context: Context,
  ): Promise<Invitation> {
    const organizationId = requestedOrganization(
      { organizationId: within },
      signedIn,
      () => new OrganizationNotFound(),
    );
    const email = normalEmail(given);
    const invitationId = idWithin(organizationId, context.requestId, 'invitation');
    const invitedUserId = (await this.users.byEmail(email))?.user.id;
    const person = { email, emailDigest: this.digests.of(email), invitedUserId, role: roleText(role) };
    const team = { teamId: (this.config.organizations.teams && teamId) || null };
    const invite = { organizationId, userId: signedIn.user.id, invitationId, ...person, ...team, resend };
    // Counts requests of members who may invite, so that no one else uses up an organization's mails to an address.
    const inviterRole = await this.memberships.roleIn(signedIn.user.id, organizationId);
    if (inviterRole !== undefined && mayAll(inviterRole, { invitation: ['create'] }, this.config.organizations))
      for (const inviter of [organizationId, signedIn.user.id])
        await this.limits.demand('invitation', `${inviter}\0${email}`);
    const executed = await this.commands.execute(new InviteMember(invite, { ...context, organizationId }));
    return this.presenter.invitationAfter(organizationId, executed, invitationId);
  }

  @Post('accept-invitation')
  async accept(
    @Body() { invitationId }: InvitationRequest,
    @RequiredSession() signedIn: AuthenticatedSession,
    @Ctx() context: Context,
  ): Promise<AcceptedInvitation> {
    const about = this.answerTo(invitationId, signedIn, () => new InvitationNotFound());
    const memberId = deriveText(context.requestId, 'member');
    const { organizationId } = about;
    const accept = { ...about, isVerified: signedIn.user.emailVerified, memberId };
    const executed = await this.commands.execute(new AcceptInvitation(accept, context));
    await this.active.follow(organizationId, signedIn, context);
    return {
      invitation: await this.presenter.invitationAfter(organizationId, executed, invitationId),
      member: await this.presenter.memberAfter(organizationId, executed, memberId),
    };
  }

  @Post('reject-invitation')
  async reject(
    @Body() { invitationId }: InvitationRequest,
    @RequiredSession() signedIn: AuthenticatedSession,
    @Ctx() context: Context,
  ): Promise<RejectedInvitation> {
    const about = this.answerTo(invitationId, signedIn, () => new InvitationNotFoundToRead());
    const executed = await this.commands.execute(new RejectInvitation(about, context));
    const invitation = await this.presenter.invitationAfter(about.organizationId, executed, invitationId);
    return { invitation, member: null };
  }

  @Post('cancel-invitation')
  async cancel(
    @Body() { invitationId }: InvitationRequest,
    @RequiredSession() { user }: AuthenticatedSession,
    @Ctx() context: Context,
  ): Promise<Invitation> {
    const organizationId = organizationIdIn(invitationId);
    if (organizationId === undefined) throw new InvitationNotFound();
    const cancel = new CancelInvitation({ organizationId, userId: user.id, invitationId }, context);
    return this.presenter.invitationAfter(organizationId, await this.commands.execute(cancel), invitationId);
  }

  @Get('get-invitation')
  get(
    @Query() { id }: InvitationQuery,
    @OptionalSession() signedIn: AuthenticatedSession | undefined,
  ): Promise<ReceivedInvitation> {
    if (!signedIn) throw new NotAuthenticated();
    return this.invitations.received(id, signedIn.user);
  }

  @Get('list-invitations')
  async list(@Query() query: InOrganization, @RequiredSession() signedIn: AuthenticatedSession): Promise<Invitation[]> {
    const organizationId = requestedOrganization(query, signedIn, () => new OrganizationIdIsRequired());
    const role = await this.memberships.roleIn(signedIn.user.id, organizationId);
    if (role === undefined) throw new NotYourOrganization();
    return this.invitations.all(organizationId, role);
  }

  @Get('list-user-invitations')
  listMine(@RequiredSession() { user }: AuthenticatedSession): Promise<UserInvitation[]> {
    return this.invitations.ofUser(user);
  }

  /** What a user's answer to an invitation is about. @throws refuse() the id is malformed */
  private answerTo(invitationId: string, { user }: AuthenticatedSession, refuse: () => Error) {
    const organizationId = organizationIdIn(invitationId);
    if (organizationId === undefined) throw refuse();
    return { organizationId, invitationId, userId: user.id, emailDigest: this.digests.of(user.email) };
  }
}
