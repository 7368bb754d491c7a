import { Inject } from '@nestjs/common';
import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CONFIG } from '../../../../app/tokens.ts';
import type { Config } from '../../../../config.ts';
import { subjectOf } from '../../../../kernel/writing/events.ts';
import { Executor } from '../../../../kernel/writing/execute.ts';
import { uuidV5 } from '../../../../kernel/ids.ts';
import { project } from '../../../../kernel/reading/projection.ts';
import { mailOf, ScheduleEmail } from '../../../delivery/emails/email.commands.ts';
import { UserReader } from '../../users/users.queries.ts';
import { documentsAfter } from '../documents.rules.ts';
import { invitationProjection } from './invitation.projection.ts';
import { SendInvitationMail } from '../organization.commands.ts';
import { inviteeOf, organizationStream, type OrganizationEvent } from '../organization.events.ts';
import { organizationProjection } from '../organization.projection.ts';
import { invitationMail } from './invitation.mails.ts';

const SECONDS_PER_HOUR = 3_600;

@CommandHandler(SendInvitationMail)
export class SendInvitationMailHandler implements ICommandHandler<SendInvitationMail> {
  constructor(
    private readonly executor: Executor,
    private readonly commands: CommandBus,
    private readonly users: UserReader,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** One mail per invitation, however often this is asked. */
  async execute({ data: { organizationId, invitationId }, context }: SendInvitationMail): Promise<void> {
    const events = await this.executor.load<OrganizationEvent>(organizationStream(organizationId), 'any');
    const organization = project(organizationProjection, events);
    const invitation = documentsAfter(invitationProjection, events).get(invitationId);
    if (!organization || invitation?.status !== 'pending') return;
    const { inviterId, email: to, role, emailDigest } = invitation;
    const inviter = (await this.users.get([inviterId])).get(inviterId);
    if (!inviter) return;
    const hours = this.config.organizations.invitationTtl / SECONDS_PER_HOUR;
    const about = { invitationId, organizationName: organization.name, role, hours };
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
