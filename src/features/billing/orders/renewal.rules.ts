import type { Instant } from '../../../kernel/ports/clock.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import type { Price } from '../products/product.events.ts';
import { Unbillable } from './order.errors.ts';
import type { OrderItem } from './order.events.ts';

/** `Jan 31, 2026`. */
const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/**
 * The lines of a renewal: one per price, free ones 0 (docs/BILLING.md#renewal).
 * @throws Unbillable a price of another currency, or of a kind that is not billed here
 */
export function renewalItems(
  orderId: string,
  prices: readonly Price[],
  currency: string,
  { productName, start, end }: { productName: string; start: Instant; end: Instant },
): OrderItem[] {
  const label = `${productName} — From ${DATE.format(new Date(start))} to ${DATE.format(new Date(end))}`;
  return prices.map((price) => {
    const id = deriveUuid(orderId, `item:${price.id}`);
    return { id, label, amount: amountOf(price, currency), taxAmount: 0, proration: false, priceId: price.id };
  });
}

function amountOf(price: Price, currency: string): number {
  switch (price.amountType) {
    case 'free':
      return 0;
    case 'fixed':
      if (price.currency === currency) return price.amount;
      throw new Unbillable(`Price ${price.id} is in ${price.currency}, and its subscription in ${currency}`);
    default:
      throw new Unbillable(`Price ${(price as Price).id} is of a kind that renewals do not bill`);
  }
}
