import { command, type Executed } from '../../../kernel/writing/command.ts';
import type { Metadata } from '../metadata.ts';
import type { Refunded, RefundEvent, RefundReason } from './refund.events.ts';

export interface RefundState extends Refunded {
  /** `requested`: the processor has not answered yet. */
  status: 'requested' | 'pending' | 'succeeded' | 'failed' | 'canceled';
}

/** The refunds of one payment, by id. */
export interface RefundsState {
  refunds: Readonly<Record<string, RefundState>>;
}

/** Refunds part of an order, and calls the processor. Amount in minor units, without tax. */
export class RequestRefund extends command('RequestRefund')<
  {
    refundId: string;
    orderId: string;
    amount: number;
    reason: RefundReason;
    comment: string | null;
    metadata: Metadata;
    revokeBenefits: boolean;
  },
  Executed<RefundsState, RefundEvent>
> {}
/**
 * What the processor reported, in whichever way. A report that a refund which had succeeded has failed or was canceled reverses it.
 * NotFound for a refund that was not requested here.
 */
export class RecordRefundOutcome extends command('RecordRefundOutcome')<
  { paymentId: string; refundId: string } & (
    | { outcome: 'succeeded' | 'pending'; reference: string | null }
    | { outcome: 'failed' | 'canceled'; code?: string; message?: string }
  ),
  Executed<RefundsState, RefundEvent>
> {}
/** Mails the customer about a refund that has succeeded, unless they are erased. */
export class SendRefundMail extends command('SendRefundMail')<{ paymentId: string; refundId: string }> {}
