import { InvalidInput, type FieldError } from '../../../kernel/errors.ts';
import { DEFAULT_CURRENCY, maximumChargeOf, minimumChargeOf } from '../../../kernel/currencies.ts';
import type { Price } from './product.events.ts';

const MOST_CHOSEN = 1_000_000;

/** The highest limit of a price that buyers choose: 1,000,000 minor units, and more where that is little (docs/BILLING.md#prices). */
export function mostChosen(currency: string): number {
  return Math.min(Math.max(MOST_CHOSEN, 20_000 * minimumChargeOf(currency)), maximumChargeOf(currency));
}

/** What a custom price's form begins with if the seller presets nothing, in minor units: $10.00 (docs/BILLING.md#checkout-amounts). */
export function unsetAmountOf(currency: string): number {
  return 20 * minimumChargeOf(currency);
}

/** The currency of a product's prices; undefined if it is free. */
export function currencyOf(prices: readonly Price[]): string | undefined {
  for (const price of prices) if (price.amountType !== 'free') return price.currency;
  return undefined;
}

/** @param prices as the request lists them @throws InvalidInput at each price that is in another currency than the first one */
export function refuseMixedCurrencies(prices: readonly (Price | undefined)[]): void {
  const currency = currencyOf(prices.filter((price) => price !== undefined)) ?? DEFAULT_CURRENCY;
  const mixed = prices.flatMap((price, index): FieldError[] => {
    if (!price || price.amountType === 'free' || price.currency === currency) return [];
    const msg = `All prices of a product are in one currency, here ${currency}.`;
    return [{ loc: ['body', 'prices', index, 'price_currency'], msg, type: 'value_error' }];
  });
  if (mixed.length > 0) throw new InvalidInput(mixed);
}

/** @param prices as the request lists them; those that it keeps are left out @throws InvalidInput at each limit or preset that contradicts another */
export function refuseImpossibleLimits(prices: readonly (Price | undefined)[]): void {
  const impossible = prices.flatMap((price, index): FieldError[] => {
    if (price?.amountType !== 'custom') return [];
    const { minimumAmount: least, maximumAmount: most, presetAmount: preset } = price;
    const at = (field: string, msg: string, type: string): FieldError => ({
      loc: ['body', 'prices', index, field],
      msg,
      type,
    });
    if (least !== null && most !== null && most < least)
      return [at('maximum_amount', `Input should be at least the minimum amount, ${least}`, 'greater_than_equal')];
    if (preset !== null && least !== null && preset < least)
      return [at('preset_amount', `Input should be at least the minimum amount, ${least}`, 'greater_than_equal')];
    if (preset !== null && most !== null && preset > most)
      return [at('preset_amount', `Input should be at most the maximum amount, ${most}`, 'less_than_equal')];
    return [];
  });
  if (impossible.length > 0) throw new InvalidInput(impossible);
}
