import { reactingTo, send, type Step } from '../../../kernel/reacting/process.ts';
import { ReopenCheckout } from '../checkouts/checkout.commands.ts';
import { FailOrderPayment } from '../orders/order.commands.ts';
import { RefundMismatch } from './payment.commands.ts';
import type { PaymentEvent, PaymentPurpose } from './payment.events.ts';

/**
 * Money that does not match what was requested is refunded and reported. What it should have paid is unpaid: a checkout is open again, an
 * order's payment has failed. That comes first, because a refund may have to wait for the processor.
 */
export const paymentMismatchProcess = reactingTo<PaymentEvent>()({
  name: 'payment-mismatches',
  on: {
    PaymentMismatched: ({ paymentId, purpose, amount, currency }) => [
      ...unpaid(purpose, paymentId),
      send(RefundMismatch, { paymentId, amount, currency }),
    ],
  },
});

function unpaid(purpose: PaymentPurpose, paymentId: string): Step[] {
  switch (purpose.kind) {
    case 'checkout':
      return [send(ReopenCheckout, { checkoutId: purpose.checkoutId, paymentId, reason: 'The payment did not match' })];
    case 'order':
      return [send(FailOrderPayment, { orderId: purpose.orderId, paymentId, code: 'payment_mismatched' })];
    case 'setup':
      return [];
  }
}
