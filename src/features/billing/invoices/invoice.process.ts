import { reactingTo, send } from '../../../kernel/reacting/process.ts';
import type { OrderEvent } from '../orders/order.events.ts';
import type { RefundEvent } from '../refunds/refund.events.ts';
import { CancelCreditNote, IssueCreditNote, IssueInvoice } from './invoice.commands.ts';

/** Issues the documents of an order one after the other: a credit note corrects the invoice (docs/BILLING.md#invoices). */
export const invoiceProcess = reactingTo<OrderEvent | RefundEvent>()({
  name: 'invoices',
  key: ({ data: { orderId } }) => orderId,
  on: {
    OrderCreated: ({ orderId, status }, { metadata: { occurredAt: paidAt } }) =>
      status === 'paid' ? [send(IssueInvoice, { orderId, paidAt })] : [],
    OrderPaid: ({ orderId }, { metadata: { occurredAt: paidAt } }) => [send(IssueInvoice, { orderId, paidAt })],
    RefundSucceeded: ({ refundId, orderId, paymentId }, { metadata: { occurredAt: refundedAt } }) => [
      send(IssueCreditNote, { refundId, orderId, paymentId, refundedAt }),
    ],
    RefundReversed: ({ refundId, orderId }, { metadata: { occurredAt: canceledAt } }) => [
      send(CancelCreditNote, { refundId, orderId, canceledAt }),
    ],
  },
});
