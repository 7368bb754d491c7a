import { describe, expect, it } from '@jest/globals';
import type { Product, ProductPrice } from '@/api/types';
import * as server from '../../src/kernel/currencies.ts';
import { mostChosen } from '../../src/features/billing/products/product.rules.ts';
import { chargeError } from '@/lib/amounts';
import * as charges from '@/lib/charges';
import { minorDigits, rescaled } from '@/lib/currencies';
import {
  blankIn,
  contentOf,
  fieldsOf,
  namesIn,
  newPrices,
  priceChanges,
  type ProductFields,
} from '@/features/products/product-form';
import { amountError, type ChosenPrice } from '@/features/checkouts/checkout-form';
import { priceLabel } from '@/lib/price';
import { trialLength } from '@/lib/trials';
import { typedUnitPrice, unitAmountOf, unitPriceLabel } from '@/lib/unit-price';

const blank = blankIn('usd');
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

describe('the currencies', () => {
  it('are those of the server, with its decimals and limits', () => {
    const shown = charges.currencies.map((code) => [
      code,
      minorDigits(code),
      charges.leastCharge(code),
      charges.mostCharge(code),
      charges.mostChosen(code),
      charges.chargeStep(code),
    ]);
    const known = server.CURRENCIES.map((code) => [
      code,
      server.decimalsOf(code),
      server.minimumChargeOf(code),
      server.maximumChargeOf(code),
      mostChosen(code),
      server.chargeStepOf(code),
    ]);
    expect(shown).toEqual(known);
  });

  it('refuse what cannot be charged, in their own words', () => {
    expect(chargeError(null, 'jpy')).toBe('Enter a whole amount, such as 19.');
    expect(chargeError('19,0000', 'bhd')).toBe('Enter an amount with at most three decimals, such as 19.00.');
    expect([chargeError(49, 'jpy'), chargeError(50, 'jpy')]).toEqual([
      'Charge at least ¥50, or make it free.',
      undefined,
    ]);
    expect([chargeError(1_901, 'bhd'), chargeError(1_900, 'bhd')]).toEqual([
      'The last decimal has to be 0.',
      undefined,
    ]);
    expect(chargeError(19_050, 'isk')).toMatch('no smaller unit');
    expect(chargeError(100_000_000, 'eur')).toBe('Charge at most €999,999.99.');
  });

  it('keep what is typed when another one is chosen', () => {
    expect([rescaled(1900, 'usd', 'jpy'), rescaled(19, 'jpy', 'bhd'), rescaled(null, 'usd', 'jpy')]).toEqual([
      19,
      19_000,
      null,
    ]);
  });
});

describe('the label of a price', () => {
  const chosen = {
    amount_type: 'custom',
    price_amount: undefined,
    minimum_amount: null,
    maximum_amount: null,
  };
  const metered = price({
    amount_type: 'metered_unit',
    unit_amount: '0.5',
    cap_amount: null,
    meter: { name: 'API calls' },
  });
  it.each([
    [[price({})], 'month', '$19.00 a month'],
    [[price({ price_currency: 'eur' })], null, '€19.00 once'],
    [[free], null, 'Free'],
    [[price({ ...chosen, minimum_amount: 500 })], null, 'Pay what you want, from $5.00 once'],
    [
      [price({ ...chosen, minimum_amount: 500, maximum_amount: 5000 })],
      'month',
      'Pay what you want, from $5.00 to $50.00 a month',
    ],
    [[price({ ...chosen, maximum_amount: 5000 })], null, 'Pay what you want, up to $50.00 once'],
    [[price(chosen)], 'year', 'Pay what you want, every year'],
    [[price({}), metered], 'month', '$19.00 a month + API calls at $0.005 each'],
    [[{ ...metered, unit_amount: '5' } as ProductPrice], 'month', 'API calls at $0.05 each'],
    [
      [{ ...metered, unit_amount: '250', cap_amount: 20_000 } as ProductPrice],
      'month',
      'API calls at $2.50 each, at most $200.00 a month',
    ],
    [[{ ...metered, is_archived: true } as ProductPrice], 'month', '—'],
  ] as const)('says what is charged, and how often: %#', (prices, interval, label) =>
    expect(priceLabel([...prices], interval)).toBe(label),
  );
});

