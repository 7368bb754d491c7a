import type { Instant } from '../../../kernel/ports/clock.ts';
import { command } from '../../../kernel/writing/command.ts';
import type { Day, DocumentKind } from './invoice.events.ts';

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

/** The next numbers of a kind and year, in this order. */
export class TakeDocumentNumbers extends command('TakeDocumentNumbers')<{
  organizationId: string;
  kind: DocumentKind;
  year: number;
  documents: readonly { documentId: string; issuedOn: Day }[];
  /** Documents with numbers that are issued by now. */
  issued: readonly string[];
  /** The last number when that was looked up. */
  after: number;
}> {}
