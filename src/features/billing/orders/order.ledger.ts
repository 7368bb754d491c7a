import type { LedgerFacts } from '../../../kernel/reading/entry-facts.ts';
import type { OrderEvent } from './order.events.ts';

/** Other events refer to the order, whose total is shown. */
export const orderFacts: LedgerFacts<OrderEvent> = {
  OrderCreated: ({ totals, currency }) => ({ money: { amount: totals.totalAmount, currency } }),
};
