import type { EntryFacts, LedgerFacts } from '../../../kernel/reading/entry-facts.ts';
import type { RefundedMoney, RefundEvent } from './refund.events.ts';

/** With tax, as the customer sees it. */
export const refundFacts: LedgerFacts<RefundEvent> = {
  RefundRequested: total,
  RefundSucceeded: total,
  RefundReversed: total,
};

function total({ amount, taxAmount, currency }: RefundedMoney): EntryFacts {
  return { money: { amount: amount + taxAmount, currency } };
}
