import type { Instant } from '../../../kernel/ports/clock.ts';
import { command } from '../../../kernel/writing/command.ts';
import type { DocumentNumberEvent } from './invoice.events.ts';

/** The order is paid. */
export class IssueInvoice extends command('IssueInvoice')<{ orderId: string; paidAt: Instant }> {}
/** The refund has succeeded. */
export class IssueCreditNote extends command('IssueCreditNote')<{
  refundId: string;
  orderId: string;
  paymentId: string;
  refundedAt: Instant;
}> {}
/** The refund failed after all. */
export class CancelCreditNote extends command('CancelCreditNote')<{
  refundId: string;
  orderId: string;
  canceledAt: Instant;
}> {}

/** The next number of its kind and year. */
export class TakeDocumentNumber extends command('TakeDocumentNumber')<Omit<DocumentNumberEvent['data'], 'sequence'>> {}
