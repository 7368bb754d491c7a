import type { EntryFacts, LedgerFacts } from '../../../kernel/reading/entry-facts.ts';
import type { DiscountEvent, DiscountValue } from './discount.events.ts';

/** What a fixed discount takes off a bill. */
export const discountFacts: LedgerFacts<DiscountEvent> = {
  DiscountCreated: fixed,
  DiscountUpdated: fixed,
};

function fixed({ value }: { value?: DiscountValue }): EntryFacts {
  return { money: value?.type === 'fixed' ? { amount: value.amount, currency: value.currency } : null };
}
