import { command, type Executed } from '../../../kernel/writing/command.ts';
import type { Card, PaymentEvent, PaymentPurpose, PaymentStatus } from './payment.events.ts';

export class RequestPayment extends command('RequestPayment')<
  {
    paymentId: string;
    organizationId: string;
    customerId: string;
    purpose: PaymentPurpose;
    amount: number;
    currency: string;
    paymentMethodId: string;
  },
  Executed<{ status: PaymentStatus | 'absent' }, PaymentEvent>
> {}

/** Lets a worker do what the payment asks for: charge, refund, ask the processor. It does not wait for that. */
export class SettlePayment extends command('SettlePayment')<{ paymentId: string }> {}

/** What has become of a payment; `message` tells the buyer why it was declined. */
export interface PaymentResult {
  status: PaymentStatus | 'absent';
  message?: string;
}

/** Calls the processor for a payment that was just requested, while the buyer waits. */
export class ChargePayment extends command('ChargePayment')<{ paymentId: string }, PaymentResult> {}
/** What the processor reported, in whichever way. */
export class RecordPaymentOutcome extends command('RecordPaymentOutcome')<
  { paymentId: string } & (
    | { outcome: 'succeeded'; reference: string; amount: number; currency: string; card?: Card }
    /** The method of a payment of 0 was saved. */
    | { outcome: 'saved'; reference: string }
    | { outcome: 'pending' | 'requires_action'; reference: string }
    | { outcome: 'declined'; code: string; message: string; card?: Card }
    | { outcome: 'reversed'; reference: string }
  ),
  Executed<{ status: PaymentStatus | 'absent' }, PaymentEvent>
> {}
/** What the processor reported of a dispute. Amount in minor units. */
export class RecordDispute extends command('RecordDispute')<
  {
    paymentId: string;
    reference: string;
    reason: string;
    status: 'open' | 'won' | 'lost';
    amount: number;
    currency: string;
  },
  Executed<unknown, PaymentEvent>
> {}
/** Requests the refund of a payment of something that cannot succeed. */
export class ReversePayment extends command('ReversePayment')<{ paymentId: string; reason: string }> {}
/** Refunds money that does not match what was requested, and reports it to the operator. Amount in minor units: what was taken. */
export class RefundMismatch extends command('RefundMismatch')<{
  paymentId: string;
  amount: number;
  currency: string;
}> {}
/** Lets a worker have the processor forget a method that its customer has removed. It does not wait for that. */
export class ForgetPaymentMethod extends command('ForgetPaymentMethod')<{ paymentMethodId: string }> {}
