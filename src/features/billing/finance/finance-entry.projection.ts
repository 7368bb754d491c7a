import type { Projection } from '../../../kernel/reading/projection.ts';
import type { Recorded } from '../../../kernel/writing/events.ts';
import type { CreditNoteEvent, Day, InvoiceEvent } from '../invoices/invoice.events.ts';
import {
  afterOrder,
  bookingOf,
  FINANCE_EVENTS,
  type Booked,
  type BookingEvent,
  type FinanceEvent,
} from './finance.rules.ts';

/**
 * A paid order, a refund, or a refund that was reversed, with its invoice or credit note (docs/BILLING.md#finance). Amounts in minor units, those
 * of refunds below 0.
 */
export interface FinanceEntryDocument extends Booked {
  net_amount: number;
  tax_amount: number;
  total_amount: number;
  /** What a card paid or was refunded; the rest is the customer's account. */
  payment_amount: number;
  /** Of its invoice, or of the credit note, which a reversal cancels; null until that is issued. */
  document_number: string | null;
  /** The day of issue, or of the cancelation. */
  document_day: Day | null;
}

type DocumentEvent = InvoiceEvent | CreditNoteEvent;

export const financeEntryProjection: Projection<FinanceEntryDocument, FinanceEvent | DocumentEvent> = {
  name: 'finance_entries',
  version: 2,
  indexes: [['organization_id', 'booked_at']],
  lists: {
    scope: ['organization_id'],
    sortings: ['booked_at', 'total_amount'],
    filters: ['kind', 'currency', 'country', 'billing_reason', 'order_id', 'customer_id', 'number', 'document_number'],
    sums: ['net_amount', 'tax_amount', 'payment_amount'],
  },
  handles: [...FINANCE_EVENTS, 'InvoiceIssued', 'CreditNoteIssued', 'CreditNoteCanceled'],
  targets({ type, data }) {
    switch (type) {
      case 'OrderCreated':
      case 'OrderPaid':
      case 'OrderVoided':
      case 'InvoiceIssued':
        return [data.orderId];
      case 'RefundSucceeded':
      case 'CreditNoteIssued':
        return [data.refundId];
      case 'RefundReversed':
      case 'CreditNoteCanceled':
        return [`${data.refundId}:reversal`];
    }
  },

  evolve(document, event) {
    switch (event.type) {
      case 'OrderPaid':
      case 'OrderVoided':
        return afterOrder(document, event);
      case 'InvoiceIssued':
      case 'CreditNoteIssued':
      case 'CreditNoteCanceled': {
        const { data } = event;
        const document_day = 'issuedOn' in data ? data.issuedOn : data.canceledOn;
        return document && { ...document, document_number: data.number, document_day };
      }
      case 'OrderCreated':
      case 'RefundSucceeded':
      case 'RefundReversed':
        return entryOf(event);
    }
  },
};

function entryOf(event: Recorded<BookingEvent>): FinanceEntryDocument {
  const { booked, netAmount, taxAmount, paymentAmount } = bookingOf(event);
  return {
    ...booked,
    net_amount: netAmount,
    tax_amount: taxAmount,
    total_amount: netAmount + taxAmount,
    payment_amount: paymentAmount,
    document_number: null,
    document_day: null,
  };
}
