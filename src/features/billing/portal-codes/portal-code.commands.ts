import { command, type Executed } from '../../../kernel/writing/command.ts';
import type { CustomerEvent } from '../customers/customer.events.ts';

interface NewEmail {
  customerId: string;
  organizationId: string;
  email: string;
}

/** Asks for a code to sign in to an organization's portal; does the same for every address. */
export class RequestPortalCode extends command('RequestPortalCode')<{ organizationId: string; email: string }, void> {}
/** Sends the code, if a customer of the organization has the address. */
export class SendPortalCode extends command('SendPortalCode')<{ requestId: string; organizationId: string }, void> {}
/** Mails a code to the address that a customer wants to have. */
export class SendEmailCode extends command('SendEmailCode')<NewEmail, void> {}
/** Mails the address that a customer had before a change, by the change's revision in their stream. */
export class NotifyFormerAddress extends command('NotifyFormerAddress')<
  { customerId: string; revision: number },
  void
> {}
/** Changes a customer's address if the code is right. */
export class ChangeEmailByCode extends command('ChangeEmailByCode')<
  NewEmail & { code: string },
  Executed<unknown, CustomerEvent>
> {}
