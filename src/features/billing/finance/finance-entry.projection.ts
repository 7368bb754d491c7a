import type { Projection } from '../../../kernel/reading/projection.ts';
import { afterOrder, bookingOf, FINANCE_EVENTS, type Booked, type FinanceEvent } from './finance.rules.ts';

/** A paid order, a refund, or a refund that was reversed (docs/BILLING.md#finance). Amounts in minor units, those of refunds below 0. */
export interface FinanceEntryDocument extends Booked {
  net_amount: number;
  tax_amount: number;
  total_amount: number;
  /** What a card paid or was refunded; the rest is the customer's account. */
  payment_amount: number;
}

export const financeEntryProjection: Projection<FinanceEntryDocument, FinanceEvent> = {
  name: 'finance_entries',
  version: 2,
  indexes: [['organization_id', 'booked_at']],
  lists: {
    scope: ['organization_id'],
    sortings: ['booked_at', 'total_amount'],
    filters: ['kind', 'currency', 'country', 'billing_reason', 'order_id', 'customer_id', 'number'],
    sums: ['net_amount', 'tax_amount', 'payment_amount'],
  },
  handles: FINANCE_EVENTS,
  targets({ type, data }) {
    switch (type) {
      case 'OrderCreated':
      case 'OrderPaid':
      case 'OrderVoided':
        return [data.orderId];
      case 'RefundSucceeded':
        return [data.refundId];
      case 'RefundReversed':
        return [`${data.refundId}:reversal`];
    }
  },

  evolve(document, event) {
    if (event.type === 'OrderPaid' || event.type === 'OrderVoided') return afterOrder(document, event);
    const { booked, netAmount, taxAmount, paymentAmount } = bookingOf(event);
    return {
      ...booked,
      net_amount: netAmount,
      tax_amount: taxAmount,
      total_amount: netAmount + taxAmount,
      payment_amount: paymentAmount,
    };
  },
};
