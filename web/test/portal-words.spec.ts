import { describe, expect, it } from '@jest/globals';
import type { PortalCustomer } from '@/api/types';
import { platformsOf } from '@/features/portal/linked-accounts';
import { chargedWords, eachCard, priceOf, subscriptionWords } from '@/features/portal/words';

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

it('says what another card has paid, by currency', () => {
  const paid = (currency: string, total_amount: number, due_amount?: number) => ({
    currency,
    total_amount,
    due_amount,
  });
  expect(chargedWords([])).toBe('');
  expect(chargedWords([paid('usd', 1_500)])).toBe('$15.00 was charged.');
  // Some of it was paid from the account.
  expect(chargedWords([paid('usd', 1_500, 1_200), paid('usd', 300)])).toBe('$15.00 was charged.');
  expect(chargedWords([paid('jpy', 1_500), paid('eur', 900)])).toBe('¥1,500 and €9.00 were charged.');
});

it('lists a card once that was saved more than once, as the one that is charged', () => {
  const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030 };
  const method = (id: string, more: object = {}) => ({ id, type: 'card', default: false, card, ...more });
  const other = method('c', { card: { ...card, exp_year: 2031 } });
  const link = { id: 'd', type: 'link', default: false };
  const shown = eachCard([method('a'), other, method('b', { default: true }), link, { ...link, id: 'e' }]);
  expect(shown.map(({ method: { id }, ids }) => [id, ids])).toEqual([
    ['b', ['a', 'b']],
    ['c', ['c']],
    ['d', ['d']],
    ['e', ['e']],
  ]);
  expect(eachCard([method('new'), method('old')]).map(({ method: { id } }) => id)).toEqual(['new']);
});

it('offers to unlink an account where the shop gives nothing any more', () => {
  const customer = { oauth_accounts: { 'github:1': { account_id: '1', account_username: 'ada' } } };
  const at = (linkable_platforms: ('discord' | 'github')[], accounts: object = customer) =>
    platformsOf({ linkable_platforms }, accounts as PortalCustomer);
  expect(at([])).toEqual(['github']);
  expect(at(['discord'])).toEqual(['discord', 'github']);
  expect(at([], { oauth_accounts: {} })).toEqual([]);
});

describe.each([
  ['eur', '€22.50', '€26.78'],
  ['jpy', '¥2,250', '¥2,678'],
])('a subscription in %s, to its customer', (currency, price, charge) => {
  const held = {
    ...{ status: 'active', amount: 2_250, currency, recurring_interval: 'month', cancel_at_period_end: false },
    ...{ current_period_end: '2027-03-12T10:00:00.000Z', trial_ends_at: null, ends_at: null, ended_at: null },
    ...{ after_discount: null, dunning: null, meters: [] as unknown[] },
  };
  const metered = { ...held, meters: [{}] };
  const next = (due_amount: number) => ({ due_amount, currency });

  it('names what is charged, or what it is computed from', () => {
    expect(subscriptionWords(held, next(2_678)).text).toBe(`It renews on 12 Mar 2027 for ${charge}.`);
    expect(subscriptionWords(held).text).toBe(`It renews on 12 Mar 2027 for ${price} before tax.`);
    expect(subscriptionWords(metered).text).toBe(`It renews on 12 Mar 2027 for ${price} before tax, plus usage.`);
  });

  it('says what is charged at its end', () => {
    const canceled = { ...held, cancel_at_period_end: true };
    const words = (...of: Parameters<typeof subscriptionWords>) => subscriptionWords(...of).text.split('. ')[1];
    expect(words(canceled)).toBe('You are not charged again.');
    expect(words(canceled, next(0))).toBe('You are not charged again.');
    expect(words(canceled, next(2_678))).toBe(`A last ${charge} is charged then.`);
    expect(words({ ...canceled, ...{ meters: [{}] } })).toBe('What you use until then is charged then.');
  });
});
