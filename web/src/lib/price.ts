import { ABSENT, money } from './format';
import { unitPriceLabel } from './unit-price';

/** Prices as the contract has them, amounts in cents; `Price` narrows them by their type. */
interface AnyPrice {
  is_archived: boolean;
}
interface FreePrice extends AnyPrice {
  amount_type: 'free';
}
interface FixedPrice extends AnyPrice {
  amount_type: 'fixed';
  price_amount: number;
  price_currency: string;
}
interface CustomPrice extends AnyPrice {
  amount_type: 'custom';
  minimum_amount: number | null;
  maximum_amount: number | null;
  price_currency: string;
}
interface MeteredPrice extends AnyPrice {
  amount_type: 'metered_unit';
  unit_amount: string;
  cap_amount: number | null;
  price_currency: string;
  meter: { name: string };
}
type Price = FreePrice | FixedPrice | CustomPrice | MeteredPrice;
type Interval = 'month' | 'year';

/** The static price that is not archived; undefined if only meters are billed. */
export function offeredPrice<P extends Price>(prices: readonly P[]) {
  return prices.find(
    (price): price is Exclude<P, { amount_type: 'metered_unit' }> =>
      !price.is_archived && price.amount_type !== 'metered_unit',
  );
}

export function meteredPrices<P extends Price>(prices: readonly P[]) {
  return prices.filter(
    (price): price is Extract<P, { amount_type: 'metered_unit' }> =>
      price.amount_type === 'metered_unit' && !price.is_archived,
  );
}

/** "$19.00 a month", "Free", "$90.00 once", "$9.00 a month + API calls at $0.05 each". */
export function priceLabel(prices: readonly Price[], interval: Interval | null): string {
  const offered = [offeredPrice(prices), ...meteredPrices(prices)].filter((price) => price !== undefined);
  return offered.map((price) => onePriceLabel(price, interval)).join(' + ') || ABSENT;
}

/** "$19.00 a month", "Pay what you want, from $5.00 to $50.00 once", "API calls at $0.05 each, at most $200.00 a month". */
export function onePriceLabel(price: Price, interval: Interval | null): string {
  const when = interval ? ` a ${interval}` : ' once';
  switch (price.amount_type) {
    case 'free':
      return 'Free';
    case 'fixed':
      return `${money(price.price_amount, price.price_currency)}${when}`;
    case 'custom': {
      const limits = limitsLabel(price);
      return limits
        ? `Pay what you want, ${limits}${when}`
        : `Pay what you want, ${interval ? `every ${interval}` : 'once'}`;
    }
    case 'metered_unit':
      return `${price.meter.name} at ${unitLabel(price)}${capLabel(price, when)}`;
  }
}

/** Where its meter is named beside it: "$0.05 each, at most $200.00 a month". */
export function meteredPriceLabel(price: MeteredPrice, interval: Interval | null): string {
  return `${unitLabel(price)}${capLabel(price, interval ? ` a ${interval}` : ' once')}`;
}

function unitLabel({ unit_amount, price_currency }: MeteredPrice): string {
  return `${unitPriceLabel(unit_amount, price_currency)} each`;
}

function capLabel({ cap_amount, price_currency }: MeteredPrice, when: string): string {
  return cap_amount === null ? '' : `, at most ${money(cap_amount, price_currency)}${when}`;
}

function limitsLabel(price: CustomPrice): string | undefined {
  const { minimum_amount: least, maximum_amount: most, price_currency: currency } = price;
  if (least !== null && most !== null) return `from ${money(least, currency)} to ${money(most, currency)}`;
  if (least !== null) return `from ${money(least, currency)}`;
  return most === null ? undefined : `up to ${money(most, currency)}`;
}

export const intervalLabel: Record<Interval | 'once', string> = {
  once: 'Once',
  month: 'Monthly',
  year: 'Yearly',
};
