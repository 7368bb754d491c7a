import type { LedgerFacts } from '../../../kernel/reading/entry-facts.ts';
import { recurringAmountOf } from '../pricing/lines.ts';
import { productOf, type SubscriptionEvent } from './subscription.events.ts';

/** What the first period costs; renewals refer to their order, whose total is shown. */
export const subscriptionFacts: LedgerFacts<SubscriptionEvent> = {
  SubscriptionCreated: (data) => ({
    money: { amount: recurringAmountOf(data.items), currency: data.currency },
    about: { product: productOf(data) },
  }),
};
