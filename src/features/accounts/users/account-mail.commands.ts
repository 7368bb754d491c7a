import { command } from '../../../kernel/writing/command.ts';
import type { AccountMailKind } from './account-mail.events.ts';

/** Accepts a wish for a mail to an address, known or not. */
export class RequestAccountMail extends command('RequestAccountMail')<{
  kind: AccountMailKind;
  email: string;
  callbackURL: string;
}> {}
/** Sends it, where somebody has the address. */
export class SendAccountMail extends command('SendAccountMail')<{ requestId: string; kind: AccountMailKind }> {}

export class RecordMailRequest extends command('RecordMailRequest')<{
  requestId: string;
  kind: AccountMailKind;
}> {}
