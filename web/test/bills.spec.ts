import { beforeEach, describe, expect, it } from '@jest/globals';
import { billLines, explanationOf, type Bill } from '@/lib/bill';
import { dunningSteps } from '@/lib/dunning';
import { behaviorWords, changedWords, refusedProduct } from '@/lib/plan-changes';
import { isCapped, isMetered, usageWords } from '@/lib/metered';
import { meteredPriceLabel } from '@/lib/price';
import { setZone } from '@/lib/zone';

beforeEach(() => setZone('UTC'));

describe.each([
  ['usd', '$21.32'],
  ['jpy', '¥2,132'],
])('a bill in %s', (currency, credit) => {
  const item = { id: 'i1', label: 'Reader — From Nov 21, 2026 to Dec 21, 2026', amount: 1_800, proration: false };
  const bill: Bill = {
    currency,
    items: [item],
    subtotal_amount: 1_800,
    discount_amount: 0,
    net_amount: 1_800,
    tax_amount: 0,
    total_amount: 1_800,
    applied_balance_amount: 0,
    due_amount: 1_800,
  };
  const shown = (of: Partial<Bill>) => billLines({ ...bill, ...of }).map(({ label, amount }) => [label, amount]);

  it('has its items and the total, and no sum that repeats the line above it', () => {
    expect(shown({})).toEqual([
      ['Reader, 21 Nov 2026 to 21 Dec 2026', 1_800],
      ['Total', 1_800],
    ]);
  });

  it('goes from the items over discount and tax to the total', () => {
    const rate = { name: 'VAT', percent: '19', country: 'DE', state: null, amount: 274 };
    const sums = { discount_amount: 360, net_amount: 1_440, tax_amount: 274, total_amount: 1_714, due_amount: 1_714 };
    const tax = { rates: [rate], reverse_charge: false };
    expect(shown({ ...sums, tax, discount: { name: 'Friends' } }).slice(1)).toEqual([
      ['Subtotal', 1_800],
      ['Discount: Friends', -360],
      ['Net', 1_440],
      ['VAT 19%, Germany', 274],
      ['Total', 1_714],
    ]);
    expect(shown(sums).at(-2)).toEqual(['Tax', 274]);
  });

  it('ends with what is charged if the customer’s account pays or adds to it', () => {
    const credited = { applied_balance_amount: -1_000, due_amount: 800 };
    expect(shown(credited).slice(-3)).toEqual([
      ['Total', 1_800],
      ['Credit applied', -1_000],
      ['To be charged', 800],
    ]);
    expect(shown({ ...credited, paid: true }).at(-1)).toEqual(['Charged', 800]);
    const indebted = { applied_balance_amount: 40, due_amount: 1_840 };
    expect(shown(indebted).slice(-2)).toEqual([
      ['Debt carried over', 40],
      ['To be charged', 1_840],
    ]);
  });

  it('says that what is below zero is credited, and that too little is carried to the next order', () => {
    const below = { subtotal_amount: -2_132, net_amount: -2_132, total_amount: -2_132, due_amount: 0 };
    expect(shown(below).at(-1)).toEqual([`${credit} is credited to the customer’s account`, 0]);
    const little = { subtotal_amount: 30, net_amount: 30, total_amount: 30, due_amount: 30, paid: true };
    expect(shown(little).at(-1)).toEqual(['Too little to charge: carried to the next order', 30]);
    // A checkout charges whatever it comes to.
    expect(shown({ ...little, checkout_id: 'c1' }).at(-1)).toEqual(['Total', 30]);
  });

  it('finds the explanation of each line: of items by their id, of taxes by their place', () => {
    const rates = ['State', 'County'].map((name) => ({
      name,
      percent: '4',
      country: 'US',
      state: 'US-NY',
      amount: 72,
    }));
    const sums = { tax_amount: 144, total_amount: 1_944, due_amount: 1_944, tax: { rates, reverse_charge: false } };
    const explained = [
      { kind: 'item' as const, item_id: 'i0', arithmetic: 'another item' },
      { kind: 'item' as const, item_id: 'i1', arithmetic: 'the item' },
      { kind: 'tax' as const, item_id: null, arithmetic: 'the state’s' },
      { kind: 'tax' as const, item_id: null, arithmetic: 'the county’s' },
      { kind: 'total' as const, item_id: null, arithmetic: 'the total' },
    ];
    const found = billLines({ ...bill, ...sums }).map((line) => explanationOf(line, explained)?.arithmetic);
    expect(found).toEqual(['the item', undefined, 'the state’s', 'the county’s', 'the total']);
  });
});

