import { InvalidInput } from '../../../kernel/errors.ts';
import type { Price, RecurringInterval } from '../products/product.events.ts';
import { priceOf, pricesOnSale, unsoldReason, type ProductDocument } from '../products/product.projection.ts';
import { currencyOf } from '../products/product.rules.ts';
import type { SubscriptionItem, SubscriptionItems } from './subscription.events.ts';

/** What a customer can be subscribed to who is not present to choose or pay. */
export interface Subscribable {
  items: SubscriptionItems;
  /** undefined if it is free. */
  currency: string | undefined;
  recurringInterval: RecurringInterval;
}

/** The prices that a product has on sale. @throws InvalidInput it is none of the organization's, or cannot be subscribed to */
export function subscribable(product: ProductDocument | undefined, organizationId: string): Subscribable {
  if (product?.organization_id !== organizationId) return refuseProduct('Product does not exist.');
  const reason = unsoldReason(product);
  if (reason !== undefined) return refuseProduct(reason);
  const { recurring_interval: recurringInterval } = product;
  if (recurringInterval === null) return refuseProduct('Product is not recurring.');
  const prices: readonly Price[] = pricesOnSale(product).map(priceOf);
  if (prices.some(({ amountType }) => amountType === 'custom'))
    return refuseProduct('Nobody could choose the amount of a product with a custom price.');
  const [first, ...rest] = prices.map((price): SubscriptionItem => ({ productId: product.id, price, quantity: 1 }));
  if (!first) return refuseProduct('Product has no price.');
  return { items: [first, ...rest], currency: currencyOf(prices), recurringInterval };
}

export function refuseProduct(message: string): never {
  throw InvalidInput.at('body.product_id', message);
}
