import type { Benefit, Interval, Product, ProductMedia, ProductPrice } from '@/api/types';
import type { NewPrice } from '@/api/products';
import { CURRENCY } from '@/lib/billing';
import { meteredPrices, offeredPrice } from './price';

export interface ProductFields {
  name: string;
  description: string;
  interval: Interval | 'once';
  /** `metered`: only what meters count is charged. */
  amountType: 'fixed' | 'free' | 'custom' | 'metered';
  amount: number | null;
  minimum: number | null;
  maximum: number | null;
  preset: number | null;
  medias: ProductMedia[];
  benefits: string[];
}

export const blank: ProductFields = {
  name: '',
  description: '',
  interval: 'month',
  amountType: 'fixed',
  amount: null,
  minimum: null,
  maximum: null,
  preset: null,
  medias: [],
  benefits: [],
};

export function fieldsOf(product: Product): ProductFields {
  const price = offeredPrice(product.prices);
  return {
    name: product.name,
    description: product.description ?? '',
    interval: product.recurring_interval ?? 'once',
    amountType: price?.amount_type ?? 'metered',
    amount: price?.amount_type === 'fixed' ? price.price_amount : null,
    ...limitsOf(price?.amount_type === 'custom' ? price : undefined),
    medias: product.medias,
    benefits: product.benefits.map(({ id }: Pick<Benefit, 'id'>) => id),
  };
}

function limitsOf(price?: Extract<ProductPrice, { amount_type: 'custom' }>) {
  const { minimum_amount = null, maximum_amount = null, preset_amount = null } = price ?? {};
  return { minimum: minimum_amount, maximum: maximum_amount, preset: preset_amount };
}

export function newPrice({ amountType, amount, minimum, maximum, preset }: ProductFields): NewPrice {
  if (amountType === 'custom') {
    const limits = { minimum_amount: minimum, maximum_amount: maximum, preset_amount: preset };
    return { amount_type: 'custom', ...limits, price_currency: CURRENCY };
  }
  if (amountType === 'fixed') return { amount_type: 'fixed', price_amount: amount ?? 0, price_currency: CURRENCY };
  return { amount_type: 'free' };
}

/** All prices of the product: unchanged ones are kept by their id, so that they are not archived and replaced. */
export function priceChanges(fields: ProductFields, current: readonly ProductPrice[]): ({ id: string } | NewPrice)[] {
  const metered = meteredPrices(current).map(({ id }) => ({ id }));
  if (fields.amountType === 'metered') return metered;
  const price = offeredPrice(current);
  return [price && isSame(newPrice(fields), price) ? { id: price.id } : newPrice(fields), ...metered];
}

const limits = ['minimum_amount', 'maximum_amount', 'preset_amount'] as const;

function isSame(wanted: NewPrice, current: ProductPrice): boolean {
  if (wanted.amount_type === 'fixed' && current.amount_type === 'fixed')
    return wanted.price_amount === current.price_amount;
  if (wanted.amount_type === 'custom' && current.amount_type === 'custom')
    return limits.every((limit) => wanted[limit] === current[limit]);
  return wanted.amount_type === current.amount_type;
}

/** The contract's field names that differ from the form's. */
export const names = {
  recurring_interval: 'interval',
  prices: 'amount',
  'prices.0': 'amount',
  'prices.0.price_amount': 'amount',
  'prices.0.fixed.price_amount': 'amount',
  'prices.0.amount_type': 'amountType',
  'prices.0.minimum_amount': 'minimum',
  'prices.0.maximum_amount': 'maximum',
  'prices.0.preset_amount': 'preset',
  'medias.0': 'medias',
} as const;
