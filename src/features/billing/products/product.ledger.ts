import type { Money } from '../../../kernel/money.ts';
import type { LedgerFacts } from '../../../kernel/reading/entry-facts.ts';
import { isStatic, type Price, type ProductEvent } from './product.events.ts';

export const productFacts: LedgerFacts<ProductEvent> = {
  ProductCreated: ({ prices }) => ({ money: fixedPrice(prices) }),
  ProductPricesChanged: ({ added }) => ({ money: fixedPrice(added) }),
};

function fixedPrice(prices: readonly Price[]): Money | null {
  const price = prices.find(isStatic);
  return price?.amountType === 'fixed' ? { amount: price.amount, currency: price.currency } : null;
}
