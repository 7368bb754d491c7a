import type { Type } from '@nestjs/common';
import { Commands, Handles } from '../../../app/commands.ts';
import { InvalidInput, NotFound } from '../../../kernel/errors.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import { project } from '../../../kernel/reading/projection.ts';
import type { Executed } from '../../../kernel/writing/command.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { subjectOf } from '../../../kernel/writing/events.ts';
import { normalEmail } from '../../../kernel/folding.ts';
import { mailOf, ScheduleEmail } from '../../delivery/emails/email.commands.ts';
import { MailSenders } from '../customer-mails/mail-senders.service.ts';
import { UpdateCustomer } from '../customers/customer.commands.ts';
import { customerStream, type CustomerEvent } from '../customers/customer.events.ts';
import { customerProjection } from '../customers/customer.projection.ts';
import { ChangeEmailByCode, NotifyFormerAddress, SendEmailCode } from './portal-code.commands.ts';
import { emailChangedMail, emailCodeMail } from './portal-code.mails.ts';
import { PortalCodes, VALID_MINUTES, type CodeHolder } from './portal-codes.service.ts';

/** The same work whether or not another customer has the address: only its owner is told, by the refusal of their code. */
@Handles(SendEmailCode)
export class SendEmailCodeHandler {
  constructor(
    private readonly commands: Commands,
    private readonly senders: MailSenders,
    private readonly codes: PortalCodes,
  ) {}

  async execute({ data, context }: SendEmailCode): Promise<void> {
    const { customerId, organizationId, email } = data;
    const { sender } = (await this.senders.find(organizationId)) ?? {};
    if (!sender) throw new NotFound();
    const mail = mailOf(emailCodeMail, {
      emailId: deriveUuid(context.requestId, 'portal-email-code'),
      person: subjectOf.customer(customerId),
      organizationId,
      to: email,
      values: { organizationName: sender.name, sender, minutes: VALID_MINUTES },
      token: await this.codes.create(holderOf(data), context.requestId),
    });
    await this.commands.execute(new ScheduleEmail(mail, { ...context, organizationId }));
  }
}

/** @throws InvalidInput the code is wrong, or another customer has the address */
@Handles(ChangeEmailByCode)
export class ChangeEmailByCodeHandler {
  constructor(
    private readonly commands: Commands,
    private readonly codes: PortalCodes,
  ) {}

  async execute({ data, context }: ChangeEmailByCode): Promise<Executed<unknown, CustomerEvent>> {
    const { customerId, email, code } = data;
    if (!(await this.codes.use(holderOf(data), code, context.requestId)))
      throw InvalidInput.at('body.code', 'This code is wrong or has expired. Request another one.');
    return this.commands.execute(new UpdateCustomer({ customerId, email }, context));
  }
}

@Handles(NotifyFormerAddress)
export class NotifyFormerAddressHandler {
  constructor(
    private readonly executor: Executor,
    private readonly commands: Commands,
    private readonly senders: MailSenders,
  ) {}

  async execute({ data: { customerId, revision }, context }: NotifyFormerAddress): Promise<void> {
    const events = await this.executor.load<CustomerEvent>(customerStream(customerId), 'any');
    const before = project(
      customerProjection,
      events.filter((event) => event.revision < revision),
    );
    if (!before) return;
    const { organization_id: organizationId, email: to } = before;
    const { slug, sender } = (await this.senders.find(organizationId)) ?? {};
    if (!sender || slug === undefined) return;
    const mail = mailOf(emailChangedMail, {
      emailId: deriveUuid(context.requestId, 'portal-email-changed'),
      person: subjectOf.customer(customerId),
      organizationId,
      to,
      values: { organizationName: sender.name, sender },
    });
    await this.commands.execute(new ScheduleEmail(mail, { ...context, organizationId }));
  }
}

function holderOf({ customerId, organizationId, email }: SendEmailCode['data']): CodeHolder {
  return { customerId, organizationId, email: normalEmail(email) };
}

export const portalEmailHandlers: Type[] = [SendEmailCodeHandler, ChangeEmailByCodeHandler, NotifyFormerAddressHandler];
