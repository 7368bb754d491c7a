import type { Type } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { Commands } from '../../../app/commands.ts';
import { DomainError } from '../../../kernel/errors.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import { erasedEmail } from '../../../kernel/writing/events.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { ScheduleEmail } from '../../delivery/emails/email.commands.ts';
import { emailStream, type EmailEvent } from '../../delivery/emails/email.events.ts';
import { CustomerReader } from '../customers/customers.queries.ts';
import { ResendCustomerMail } from './customer-mail.commands.ts';

class CustomerErased extends DomainError {
  constructor() {
    super('CustomerErased', 'The customer was erased, and the mail with them', 409);
  }
}

@CommandHandler(ResendCustomerMail)
export class ResendCustomerMailHandler {
  constructor(
    private readonly executor: Executor,
    private readonly customers: CustomerReader,
    private readonly commands: Commands,
  ) {}

  /** @throws CustomerErased */
  async execute({ data: { customerId, emailId }, context }: ResendCustomerMail): Promise<string> {
    const [[scheduled], customer] = await Promise.all([
      this.executor.load<EmailEvent>(emailStream(emailId), context.scope),
      this.customers.folded(customerId, context.scope),
    ]);
    const isErased = !customer || customer.email === erasedEmail(customerId);
    if (scheduled?.type !== 'EmailScheduled' || scheduled.data.to === null || isErased) throw new CustomerErased();
    const { kind, person, organizationId, values } = scheduled.data;
    const mail = { emailId: deriveUuid(context.requestId, 'resent-mail'), kind, person, organizationId, values };
    await this.commands.execute(
      new ScheduleEmail({ ...mail, to: customer.email }, { ...context, organizationId: customer.organization_id }),
    );
    return mail.emailId;
  }
}

export const customerMailHandlers: Type[] = [ResendCustomerMailHandler];