describe('the price of a unit', () => {
  it.each([
    ['5', 'usd', '0.05', '$0.05'],
    ['0.5', 'usd', '0.005', '$0.005'],
    ['0.000000000001', 'usd', '0.00000000000001', '$0.00000000000001'],
    ['123456', 'usd', '1234.56', '$1,234.56'],
    ['100', 'usd', '1', '$1.00'],
    ['0.25', 'jpy', '0.25', '¥0.25'],
    ['7', 'jpy', '7', '¥7'],
  ] as const)('is typed and shown in the unit of its currency: %s %s', (cents, currency, typed, label) => {
    expect(typedUnitPrice(cents, currency)).toBe(typed);
    expect(unitAmountOf(typed, currency)).toBe(cents);
    expect(unitPriceLabel(cents, currency)).toBe(label);
  });

  it('may be typed as people write amounts, and is nothing else than an amount above 0', () => {
    expect(['.05', '$1,234.50', '01.00', '1.'].map((typed) => unitAmountOf(typed, 'usd'))).toEqual([
      '5',
      '123450',
      '100',
      '100',
    ]);
    const wrong = ['', '0', '0.00', '-1', '1e3', 'abc', '.', '1.2.3', `0.${'0'.repeat(14)}1`, '1234567890123456'];
    expect(wrong.map((typed) => unitAmountOf(typed, 'usd'))).toEqual(wrong.map(() => null));
  });
});

describe('the amount of a new checkout', () => {
  const chosen = (change: Partial<ChosenPrice>) =>
    price({ amount_type: 'custom', minimum_amount: null, maximum_amount: null, ...change }) as ChosenPrice;
  it('is within the limits of its price', () => {
    expect(amountError(null, chosen({}))).toBeUndefined();
    expect(amountError('5.001', chosen({}))).toMatch('at most two decimals');
    expect(amountError(49, chosen({}))).toMatch('$0.50');
    expect(amountError(499, chosen({ minimum_amount: 500 }))).toMatch('at least $5.00');
    expect(amountError(5001, chosen({ maximum_amount: 5000 }))).toMatch('at most $50.00');
    expect(amountError(500, chosen({ minimum_amount: 500, maximum_amount: 500 }))).toBeUndefined();
    expect(amountError(49, chosen({ price_currency: 'jpy' }))).toBe('Enter at least ¥50.');
    expect(amountError(1_905, chosen({ price_currency: 'bhd' }))).toBe('The last decimal has to be 0.');
  });
});

