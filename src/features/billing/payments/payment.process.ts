import { reactingTo, send } from '../../../kernel/reacting/process.ts';
import { RefundMismatch } from './payment.commands.ts';
import type { PaymentEvent } from './payment.events.ts';

/** Money that does not match what was requested is refunded and reported; what it should have paid is unpaid, which others see to. */
export const paymentMismatchProcess = reactingTo<PaymentEvent>()({
  name: 'payment-mismatches',
  on: {
    PaymentMismatched: ({ paymentId, amount, currency }) => [send(RefundMismatch, { paymentId, amount, currency })],
  },
});
