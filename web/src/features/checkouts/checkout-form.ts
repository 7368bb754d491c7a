import type { Product, ProductPrice } from '@/api/types';
import { notAnAmount, stepError, type TypedAmount } from '@/lib/amounts';
import { leastCharge, mostChosen } from '@/lib/charges';
import { money } from '@/lib/format';

export type ChosenPrice = Extract<ProductPrice, { amount_type: 'custom' }>;

/** The price of a product if its buyer chooses it. */
export function chosenPrice(product: Product | undefined): ChosenPrice | undefined {
  return product?.prices.find((price): price is ChosenPrice => price.amount_type === 'custom' && !price.is_archived);
}

/** Why a buyer could not choose this amount; undefined if they could. */
export function amountError(amount: TypedAmount, price: ChosenPrice): string | undefined {
  if (amount === null) return undefined;
  if (typeof amount === 'string') return notAnAmount(price.price_currency);
  const { price_currency: currency } = price;
  const [least, most] = [price.minimum_amount ?? leastCharge(currency), price.maximum_amount ?? mostChosen(currency)];
  if (amount < least) return `Enter at least ${money(least, currency)}.`;
  return amount > most ? `Enter at most ${money(most, currency)}.` : stepError(amount, currency);
}

export function amountHint({ preset_amount, price_currency }: ChosenPrice): string {
  return preset_amount === null
    ? 'What the form begins with; the buyer may change it.'
    : `Without one, the form begins with ${money(preset_amount, price_currency)}. The buyer may change it.`;
}

/** The contract's field names that differ from the form's. */
export function namesIn(products: number): Record<string, 'discount' | `products.${number}`> {
  const rows = Array.from({ length: products }, (_, at) => [`products.${at}`, `products.${at}`] as const);
  return { discount_id: 'discount', ...Object.fromEntries(rows) };
}
