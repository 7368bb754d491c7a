import type { OrderEvent } from '../../../src/features/billing/orders/order.events.ts';
import type { PaymentEvent } from '../../../src/features/billing/payments/payment.events.ts';
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
    const requested = new Map(
      events.flatMap((event) => (event.type === 'PaymentRequested' ? [[event.data.paymentId, event.data]] : [])),
    );
    const wrong: unknown[] = [];
    const purposes = new Set<string>();
    for (const charge of await this.world.servers.books()) {
      const { id, left, currency } = charge;
      const orders = paid.get(id) ?? [];
      paid.delete(id);
      const isBilled = orders.length === 1 && orders[0]!.amount === left && orders[0]!.currency === currency;
      if (left > 0 ? !isBilled : orders.length > 0) wrong.push({ charge, orders });
      const purpose = JSON.stringify(requested.get(id)?.purpose);
      if (left > 0 && purposes.has(purpose)) wrong.push({ charge, chargedTwiceFor: purpose });
      if (left > 0) purposes.add(purpose);
    }
    demandNone('what was charged and not refunded is exactly what one paid order says', wrong);
    demandNone('every order that was paid with money has a charge', [...paid.values()]);
  }
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
      const { orderId, totals, currency, paymentId, status } = data;
      orders.set(orderId, { orderId, amount: totals.totalAmount, currency });
      if (status === 'paid' && paymentId !== null) pay(paymentId, orderId);
    }
    if (type === 'OrderPaid') pay(data.paymentId, data.orderId);
  }
  return paid;
}
