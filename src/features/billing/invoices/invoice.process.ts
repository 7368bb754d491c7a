import { send, type ProcessManager } from '../../../kernel/reacting/process.ts';
import type { OrderEvent } from '../orders/order.events.ts';
import type { RefundEvent } from '../refunds/refund.events.ts';
import { CancelCreditNote, IssueCreditNote, IssueInvoice } from './invoice.commands.ts';

type InvoiceCause = Extract<
  OrderEvent | RefundEvent,
  { type: 'OrderCreated' | 'OrderPaid' | 'RefundSucceeded' | 'RefundReversed' }
>;

/** Issues the documents of an order one after the other: a credit note corrects the invoice (docs/BILLING.md#invoices). */
export const invoiceProcess: ProcessManager<InvoiceCause> = {
  name: 'invoices',
  handles: ['OrderCreated', 'OrderPaid', 'RefundSucceeded', 'RefundReversed'],
  key: ({ data: { orderId } }) => orderId,

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
