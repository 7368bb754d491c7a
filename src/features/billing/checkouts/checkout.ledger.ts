import type { LedgerFacts } from '../../../kernel/reading/entry-facts.ts';
import type { CheckoutEvent } from './checkout.events.ts';

export const checkoutFacts: LedgerFacts<CheckoutEvent> = {
  CheckoutCreated: ({ amount, currency }) => ({ money: { amount, currency } }),
  // Its order does not exist yet.
  CheckoutConfirmStarted: ({ totalAmount: amount, currency }) => ({
    money: { amount, currency },
    about: { order: null },
  }),
};
