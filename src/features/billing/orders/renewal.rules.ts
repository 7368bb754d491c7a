import type { Instant } from '../../../kernel/ports/clock.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import { lineAmountOf, type PricedItem } from '../pricing/lines.ts';
import { isStatic } from '../products/product.events.ts';
import type { OrderLine } from './order.events.ts';

/** `Jan 31, 2026`. */
const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** The end of a renewal's label, in the contract's words. */
export function periodSuffix(start: Instant, end: Instant): string {
  return ` — From ${DATE.format(new Date(start))} to ${DATE.format(new Date(end))}`;
}

/**
 * The lines of a renewal: one per static price, free ones 0 (docs/BILLING.md#renewal).
 * @throws Unbillable a price of another currency, or one whose amount nobody has chosen
 */
export function renewalLines(
  orderId: string,
  items: readonly PricedItem[],
  currency: string,
  { productName, start, end }: { productName: string; start: Instant; end: Instant },
): OrderLine[] {
  const label = productName + periodSuffix(start, end);
  const charged = items.filter(({ price }) => isStatic(price));
  return charged.map((item) => {
    const { price, quantity } = item;
    const id = deriveUuid(orderId, `item:${price.id}`);
    return { id, label, priceId: price.id, quantity, amount: lineAmountOf(item, currency), proration: false };
  });
}
