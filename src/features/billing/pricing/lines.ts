import { DomainError } from '../../../kernel/errors.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import { sum } from '../../../kernel/money.ts';
import type { Price } from '../products/product.events.ts';

/** A price that is bought some number of times. */
export interface PricedItem {
  price: Price;
  quantity: number;
  /** What the buyer chose to pay at a custom price, in minor units of its currency. */
  chosenAmount?: number;
}

/** The line by which an order bills a price for its period. */
export function itemLineId(orderId: string, priceId: string): string {
  return deriveUuid(orderId, `item:${priceId}`);
}

/** A fault of ours, never an amount of 0: the step is retried and then parked for the operator. */
export class Unbillable extends DomainError {
  constructor(message: string) {
    super('Unbillable', message, 500);
  }
}

/**
 * The amount of an item's line, in minor units of `currency`; 0 if it is free, or billed by what a meter counts.
 * @throws Unbillable the price is in another currency, or nobody has chosen its amount
 */
export function lineAmountOf(item: PricedItem, currency: string): number {
  const { price, quantity } = item;
  if (price.amountType === 'free' || price.amountType === 'metered_unit') return 0;
  if (price.currency !== currency)
    throw new Unbillable(`Price ${price.id} is in ${price.currency}, and its subscription in ${currency}`);
  return unitAmountOf(item) * quantity;
}

/** What items cost per period, before discount and tax, in minor units of their currency. */
export function recurringAmountOf(items: readonly PricedItem[]): number {
  return sum(items.map((item) => unitAmountOf(item) * item.quantity));
}

function unitAmountOf({ price, chosenAmount }: PricedItem): number {
  switch (price.amountType) {
    case 'fixed':
      return price.amount;
    case 'custom':
      if (chosenAmount === undefined) throw new Unbillable(`Nobody has chosen the amount of price ${price.id}`);
      return chosenAmount;
    default:
      return 0;
  }
}
