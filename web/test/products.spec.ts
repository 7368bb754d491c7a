import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Product, ProductPrice } from '@/api/types';
import { CURRENCY, MAX_PRICE, MIN_PRICE } from '@/lib/billing';
import { priceLabel } from '@/features/products/price';
import { blank, fieldsOf, newPrice, priceChange } from '@/features/products/product-form';

const price = (change: object): ProductPrice =>
  ({
    id: 'p1',
    amount_type: 'fixed',
    price_amount: 1900,
    price_currency: 'usd',
    is_archived: false,
    ...change,
  }) as ProductPrice;
const free = price({ amount_type: 'free', price_amount: undefined, price_currency: undefined });

describe('the bounds of a price', () => {
  it('match the API', () => {
    const document = readFileSync(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8');
    const { price_amount, price_currency } = JSON.parse(document).components.schemas.ProductPriceCreate.properties;
    expect(price_amount).toMatchObject({ minimum: MIN_PRICE, maximum: MAX_PRICE });
    expect(price_currency.enum).toEqual([CURRENCY, null]);
  });
});

describe('a product’s form', () => {
  it('holds the price that is still offered', () => {
    const product = {
      name: 'Paper club',
      description: null,
      recurring_interval: null,
      prices: [price({ id: 'p0', is_archived: true, price_amount: 900 }), price({})],
      benefits: [{ id: 'b1' }],
    } as unknown as Product;
    expect(fieldsOf(product)).toEqual({
      name: 'Paper club',
      description: '',
      interval: 'once',
      amountType: 'fixed',
      amount: 1900,
      benefits: ['b1'],
    });
  });

  it('creates a new price from the typed amount', () => {
    expect(newPrice({ ...blank, amount: 2500 })).toMatchObject({ amount_type: 'fixed', price_amount: 2500 });
    expect(newPrice({ ...blank, amountType: 'free', amount: 2500 })).toEqual({ amount_type: 'free' });
  });

  it('keeps a price that did not change, so that it is not archived', () => {
    expect(priceChange({ ...blank, amount: 1900 }, price({}))).toEqual({ id: 'p1' });
    expect(priceChange({ ...blank, amountType: 'free' }, free)).toEqual({ id: 'p1' });
    expect(priceChange({ ...blank, amount: 2000 }, price({}))).toMatchObject({ price_amount: 2000 });
    expect(priceChange({ ...blank, amount: 1900 }, free)).toMatchObject({ price_amount: 1900 });
    expect(priceChange({ ...blank, amount: 1900 }, undefined)).toMatchObject({ price_amount: 1900 });
  });
});

describe('a product’s price', () => {
  it('shows how often it is charged', () => {
    expect([
      priceLabel([price({})], 'month'),
      priceLabel([price({})], null),
      priceLabel([free], 'year'),
      priceLabel([], null),
    ]).toEqual(['$19.00 a month', '$19.00 once', 'Free', '—']);
  });
});
