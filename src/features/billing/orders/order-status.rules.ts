import type { OrderCreated, OrderEvent } from './order.events.ts';

export type OrderStatus = 'pending' | 'paid' | 'void';

/** The same for the decider and every read model; its refunds have streams of their own (docs/BILLING.md#order-states). */
export const STATUS_AFTER = { OrderPaid: 'paid', OrderVoided: 'void' } as const satisfies Partial<
  Record<OrderEvent['type'], OrderStatus>
>;

type Paying = OrderCreated | Extract<OrderEvent, { type: 'OrderPaid' }>;

/** Whether an order is paid with this event: if nothing is due, with its creation. */
export function paysOrder<E extends OrderEvent>(event: E): event is E & Paying {
  return event.type === 'OrderPaid' || (event.type === 'OrderCreated' && event.data.status === 'paid');
}

export function isPaid(order: readonly OrderEvent[]): boolean {
  return order.some(paysOrder);
}
