import type { Money } from '../../../kernel/money.ts';
import type { LedgerFacts } from '../../../kernel/reading/entry-facts.ts';
import type { Price, ProductEvent } from './product.events.ts';

export const productFacts: LedgerFacts<ProductEvent> = {
  ProductCreated: ({ prices }) => ({ money: onlyPrice(prices) }),
  ProductPricesChanged: ({ added }) => ({ money: onlyPrice(added) }),
};

function onlyPrice([price, ...others]: readonly Price[]): Money | null {
  if (!price || others.length > 0 || price.amountType !== 'fixed') return null;
  return { amount: price.amount, currency: price.currency };
}
