import type { OrderEvent } from './order.events.ts';

export type OrderStatus = 'pending' | 'paid' | 'void';

/** The same for the decider and every read model; its refunds have streams of their own (docs/BILLING.md#order-states). */
export const STATUS_AFTER = { OrderPaid: 'paid', OrderVoided: 'void' } as const satisfies Partial<
  Record<OrderEvent['type'], OrderStatus>
>;
