import { Inject, Injectable } from '@nestjs/common';
import { PAYMENT_PROCESSOR } from '../../../app/tokens.ts';
import { ServiceUnavailable } from '../../../kernel/errors.ts';
import type { PaymentProcessor, Refund, RefundOutcome } from './payment-processor.ts';

/** What refunds need of the payment processor. */
@Injectable()
export class ChargeRefunds {
  constructor(@Inject(PAYMENT_PROCESSOR) private readonly processor: PaymentProcessor | null) {}

  get paymentsPerSecond(): number | undefined {
    return this.processor?.paymentsPerSecond;
  }

  /** Refunds part of a charge; the same id again answers how that refund stands. @throws what the processor throws */
  refund(refund: Refund): Promise<RefundOutcome> {
    if (!this.processor) throw new ServiceUnavailable('The payment processor', 'is not configured');
    return this.processor.refund(refund);
  }
}
