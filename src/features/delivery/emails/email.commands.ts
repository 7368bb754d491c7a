import { command } from '../../../kernel/command.ts';
import type { EmailKind } from './email.events.ts';

export class ScheduleEmail extends command('ScheduleEmail')<{
  emailId: string;
  kind: EmailKind;
  person: string;
  organizationId: string | null;
  to: string;
  values: Record<string, string | number | null>;
  /** Kept in the Vault, never in the event. */
  token?: string;
}> {}
/** Sends what is scheduled and not sent; sent by a worker that a wake-up or the sweeper woke. */
export class SendEmail extends command('SendEmail')<{ emailId: string }> {}
/** Gather what a mail to a customer says, then schedule it. */
export class ScheduleReceipt extends command('ScheduleReceipt')<{ orderId: string }> {}
export class SchedulePaymentFailed extends command('SchedulePaymentFailed')<{ orderId: string }> {}
