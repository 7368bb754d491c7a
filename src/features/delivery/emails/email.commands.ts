import { command } from '../../../kernel/writing/command.ts';
import type { EmailKind, EmailValues } from './email.events.ts';

/** A mail of one kind with that kind's values. */
type MailOf<K extends EmailKind> = {
  [T in K]: {
    emailId: string;
    kind: T;
    /** The subject its address and values are sealed for, by `subjectOf`. */
    person: string;
    organizationId: string | null;
    to: string;
    values: EmailValues[T];
    /** Somebody else, by `subjectOf`, and which of the values say who he is: they are sealed for him. */
    mentions?: { person: string; values: readonly (keyof EmailValues[T] & string)[] };
    /** Kept in the Vault, never in the event. */
    token?: string;
  };
}[K];

/** Changes nothing where mails are not enabled, or the id is scheduled already. */
export class ScheduleEmail extends command('ScheduleEmail')<MailOf<EmailKind>> {}
/** Sends what is scheduled, due and not sent; sent by a worker that a wake-up or the sweeper woke. */
export class SendEmail extends command('SendEmail')<{ emailId: string }> {}
/** `error`: why it was not sent, as a code; `permanent`: trying again is no use. */
export class RecordEmailAttempt extends command('RecordEmailAttempt')<{
  emailId: string;
  attempt: number;
  error: string | null;
  permanent: boolean;
}> {}
/** Gather what a mail to a customer says, then schedule it. */
export class ScheduleReceipt extends command('ScheduleReceipt')<{ orderId: string }> {}
export class SchedulePaymentFailed extends command('SchedulePaymentFailed')<{ orderId: string }> {}
/** Forgets the bodies and tokens of all mails about a person who is erased. */
export class EraseEmails extends command('EraseEmails')<{ subject: string }> {}
