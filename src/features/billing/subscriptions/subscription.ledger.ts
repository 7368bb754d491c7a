import type { EntryFacts, LedgerFacts } from '../../../kernel/reading/entry-facts.ts';
import { recurringAmountOf } from '../pricing/lines.ts';
import { productOf, type SubscriptionEvent, type SubscriptionItems } from './subscription.events.ts';

const bought = (data: { items: SubscriptionItems; currency: string }): EntryFacts => ({
  money: { amount: recurringAmountOf(data.items), currency: data.currency },
  about: { product: productOf(data) },
});

/** What a period costs, before discount and tax. */
export const subscriptionFacts: LedgerFacts<SubscriptionEvent> = {
  SubscriptionRequested: bought,
  SubscriptionCreated: bought,
  SubscriptionUpgraded: bought,
  SubscriptionProductChanged: bought,
  SubscriptionChangeScheduled: ({ change }) => bought(change),
};
