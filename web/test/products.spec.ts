import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Product, ProductPrice } from '@/api/types';
import { CURRENCY, MAX_CHOSEN, MAX_PRICE, MIN_PRICE } from '@/lib/billing';
import { priceLabel } from '@/features/products/price';
import { blank, fieldsOf, newPrice, priceChanges, type ProductFields } from '@/features/products/product-form';

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
    const { price_amount, price_currency, minimum_amount } =
      JSON.parse(document).components.schemas.ProductPriceCreate.properties;
    expect(price_amount).toMatchObject({ minimum: MIN_PRICE, maximum: MAX_PRICE });
    expect(minimum_amount).toMatchObject({ minimum: MIN_PRICE, maximum: MAX_CHOSEN });
    expect(price_currency.enum).toEqual([CURRENCY, null]);
  });
});

describe('the label of a price', () => {
  const chosen = { amount_type: 'custom', price_amount: undefined };
  const metered = price({ amount_type: 'metered_unit', unit_amount: '0.5', meter: { name: 'API calls' } });
  it.each([
    [[price({})], 'month', '$19.00 a month'],
    [[price({ price_currency: 'eur' })], null, '€19.00 once'],
    [[free], null, 'Free'],
    [[price({ ...chosen, minimum_amount: 500 })], null, 'From $5.00 once'],
    [[price({ ...chosen, minimum_amount: null })], 'year', 'What the buyer chooses a year'],
    [[price({}), metered], 'month', '$19.00 a month + 0.5 cents (USD) for each of API calls a month'],
    [[{ ...metered, unit_amount: '250' } as ProductPrice], 'month', '$2.50 for each of API calls a month'],
  ] as const)('says what is charged, and how often: %#', (prices, interval, label) =>
    expect(priceLabel([...prices], interval)).toBe(label),
  );
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
      minimum: null,
      maximum: null,
      preset: null,
      benefits: ['b1'],
    });
  });

  it('creates a new price from the typed amount', () => {
    expect(newPrice({ ...blank, amount: 2500 })).toMatchObject({ amount_type: 'fixed', price_amount: 2500 });
    expect(newPrice({ ...blank, amountType: 'free', amount: 2500 })).toEqual({ amount_type: 'free' });
  });

  it('keeps a price that did not change, so that it is not archived', () => {
    const change = (fields: Partial<ProductFields>, ...prices: ProductPrice[]) =>
      priceChanges({ ...blank, ...fields }, prices);
    expect(change({ amount: 1900 }, price({}))).toEqual([{ id: 'p1' }]);
    expect(change({ amountType: 'free' }, free)).toEqual([{ id: 'p1' }]);
    expect(change({ amount: 2000 }, price({}))).toMatchObject([{ price_amount: 2000 }]);
    expect(change({ amount: 1900 }, free)).toMatchObject([{ price_amount: 1900 }]);
    expect(change({ amount: 1900 })).toMatchObject([{ price_amount: 1900 }]);
    const chosen = price({ amount_type: 'custom', minimum_amount: 500, maximum_amount: null, preset_amount: null });
    expect(change({ amountType: 'custom', minimum: 500 }, chosen)).toEqual([{ id: 'p1' }]);
    expect(change({ amountType: 'custom', minimum: 600 }, chosen)).toMatchObject([{ minimum_amount: 600 }]);
  });

  it('keeps what meters bill', () => {
    const metered = price({ id: 'm1', amount_type: 'metered_unit' });
    expect(priceChanges({ ...blank, amount: 1900 }, [price({}), metered])).toEqual([{ id: 'p1' }, { id: 'm1' }]);
    expect(priceChanges({ ...blank, amountType: 'metered' }, [metered])).toEqual([{ id: 'm1' }]);
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