describe('a product’s form', () => {
  const calls = { meterId: 'calls', meterName: 'API calls', unit: '0.05', cap: 20_000 };

  it('holds the price that is still offered', () => {
    const product = {
      name: 'Paper club',
      description: null,
      recurring_interval: null,
      trial_interval: 'day',
      trial_interval_count: 14,
      prices: [price({ id: 'p0', is_archived: true, price_amount: 900 }), price({})],
      benefits: [{ id: 'b1', description: 'A letter' }],
      attached_custom_fields: [{ custom_field_id: 'f1', required: true, custom_field: { name: 'Size', slug: 'size' } }],
      metadata: { sku: 7 },
    } as unknown as Product;
    expect(fieldsOf(product, 'jpy')).toEqual({
      name: 'Paper club',
      description: '',
      interval: 'once',
      amountType: 'fixed',
      currency: 'usd',
      amount: 1900,
      minimum: null,
      maximum: null,
      preset: null,
      metered: [],
      trialCount: 14,
      trialInterval: 'day',
      attached: [{ id: 'f1', label: 'Size', slug: 'size', required: true }],
      benefits: [{ id: 'b1', label: 'A letter' }],
      metadata: [{ key: 'sku', value: '7' }],
    });
  });

  it('creates a new price from the typed amount', () => {
    expect(newPrices({ ...blank, amount: 2500 })).toMatchObject([{ amount_type: 'fixed', price_amount: 2500 }]);
    expect(newPrices({ ...blank, amountType: 'free', amount: 2500 })).toEqual([{ amount_type: 'free' }]);
  });

  it('keeps a price that did not change, so that it is not archived', () => {
    const change = (fields: Partial<ProductFields>, ...prices: ProductPrice[]) =>
      priceChanges({ ...blank, ...fields }, prices);
    expect(change({ amount: 1900 }, price({}))).toEqual([{ id: 'p1' }]);
    expect(change({ amountType: 'free' }, free)).toEqual([{ id: 'p1' }]);
    expect(change({ amount: 2000 }, price({}))).toMatchObject([{ price_amount: 2000 }]);
    expect(change({ amount: 1900, currency: 'eur' }, price({}))).toMatchObject([{ price_currency: 'eur' }]);
    expect(change({ amount: 1900 }, free)).toMatchObject([{ price_amount: 1900 }]);
    expect(change({ amount: 1900 })).toMatchObject([{ price_amount: 1900 }]);
    const chosen = price({ amount_type: 'custom', minimum_amount: 500, maximum_amount: null, preset_amount: null });
    expect(change({ amountType: 'custom', minimum: 500 }, chosen)).toEqual([{ id: 'p1' }]);
    expect(change({ amountType: 'custom', minimum: 600 }, chosen)).toMatchObject([{ minimum_amount: 600 }]);
  });

  it('sends its trial whole, or that it has none: what is bought once or free begins without one', () => {
    const trialOf = (fields: Partial<ProductFields>) => {
      const { trial_interval, trial_interval_count } = contentOf({ ...blank, trialInterval: 'week', ...fields });
      return [trial_interval, trial_interval_count];
    };
    expect(trialOf({ trialCount: 2 })).toEqual(['week', 2]);
    expect(trialOf({})).toEqual([null, null]);
    expect(trialOf({ trialCount: 2, interval: 'once' })).toEqual([null, null]);
    expect(trialOf({ trialCount: 2, amountType: 'free' })).toEqual([null, null]);
    expect(trialOf({ trialCount: 2, amountType: 'free', metered: [calls] })).toEqual(['week', 2]);
    expect([trialLength('day', 14), trialLength('month', 1), trialLength(null, null)]).toEqual([
      '14 days',
      '1 month',
      undefined,
    ]);
  });

  it('bills what meters count, unless the product is bought once', () => {
    const sent = { amount_type: 'metered_unit', meter_id: 'calls', unit_amount: '5', cap_amount: 20_000 };
    expect(newPrices({ ...blank, amountType: 'metered', metered: [calls] })).toMatchObject([sent]);
    expect(newPrices({ ...blank, amount: 900, metered: [calls] })).toMatchObject([{ price_amount: 900 }, sent]);
    expect(newPrices({ ...blank, amount: 900, interval: 'once', metered: [calls] })).toHaveLength(1);
  });

  it('keeps, adds and archives what meters bill', () => {
    const metered = price({
      id: 'm1',
      amount_type: 'metered_unit',
      meter_id: 'calls',
      unit_amount: '5',
      cap_amount: 20_000,
    });
    const change = (...rows: ProductFields['metered']) =>
      priceChanges({ ...blank, amount: 1900, metered: rows }, [price({}), metered]);
    expect(change(calls)).toEqual([{ id: 'p1' }, { id: 'm1' }]);
    expect(change({ ...calls, unit: '0.050' }, { ...calls, meterId: 'bytes' })).toMatchObject([
      { id: 'p1' },
      { id: 'm1' },
      { meter_id: 'bytes' },
    ]);
    expect(change({ ...calls, cap: null })).toMatchObject([{ id: 'p1' }, { unit_amount: '5', cap_amount: null }]);
    expect(change()).toEqual([{ id: 'p1' }]);
  });

  it('shows the server’s errors at their fields', () => {
    const field = { id: 'f1', label: 'Size', slug: 'size', required: true };
    const names = namesIn({ ...blank, metered: [calls], attached: [field] });
    expect(names['prices.0.price_amount']).toBe('amount');
    expect(names['prices.1.unit_amount']).toBe('metered.0.unit');
    expect(names['prices.1.metered_unit.unit_amount']).toBe('metered.0.unit');
    expect(names['prices.1.cap_amount']).toBe('metered.0.cap');
    expect(names['attached_custom_fields.0.custom_field_id']).toBe('attached.0');
    const onlyMetered = namesIn({ ...blank, amountType: 'metered', metered: [calls] });
    expect(onlyMetered['prices.0.meter_id']).toBe('metered.0.unit');
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
