import { DomainError } from '../../../kernel/errors.ts';
import { sum } from '../../../kernel/money.ts';
import type { Price } from '../products/product.events.ts';

/** A price that is bought some number of times. */
export interface PricedItem {
  price: Price;
  quantity: number;
}

/** A fault of ours, never an amount of 0: the step is retried and then parked for the operator. */
export class Unbillable extends DomainError {
  constructor(message: string) {
    super('Unbillable', message, 500);
  }
}

/**
 * The amount of an item's line, in minor units of `currency`; 0 if it is free.
 * @throws Unbillable the price is in another currency, or of a kind that has no amount of its own
 */
export function lineAmountOf({ price, quantity }: PricedItem, currency: string): number {
  switch (price.amountType) {
    case 'free':
      return 0;
    case 'fixed':
      if (price.currency === currency) return price.amount * quantity;
      throw new Unbillable(`Price ${price.id} is in ${price.currency}, and its subscription in ${currency}`);
    default:
      throw new Unbillable(`Price ${(price as Price).id} is of a kind that renewals do not bill`);
  }
}

/** What items cost per period, before discount and tax, in minor units of their currency. */
export function recurringAmountOf(items: readonly PricedItem[]): number {
  return sum(items.map(({ price, quantity }) => (price.amountType === 'fixed' ? price.amount * quantity : 0)));
}
