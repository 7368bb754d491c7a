import type { Instant } from '../../../kernel/ports/clock.ts';
import { command } from '../../../kernel/writing/command.ts';
import type { PaymentPurpose } from './payment.events.ts';

export class RequestPayment extends command('RequestPayment')<{
  paymentId: string;
  organizationId: string;
  customerId: string;
  purpose: PaymentPurpose;
  amount: number;
  currency: string;
  paymentMethodId: string;
}> {}
/** Calls the processor for a payment that is requested and not settled, one call at a time; answers its state afterwards. */
export class ChargePayment extends command('ChargePayment')<{ paymentId: string }> {}
/** What the processor said, whichever way it came. */
export class RecordPaymentOutcome extends command('RecordPaymentOutcome')<
  { paymentId: string } & (
    | { outcome: 'succeeded'; reference: string; amount: number; currency: string }
    | { outcome: 'pending' | 'requires_action'; reference: string }
    | { outcome: 'declined'; code: string; message: string }
    | { outcome: 'reversed'; reference: string }
  )
> {}
/** Asks for the money of something that can't succeed to go back. */
export class ReversePayment extends command('ReversePayment')<{ paymentId: string; reason: string }> {}
/** Refunds money that does not match what was requested, and reports it to the operator. Amount in minor units: what was taken. */
export class RefundMismatch extends command('RefundMismatch')<{
  paymentId: string;
  amount: number;
  currency: string;
}> {}
/** Sent by the ticker for a payment that is pending: asks the processor. */
export class EnquirePayment extends command('EnquirePayment')<{ id: string; dueAt: Instant }> {}
