import { command } from '../../../kernel/writing/command.ts';

/** Schedules a mail once more, to the address that the customer has now. Its result is the id of the new one. */
export class ResendCustomerMail extends command('ResendCustomerMail')<
  { customerId: string; emailId: string },
  string
> {}
/** Mails the customer why they are not erased, unless they are by now. */
export class SendErasureRefusedMail extends command('SendErasureRefusedMail')<{
  customerId: string;
  organizationId: string;
  reason: string;
}> {}
