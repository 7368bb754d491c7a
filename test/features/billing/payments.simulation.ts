import type { OrderEvent } from '../../../src/features/billing/orders/order.events.ts';
import type { PaymentEvent } from '../../../src/features/billing/payments/payment.events.ts';
import type { RefundEvent } from '../../../src/features/billing/refunds/refund.events.ts';
import { demandNone, type Cast } from '../../simulation/cast.ts';
import type { World } from '../../simulation/world.ts';

/** Compares the books of the payment processor with the orders. */
export class SimulatedPayments implements Cast {
  readonly actions = [];

  constructor(private readonly world: World) {}

  readonly invariants = [() => this.checkCharges()];

  private async checkCharges(): Promise<void> {
    const events = await this.world.events<OrderEvent | PaymentEvent>();
    const paid = paidOrders(events as OrderEvent[]);
    const refunded = refundsOf(events as unknown as RefundEvent[]);
    const requested = new Map(
      events.flatMap((event) => (event.type === 'PaymentRequested' ? [[event.data.paymentId, event.data]] : [])),
    );
    const wrong: unknown[] = [];
    const purposes = new Set<string>();
    for (const charge of await this.world.servers.books()) {
      const { id, left, currency } = charge;
      const orders = paid.get(id) ?? [];
      paid.delete(id);
      const { sure = 0, maybe = 0 } = refunded.get(id) ?? {};
      const kept = (orders[0]?.amount ?? 0) - sure;
      // Of a pending refund, only the processor knows whether it has failed.
      const isBilled =
        left <= kept && left >= kept - maybe && (orders.length === 0 || orders[0]!.currency === currency);
      if (orders.length > 1 || !isBilled) wrong.push({ charge, orders, sure, maybe });
      const purpose = JSON.stringify(requested.get(id)?.purpose);
      if (left > 0 && purposes.has(purpose)) wrong.push({ charge, chargedTwiceFor: purpose });
      if (left > 0) purposes.add(purpose);
    }
    demandNone('what was charged and not refunded is exactly what one paid order says', wrong);
    demandNone('every order that was paid with money has a charge', [...paid.values()]);
  }
}

/** By payment, what was refunded of it, and what may have been. */
function refundsOf(events: readonly RefundEvent[]): Map<string, { sure: number; maybe: number }> {
  const amounts = new Map<string, number>();
  const refunded = new Map<string, { sure: number; maybe: number }>();
  for (const { type, data } of events) {
    if (!type.startsWith('Refund')) continue;
    const { paymentId, refundId } = data;
    const { sure, maybe } = refunded.get(paymentId) ?? { sure: 0, maybe: 0 };
    if (type === 'RefundRequested') amounts.set(refundId, data.paymentAmount);
    const amount = amounts.get(refundId)!;
    if (type === 'RefundRequested') refunded.set(paymentId, { sure, maybe: maybe + amount });
    if (type === 'RefundSucceeded') refunded.set(paymentId, { sure: sure + amount, maybe: maybe - amount });
    if (type === 'RefundReversed') refunded.set(paymentId, { sure: sure - amount, maybe });
    if (type === 'RefundFailed' || type === 'RefundCanceled') refunded.set(paymentId, { sure, maybe: maybe - amount });
  }
  return refunded;
}

/** By payment: orders whose status says that it paid for them. */
function paidOrders(
  events: readonly OrderEvent[],
): Map<string, { orderId: string; amount: number; currency: string }[]> {
  const orders = new Map<string, { orderId: string; amount: number; currency: string }>();
  const paid = new Map<string, { orderId: string; amount: number; currency: string }[]>();
  const pay = (paymentId: string, orderId: string) =>
    paid.set(paymentId, [...(paid.get(paymentId) ?? []), orders.get(orderId)!]);
  for (const { type, data } of events) {
    if (type === 'OrderCreated') {
      // Credit on the customer's account pays its part.
      const { orderId, dueAmount: amount, currency, paymentId, status } = data;
      orders.set(orderId, { orderId, amount, currency });
      // A payment of 0 only saves a method.
      if (status === 'paid' && paymentId !== null && amount > 0) pay(paymentId, orderId);
    }
    if (type === 'OrderPaid') pay(data.paymentId, data.orderId);
  }
  return paid;
}
