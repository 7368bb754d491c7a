import { expect, it } from '@jest/globals';
import { priceOf } from '@/features/portal/words';

it.each([
  ['usd', '$22.50 a month', '$30.00'],
  ['jpy', '¥2,250 a month', '¥3,000'],
])('the price of a subscription in %s says how many charges are discounted', (currency, price, full) => {
  const held = { amount: 2_250, currency, recurring_interval: 'month', after_discount: null };
  const after_discount = { at: '2027-03-12T10:00:00.000Z', amount: 3_000, charges_left: 2 };
  const then = `then ${full} from 12 Mar 2027`;
  expect(priceOf(held)).toBe(price);
  expect(priceOf({ ...held, after_discount })).toBe(`${price}, discounted for 2 more charges, ${then}`);
  expect(priceOf({ ...held, after_discount: { ...after_discount, charges_left: 1 } })).toContain('for 1 more charge, ');
  expect(priceOf({ ...held, after_discount: { ...after_discount, charges_left: 0 } })).toBe(`${price}, ${then}`);
  expect(priceOf({ ...held, amount: 0 })).toBe('Free');
  expect(priceOf({ ...held, amount: 0, after_discount })).toContain('Free, discounted for 2 more charges');
});
