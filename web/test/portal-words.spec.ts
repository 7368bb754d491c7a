import { expect, it } from '@jest/globals';
import { priceOf } from '@/features/portal/words';

it.each([
  ['usd', '$22.50 a month', '$30.00'],
  ['jpy', '¥2,250 a month', '¥3,000'],
])('the price of a subscription in %s says when its discount ends', (currency, price, full) => {
  const held = { amount: 2_250, currency, recurring_interval: 'month', after_discount: null };
  const after_discount = { at: '2027-03-12T10:00:00.000Z', amount: 3_000 };
  expect(priceOf(held)).toBe(price);
  expect(priceOf({ ...held, after_discount })).toBe(`${price}, discounted until 12 Mar 2027, then ${full}`);
  expect(priceOf({ ...held, amount: 0 })).toBe('Free');
  expect(priceOf({ ...held, amount: 0, after_discount })).toContain('Free, discounted until 12 Mar 2027');
});
