import type { Recorded } from '../../../kernel/writing/events.ts';
import { paysOrder } from '../orders/order-status.rules.ts';
import type { OrderEvent } from '../orders/order.events.ts';
import type { PaymentEvent } from '../payments/payment.events.ts';
import { taxedPartsOf } from '../pricing/bill.ts';
import type { PaidOrder } from './refund.decider.ts';

/** The payment that paid an order, and when; undefined for an order that is free or not paid. */
export function paymentOf(order: readonly Recorded<OrderEvent>[]): { paymentId: string; paidAt: string } | undefined {
  const paid = order.find(paysOrder);
  const paymentId = paid?.data.paymentId ?? null;
  return paymentId === null ? undefined : { paymentId, paidAt: paid!.metadata.occurredAt };
}

/** What can be refunded of an order; undefined for an order that is free or not paid. @param payment the stream of the payment that paid it */
export function paidOrderOf(
  order: readonly Recorded<OrderEvent>[],
  payment: readonly Recorded<PaymentEvent>[],
): PaidOrder | undefined {
  const [created, paid, requested] = [order[0], paymentOf(order), payment[0]];
  if (created?.type !== 'OrderCreated' || !paid || requested?.type !== 'PaymentRequested') return undefined;
  const { orderId, organizationId, customerId, subscriptionId, productId, billingReason, currency } = created.data;
  const { netAmount, taxAmount } = created.data.totals;
  return {
    ...{ orderId, organizationId, customerId, subscriptionId, productId, billingReason, currency },
    parts: taxedPartsOf(created.data),
    ...paid,
    ...{ netAmount, taxAmount, paidAmount: requested.data.amount },
  };
}
