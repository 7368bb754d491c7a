import type { Type } from '@nestjs/common';
import { Commands, Handles } from '../../../app/commands.ts';
import { DomainError } from '../../../kernel/errors.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import { erasedEmail } from '../../../kernel/writing/events.ts';
import { mailOf, ScheduleEmail } from '../../delivery/emails/email.commands.ts';
import { MailTexts } from '../../delivery/emails/mail-texts.service.ts';
import { CustomerReader } from '../customers/customers.queries.ts';
import { Addressees } from './addressees.service.ts';
import { ResendCustomerMail, SendErasureRefusedMail } from './customer-mail.commands.ts';
import { erasureRefusedMail } from './erasure.mails.ts';
import { MailSenders } from './mail-senders.service.ts';

class CustomerErased extends DomainError {
  constructor() {
    super('CustomerErased', 'The customer was erased, and the mail with them', 409);
  }
}

@Handles(ResendCustomerMail)
export class ResendCustomerMailHandler {
  constructor(
    private readonly mails: MailTexts,
    private readonly customers: CustomerReader,
    private readonly senders: MailSenders,
    private readonly commands: Commands,
  ) {}

  /** @throws CustomerErased */
  async execute({ data: { customerId, emailId }, context }: ResendCustomerMail): Promise<string> {
    const [scheduled, customer] = await Promise.all([
      this.mails.scheduled(emailId, context.scope),
      this.customers.folded(customerId, context.scope),
    ]);
    if (!scheduled || !customer || customer.email === erasedEmail(customerId)) throw new CustomerErased();
    const { kind, person } = scheduled;
    const organizationId = customer.organization_id;
    // Who may get answers is as of now; what it says stays.
    const { sender } = (await this.senders.find(organizationId))!;
    const values = { ...scheduled.values, sender };
    const resentId = deriveUuid(context.requestId, 'resent-mail');
    const mail = { emailId: resentId, kind, person, organizationId, to: customer.email, values };
    await this.commands.execute(new ScheduleEmail(mail, { ...context, organizationId }));
    return resentId;
  }
}

@Handles(SendErasureRefusedMail)
export class SendErasureRefusedMailHandler {
  constructor(
    private readonly addressees: Addressees,
    private readonly commands: Commands,
  ) {}

  async execute({ data, context }: SendErasureRefusedMail): Promise<void> {
    const { organizationId, reason } = data;
    const addressee = await this.addressees.find(data, erasureRefusedMail);
    if (!addressee || reason === '') return;
    const { address, names } = addressee;
    const emailId = deriveUuid(context.requestId, 'erasure-refused');
    const mail = mailOf(erasureRefusedMail, { emailId, ...address, values: { ...names, reason } });
    await this.commands.execute(new ScheduleEmail(mail, { ...context, organizationId }));
  }
}

export const customerMailHandlers: Type[] = [ResendCustomerMailHandler, SendErasureRefusedMailHandler];
