import type { LedgerFacts } from '../../../kernel/reading/entry-facts.ts';
import type { OrderEvent } from './order.events.ts';

/** With tax, as the customer sees it. */
export const orderFacts: LedgerFacts<OrderEvent> = {
  OrderCreated: ({ totals, currency }) => ({ money: { amount: totals.totalAmount, currency } }),
};
