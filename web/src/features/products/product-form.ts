import type { Benefit, Interval, Product, ProductMedia, ProductPrice } from '@/api/types';
import type { NewPrice } from '@/api/products';
import { CURRENCY } from '@/lib/billing';
import { offeredPrice } from './price';

export interface ProductFields {
  name: string;
  description: string;
  interval: Interval | 'once';
  amountType: 'fixed' | 'free';
  amount: number | null;
  medias: ProductMedia[];
  benefits: string[];
}

export const blank: ProductFields = {
  name: '',
  description: '',
  interval: 'month',
  amountType: 'fixed',
  amount: null,
  medias: [],
  benefits: [],
};

export function fieldsOf(product: Product): ProductFields {
  const price = offeredPrice(product.prices);
  return {
    name: product.name,
    description: product.description ?? '',
    interval: product.recurring_interval ?? 'once',
    amountType: price?.amount_type === 'free' ? 'free' : 'fixed',
    amount: price?.amount_type === 'fixed' ? price.price_amount : null,
    medias: product.medias,
    benefits: product.benefits.map(({ id }: Pick<Benefit, 'id'>) => id),
  };
}

export function newPrice({ amountType, amount }: ProductFields): NewPrice {
  return amountType === 'free'
    ? { amount_type: 'free' }
    : { amount_type: 'fixed', price_amount: amount ?? 0, price_currency: CURRENCY };
}

/** An unchanged price is kept by its id, so that it is not archived and replaced. */
export function priceChange(fields: ProductFields, current: ProductPrice | undefined): { id: string } | NewPrice {
  const wanted = newPrice(fields);
  if (!current) return wanted;
  const same =
    wanted.amount_type === 'fixed' && current.amount_type === 'fixed'
      ? current.price_amount === wanted.price_amount
      : current.amount_type === wanted.amount_type;
  return same ? { id: current.id } : wanted;
}

/** The contract's field names that differ from the form's. */
export const names = {
  recurring_interval: 'interval',
  prices: 'amount',
  'prices.0': 'amount',
  'prices.0.price_amount': 'amount',
  'prices.0.fixed.price_amount': 'amount',
  'prices.0.amount_type': 'amountType',
  'medias.0': 'medias',
} as const;
