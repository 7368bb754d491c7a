import type { LedgerFacts } from '../../../kernel/reading/entry-facts.ts';
import type { DiscountEvent } from './discount.events.ts';

export const discountFacts: LedgerFacts<DiscountEvent> = {
  DiscountCreated: ({ value }) => ({
    money: value.type === 'fixed' ? { amount: value.amount, currency: value.currency } : null,
  }),
};