describe('the attempts to charge a failed payment', () => {
  const declined = (id: string, created_at: string) => ({
    id,
    status: 'declined',
    decline_code: 'insufficient_funds',
    created_at,
    card: { brand: 'visa', last4: '0002' },
  });
  const payments = [declined('p2', '2026-12-27T10:00:00.000Z'), declined('p1', '2026-12-25T10:00:00.000Z')];
  const dunning = { attempts: 2, next_attempt_at: '2027-01-01T10:00:00.000Z', grace_ends_at: null };
  const facts = { dunning, payments, finalAction: 'cancel' as const, endsAt: null };
  const shown = (of: object = {}) =>
    dunningSteps({ ...facts, ...of }).map(({ day, kind, words }) => [day, kind, words]);

  it('are those so far with their reasons, then days 7, 14 and 21 with what happens in the end', () => {
    expect(shown()).toEqual([
      [0, 'declined', 'Declined: insufficient funds, Visa ending in 0002'],
      [2, 'declined', 'Declined: insufficient funds, Visa ending in 0002'],
      [7, 'next', 'Next attempt'],
      [14, 'planned', 'Another attempt'],
      [21, 'planned', 'Last attempt; if that is declined, it is canceled'],
    ]);
    expect(shown({ finalAction: 'unpaid' }).at(-1)).toEqual([
      21,
      'planned',
      'Last attempt; if that is declined, it stays unpaid',
    ]);
  });

  it('show the end of the grace period, and the one by a new card, in the order of time', () => {
    const grace = { ...dunning, grace_ends_at: '2027-01-04T10:00:00.000Z' };
    const charging = { ...declined('p3', '2026-12-28T10:00:00.000Z'), status: 'pending', decline_code: null };
    expect(shown({ dunning: grace, payments: [charging, ...payments] }).map(([day, kind]) => [day, kind])).toEqual([
      [0, 'declined'],
      [2, 'declined'],
      [3, 'charging'],
      [7, 'next'],
      [10, 'grace'],
      [14, 'planned'],
      [21, 'planned'],
    ]);
  });

  it('end with a subscription that was canceled', () => {
    const steps = shown({ endsAt: '2027-01-03T10:00:00.000Z' });
    expect(steps.slice(2)).toEqual([
      [7, 'next', 'Next attempt'],
      [9, 'end', 'The subscription ends, as it was canceled'],
    ]);
  });

  it('are over when all five have failed, and go on after the one that is being charged', () => {
    const over = { dunning: { ...dunning, attempts: 5, next_attempt_at: null } };
    expect(shown(over).map(([, kind]) => kind)).toEqual(['declined', 'declined']);
    const running = { dunning: { ...dunning, next_attempt_at: null } };
    expect(
      shown(running)
        .map(([day, kind]) => [day, kind])
        .slice(2),
    ).toEqual([
      [14, 'planned'],
      [21, 'planned'],
    ]);
    expect(shown({ payments: [] }).map(([day]) => day)).toEqual([7, 14, 21]);
  });
});

describe('a change of plan', () => {
  it('says why a product can’t be changed to, and what to do instead', () => {
    expect(refusedProduct('Product is priced in another currency.')).toMatch(/stays in its own\. Offer a new checkout/);
    expect(refusedProduct('The customer has no payment method: upgrade the subscription with a checkout.')).toMatch(
      /no card on file/,
    );
    expect(refusedProduct('Product is archived.')).toMatch(/Put it on sale again/);
    expect(refusedProduct('Anything else.')).toBe('Anything else.');
  });

  it('says what it has done', () => {
    const before = { product: { id: 'a', name: 'Reader' }, amount: 1_800, pending_change: null };
    const studio = { product: { id: 'b', name: 'Studio' }, amount: 6_000, pending_change: null };
    expect(changedWords(before, studio)).toBe('Changed to Studio');
    const scheduled = { ...before, pending_change: { takes_effect_at: '2026-12-24T10:00:00.000Z' } };
    expect(changedWords(before, scheduled)).toBe('Scheduled: the plan changes on 24 Dec 2026');
    expect(changedWords(scheduled, before)).toBe('The plan stays Reader');
    expect(behaviorWords('next_period')).toBe('when the period ends');
  });
});

describe('what is said of usage', () => {
  const price = { amount_type: 'metered_unit', meter_id: 'm1', cap_amount: 500 };
  const capped = (amount: number, meter_id = 'm1') => isCapped({ prices: [price] as never }, { meter_id, amount });

  it('says how much of what is credited they have used', () => {
    expect(usageWords({ consumed_units: 1_250.5, credited_units: 2_000 })).toBe('1,250.5 of 2,000 used');
    expect(usageWords({ consumed_units: 3, credited_units: 0 })).toBe('3 used');
  });

  it('says when a price charges no more', () => {
    expect([capped(500), capped(499), capped(500, 'm2')]).toEqual([true, false, false]);
  });

  it.each([
    ['usd', '0.5', null, 'month', '$0.005 each'],
    ['usd', '5', 20_000, 'month', '$0.05 each, at most $200.00 a month'],
    ['jpy', '3', 900, null, '¥3 each, at most ¥900 once'],
  ] as const)('names its price beside the meter, in %s', (currency, unit_amount, cap_amount, interval, label) => {
    const metered = { amount_type: 'metered_unit', is_archived: false, meter: { name: 'Calls' } } as const;
    expect(meteredPriceLabel({ ...metered, unit_amount, cap_amount, price_currency: currency }, interval)).toBe(label);
  });

  it('bills a subscription by it until that has ended', () => {
    const line = { meter_id: 'm1', amount: 0 };
    expect(isMetered({ ended_at: null, meters: [line] })).toBe(true);
    expect(isMetered({ ended_at: null, meters: [] })).toBe(false);
    expect(isMetered({ ended_at: '2026-11-26T10:00:00.000Z', meters: [line] })).toBe(false);
  });
});
