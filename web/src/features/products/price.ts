import type { Interval, ProductPrice } from '@/api/types';
import { ABSENT, money } from '@/lib/format';

/** The price that is not archived. */
export function offeredPrice(prices: readonly ProductPrice[]): ProductPrice | undefined {
  return prices.find((price) => !price.is_archived);
}

/** "$19.00 a month", "Free", "$90.00 once". */
export function priceLabel(prices: readonly ProductPrice[], interval: Interval | null): string {
  const price = offeredPrice(prices);
  if (!price) return ABSENT;
  if (price.amount_type === 'free') return 'Free';
  return `${money(price.price_amount, price.price_currency)}${interval ? ` a ${interval}` : ' once'}`;
}

export const intervalLabel: Record<Interval | 'once', string> = {
  once: 'Once',
  month: 'Monthly',
  year: 'Yearly',
};
