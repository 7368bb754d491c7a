import { Inject, type Type } from '@nestjs/common';
import { Commands, Handles } from '../../../../app/commands.ts';
import { caughtUp } from '../../../../app/reading/documents.ts';
import { Runtime } from '../../../../app/runtime.ts';
import { StreamDocuments } from '../../../../app/reading/stream-documents.ts';
import { CONFIG, EVENT_STORE } from '../../../../app/tokens.ts';
import type { Config } from '../../../../config.ts';
import type { EventStore } from '../../../../kernel/ports/event-store.ts';
import type { Context } from '../../../../kernel/writing/command.ts';
import { SubjectEraser } from '../../../../kernel/writing/erasure.ts';
import { subjectOf } from '../../../../kernel/writing/events.ts';
import { Executor } from '../../../../kernel/writing/execute.ts';
import { uuidV5 } from '../../../../kernel/ids.ts';
import { EraseEmails, mailOf, ScheduleEmail } from '../../../delivery/emails/email.commands.ts';
import { userStream, type UserEvent } from '../../users/user.events.ts';
import { UserReader } from '../../users/users.queries.ts';
import { OrganizationExecutor, type ExecutedOrganization } from '../organization-executor.service.ts';
import { AcceptInvitation, EraseInvitationsOf, SendInvitationMail } from './invitation.commands.ts';
import { invitationProjection, type InvitationDocument } from './invitation.projection.ts';
import { addressesOf, belongsToUser } from './invitation.rules.ts';
import { MembershipReader } from '../members/memberships.queries.ts';
import { InvitationQueries, Inviters } from './invitations.queries.ts';
import { inviteeOf, organizationStream } from '../organization.events.ts';
import { invitationMail } from './invitation.mails.ts';

const SECONDS_PER_HOUR = 3_600;

@Handles(AcceptInvitation)
export class AcceptInvitationHandler {
  constructor(
    private readonly organizations: OrganizationExecutor,
    private readonly memberships: MembershipReader,
    private readonly inviters: Inviters,
  ) {}

  async execute(command: AcceptInvitation): Promise<ExecutedOrganization> {
    const { organizationId, invitationId } = command.data;
    const state = await this.memberships.state(organizationId);
    const invitation = state.status === 'active' ? state.invitations.get(invitationId) : undefined;
    const isInviterBanned = invitation !== undefined && !(await this.inviters.find(invitation.inviterId));
    return this.organizations.execute(command.with({ ...command.data, isInviterBanned }));
  }
}

@Handles(SendInvitationMail)
export class SendInvitationMailHandler {
  constructor(
    private readonly memberships: MembershipReader,
    private readonly documents: StreamDocuments,
    private readonly commands: Commands,
    private readonly users: UserReader,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Schedules one mail per invitation, however often it is repeated. */
  async execute({ data: { organizationId, invitationId }, context }: SendInvitationMail): Promise<void> {
    const { state, history } = await this.memberships.current(organizationId);
    const stream = organizationStream(organizationId);
    const invitation = await this.documents.after(invitationProjection, invitationId, stream, history);
    if (state.status !== 'active' || invitation?.status !== 'pending') return;
    const { inviterId, email: to, role, emailDigest } = invitation;
    const inviter = (await this.users.get([inviterId])).get(inviterId);
    if (!inviter) return;
    const hours = this.config.organizations.invitationTtl / SECONDS_PER_HOUR;
    const about = { invitationId, organizationName: state.profile.name, role, hours };
    const mail = mailOf(invitationMail, {
      emailId: uuidV5('invitation-email', invitationId),
      person: inviteeOf({ emailDigest, invitationId }),
      organizationId,
      to,
      values: { ...about, inviterName: inviter.name, inviterEmail: inviter.email },
      mentions: { person: subjectOf.user(inviterId), values: ['inviterName', 'inviterEmail'] as const },
    });
    await this.commands.execute(new ScheduleEmail(mail, { ...context, organizationId }));
  }
}

@Handles(EraseInvitationsOf)
export class EraseInvitationsOfHandler {
  constructor(
    private readonly executor: Executor,
    private readonly commands: Commands,
    private readonly erasing: SubjectEraser,
    private readonly invitations: InvitationQueries,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  async execute({ data: { userId }, context }: EraseInvitationsOf): Promise<void> {
    const addresses = addressesOf(await this.executor.load<UserEvent>(userStream(userId), 'any'));
    await caughtUp(this.runtime, this.store, 'access');
    for (const address of addresses) {
      const invitations = await this.invitations.toAddress(address.emailDigest);
      for (const invitation of invitations)
        if (belongsToUser(invitation, address)) await this.erase(invitation, context);
    }
  }

  /** Together with its mail. */
  private async erase({ subjects }: InvitationDocument, context: Context): Promise<void> {
    for (const subject of subjects) {
      await this.erasing.erase(subject, context);
      await this.commands.execute(new EraseEmails({ subject }, context));
    }
  }
}

export const invitationHandlers: Type[] = [
  AcceptInvitationHandler,
  SendInvitationMailHandler,
  EraseInvitationsOfHandler,
];
