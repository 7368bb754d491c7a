import { send, type ProcessManager } from '../../../kernel/reacting/process.ts';
import type { OrderEvent } from '../orders/order.events.ts';
import type { RefundEvent } from '../refunds/refund.events.ts';
import { CancelCreditNote, IssueCreditNote, IssueInvoice } from './invoice.commands.ts';

type InvoiceCause = Extract<
  OrderEvent | RefundEvent,
  { type: 'OrderCreated' | 'OrderPaid' | 'RefundSucceeded' | 'RefundReversed' }
>;

/**
 * Issues the documents of an organization one after the other, in the order of the log: while one is not issued, no other number is taken
 * (docs/BILLING.md#invoices). It runs from the beginning, so that orders of earlier releases get their invoices.
 */
export const invoiceProcess: ProcessManager<InvoiceCause> = {
  name: 'invoices',
  from: 'beginning',
  handles: ['OrderCreated', 'OrderPaid', 'RefundSucceeded', 'RefundReversed'],
  key: ({ data: { organizationId } }) => organizationId,

  react({ type, data, metadata: { occurredAt: at } }) {
    switch (type) {
      case 'OrderCreated':
        return data.status === 'paid' ? [send(IssueInvoice, { orderId: data.orderId, paidAt: at })] : [];
      case 'OrderPaid':
        return [send(IssueInvoice, { orderId: data.orderId, paidAt: at })];
      case 'RefundSucceeded': {
        const { refundId, orderId, paymentId } = data;
        return [send(IssueCreditNote, { refundId, orderId, paymentId, refundedAt: at })];
      }
      case 'RefundReversed':
        return [send(CancelCreditNote, { refundId: data.refundId, orderId: data.orderId, canceledAt: at })];
    }
  },
};
