import type { Interval, ProductPrice } from '@/api/types';
import { ABSENT, money } from '@/lib/format';

/** The static price that is not archived; undefined if only meters are billed. */
export function offeredPrice(prices: readonly ProductPrice[]): Exclude<ProductPrice, MeteredPrice> | undefined {
  return prices.find((price) => !price.is_archived && price.amount_type !== 'metered_unit') as never;
}

export type MeteredPrice = Extract<ProductPrice, { amount_type: 'metered_unit' }>;

export function meteredPrices(prices: readonly ProductPrice[]): MeteredPrice[] {
  return prices.filter((price) => price.amount_type === 'metered_unit' && !price.is_archived) as MeteredPrice[];
}

/** "$19.00 a month", "Free", "$90.00 once", "From $5.00 once", "$0.50 for each of API calls a month". */
export function priceLabel(prices: readonly ProductPrice[], interval: Interval | null): string {
  const when = interval ? ` a ${interval}` : ' once';
  const price = offeredPrice(prices);
  const metered = meteredPrices(prices).map((each) => `${unitLabel(each)} for each of ${each.meter.name}`);
  const label = price ? staticLabel(price, when) : undefined;
  const usage = metered.length > 0 ? `${metered.join(', ')}${when}` : undefined;
  return [label, usage].filter(Boolean).join(' + ') || ABSENT;
}

function staticLabel(price: Exclude<ProductPrice, MeteredPrice>, when: string): string {
  switch (price.amount_type) {
    case 'free':
      return 'Free';
    case 'fixed':
      return `${money(price.price_amount, price.price_currency)}${when}`;
    case 'custom':
      return price.minimum_amount === null
        ? `What the buyer chooses${when}`
        : `From ${money(price.minimum_amount, price.price_currency)}${when}`;
  }
}

/** A unit's price in cents, which may be less than one. */
function unitLabel({ unit_amount, price_currency }: MeteredPrice): string {
  return Number.isInteger(Number(unit_amount))
    ? money(Number(unit_amount), price_currency)
    : `${unit_amount} cents (${price_currency.toUpperCase()})`;
}

export const intervalLabel: Record<Interval | 'once', string> = {
  once: 'Once',
  month: 'Monthly',
  year: 'Yearly',
};
