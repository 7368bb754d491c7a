import { describe, expect, it, jest } from '@jest/globals';
import type { Purchase } from '@/api/checkout';
import { ApiError } from '@/api/error';
import type { CheckoutPublic } from '@/api/types';
import { Edits } from '@/features/checkout/edits';
import { changeAt, enteredIn, fieldNames, isOptionalPart, problemsIn, purchaseOf } from '@/features/checkout/entered';
import { prefilled } from '@/features/checkout/prefilled';
import { checkoutSearch } from '@/features/checkout/search';
import {
  amountError,
  discountWords,
  limitWords,
  payLabel,
  dueToday,
  priceWords,
  refusalAt,
  courseWords,
  renewalWords,
  trialLine,
  trialWords,
  unitWords,
} from '@/features/checkout/words';
import { states } from '@/lib/states';
import { normalState } from '../../src/features/billing/address.ts';

const fixed = { amount_type: 'fixed', price_amount: 1900, price_currency: 'usd' };
const custom = {
  amount_type: 'custom',
  price_currency: 'usd',
  minimum_amount: 500,
  preset_amount: 1500,
  maximum_amount: 50_000,
};
const metered = { amount_type: 'metered_unit', price_currency: 'usd', unit_amount: '0.05', meter: { name: 'calls' } };
const text = { id: 'f1', type: 'text', slug: 'engraving', name: 'Engraving', properties: { max_length: 3 } };
const box = { id: 'f2', type: 'checkbox', slug: 'terms', name: 'Terms', properties: {} };

function product(prices: object[], recurring_interval: 'month' | null = null) {
  return { prices, recurring_interval } as unknown as CheckoutPublic['product'];
}

function checkout(given: object = {}): CheckoutPublic {
  return {
    amount: 1900,
    total_amount: 1900,
    tax_amount: 0,
    currency: 'usd',
    product: product([fixed]),
    product_price: fixed,
    discount: null,
    active_trial_interval: null,
    active_trial_interval_count: null,
    is_payment_required: true,
    is_payment_form_required: true,
    require_billing_address: false,
    is_business_customer: false,
    allow_discount_codes: true,
    attached_custom_fields: [],
    custom_field_data: {},
    customer_tax_id: null,
    ...given,
  } as unknown as CheckoutPublic;
}

describe('the words of a checkout', () => {
  it('name every kind of price', () => {
    expect([
      priceWords(product([fixed])),
      priceWords(product([fixed, metered], 'month')),
      priceWords(product([custom])),
      priceWords(product([{ amount_type: 'free' }], 'month')),
      priceWords(product([metered], 'month')),
    ]).toEqual([
      '$19.00',
      '$19.00 a month + calls at $0.0005 each',
      'You choose the price',
      'Free',
      'calls at $0.0005 each, charged every month',
    ]);
    expect(unitWords({ unit_amount: '1250', price_currency: 'jpy' })).toBe('¥1,250');
  });

  it('say what a chosen amount may be', () => {
    const limits = custom as never;
    expect(limitWords(limits, 'usd')).toBe('At least $5.00, at most $500.00.');
    expect([null, 499, 500, 50_000, 50_001].map((amount) => amountError(amount, limits, 'usd'))).toEqual([
      'Enter an amount with at most two decimals, such as 19.00.',
      'Enter at least $5.00.',
      undefined,
      undefined,
      'Enter at most $500.00.',
    ]);
    const none = { minimum_amount: null, maximum_amount: null };
    expect([limitWords(none, 'usd'), amountError(49, none, 'usd'), amountError(50, none, 'usd')]).toEqual([
      undefined,
      'Enter at least $0.50.',
      undefined,
    ]);
  });

  it('say what comes after today, with and without a discount that ends', () => {
    const club = { product: product([fixed], 'month') };
    const off = { type: 'percentage', basis_points: 2000, name: 'Friends', code: null };
    const once = { ...club, discount: { ...off, duration: 'once' }, total_amount: 1520 };
    const months = { ...once, discount: { ...off, duration: 'repeating', duration_in_months: 3 }, tax_amount: 304 };
    const forever = { ...once, discount: { ...off, duration: 'forever' } };
    expect([{}, club, once, months, forever].map((given) => renewalWords(checkout(given)))).toEqual([
      undefined,
      'Then $19.00 every month',
      'Then $19.00 every month',
      'Discounted for 3 months, then $19.00 plus tax every month',
      'Then $15.20 every month',
    ]);
    expect([{}, club, once, forever].map((given) => payLabel(checkout(given)))).toEqual([
      'Pay $19.00',
      'Subscribe for $19.00 a month',
      'Subscribe and pay $15.20 today',
      'Subscribe for $15.20 a month',
    ]);
    expect(discountWords(forever.discount as never)).toBe('Friends, 20% off');
  });

  it('say what a trial begins with, and that nothing is charged today', () => {
    const trial = {
      product: product([fixed], 'month'),
      is_payment_required: false,
      active_trial_interval: 'day',
      active_trial_interval_count: 14,
    };
    expect(payLabel(checkout(trial))).toBe('Start trial');
    expect(dueToday(checkout(trial))).toBe(0);
    expect(dueToday(checkout({ is_payment_required: true }))).toBe(1900);
    expect(trialWords(checkout({ active_trial_interval: 'month', active_trial_interval_count: 1 }))).toBe('1 month');
  });

  describe.each([
    ['usd', '$9.00', '$12.00', '$10.71'],
    ['jpy', '¥900', '¥1,200', '¥1,071'],
  ])('of a trial in %s', (currency, discounted, full, taxed) => {
    const then = { at: '2027-03-12T10:00:00.000Z', amount: 1_200 };
    const next_charge = { at: '2026-12-12T10:00:00.000Z', amount: 900, currency, then };
    const trial = {
      ...{ product: product([fixed], 'month'), is_payment_required: false, trial_end: null, next_charge, currency },
      ...{ active_trial_interval: 'day', active_trial_interval_count: 14 },
      ...{ amount: 1_200, discount_amount: 300, tax_amount: 0, total_amount: 900 },
    };
    const course = (more: object = {}) => courseWords(checkout({ ...trial, ...more }));

    it('add up: price, discount, tax and trial are what is due today', () => {
      for (const more of [{}, { tax_amount: 171, total_amount: 1_071 }, { tax_amount: null }]) {
        const one = checkout({ ...trial, ...more });
        const line = trialLine(one)!;
        expect(one.amount - one.discount_amount + (one.tax_amount ?? 0) + line.amount).toBe(dueToday(one));
        expect(line.name).toBe('Free trial until 12 Dec 2026');
      }
      expect(trialLine(checkout())).toBeUndefined();
      expect(trialLine(checkout({ ...trial, amount: 0, discount_amount: 0, total_amount: 0 }))).toBeUndefined();
    });

    it('say what is charged on which day, also for usage and with tax', () => {
      expect(course()).toBe(`12 Dec 2026: ${discounted}, then ${full} every month from 12 Mar 2027`);
      expect(course({ tax_amount: 171, total_amount: 1_071 })).toBe(
        `12 Dec 2026: ${taxed}, then ${full} plus tax every month from 12 Mar 2027`,
      );
      expect(course({ next_charge: { ...next_charge, then: null }, product: product([fixed, metered], 'month') })).toBe(
        `12 Dec 2026: ${discounted}, then every month, plus usage`,
      );
      const nothing = { next_charge: null, amount: 0, total_amount: 0, discount_amount: 0 };
      expect(course({ ...nothing, product: product([metered], 'month') })).toBe(
        'Free for 14 days. Then usage is charged every month',
      );
      expect(courseWords(checkout())).toBeUndefined();
    });
  });

  it('put a refusal at its field, and what names none at the form', () => {
    expect(refusalAt(new ApiError(422, 'x', 'y', { discount_code: 'No.' }))).toEqual({ discount_code: 'No.' });
    expect(refusalAt(new ApiError(403, 'AlreadyActiveSubscriptionError', 'You have it.'))).toEqual({
      customer_email: 'You have it.',
    });
    expect(refusalAt(new ApiError(429, 'TooManyRequests', 'Later.'))).toEqual({ '': 'Later.' });
  });
});

describe('the form of a checkout', () => {
  const asking = checkout({
    product_price: custom,
    require_billing_address: true,
    is_business_customer: true,
    attached_custom_fields: [
      { custom_field: text, required: true },
      { custom_field: box, required: true },
    ],
  });

  it('reports everything that is missing at once', () => {
    const empty = { ...enteredIn(asking), amount: null };
    expect(Object.keys(problemsIn(empty, asking))).toEqual([
      'amount',
      'email',
      'name',
      'fields.f1',
      'fields.f2',
      'country',
      'billing_name',
    ]);
    expect(Object.keys(problemsIn({ ...empty, country: 'DE' }, asking))).toEqual(
      expect.arrayContaining(['line1', 'postal_code', 'city']),
    );
    expect(problemsIn({ ...empty, 'fields.f1': 'long' }, asking)).toMatchObject({
      'fields.f1': 'Use at most 3 characters.',
    });
  });

  it('asks for nothing but an e-mail where nothing is due', () => {
    const free = checkout({ is_payment_form_required: false, product_price: { amount_type: 'free' } });
    expect(problemsIn(enteredIn(free), free)).toEqual({ email: 'Enter the e-mail your receipt should go to.' });
    expect(purchaseOf({ ...enteredIn(free), email: ' bo@example.com ' }, free)).toEqual({
      customer_email: 'bo@example.com',
      customer_name: null,
    });
  });

  it('sends everything at a confirm, in the contract’s names, and every name has its field', () => {
    const filled = {
      ...enteredIn(asking),
      ...{ email: 'bo@example.com', name: 'Bo', country: 'US', state: 'NY', business: true, billing_name: 'Bo Ltd' },
      ...{ 'fields.f1': 'BO', 'fields.f2': true, amount: 700 },
    };
    expect(purchaseOf(filled, asking)).toMatchObject({
      amount: 700,
      customer_billing_address: { country: 'US', state: 'NY' },
      is_business_customer: true,
      customer_billing_name: 'Bo Ltd',
      customer_tax_id: null,
      custom_field_data: { engraving: 'BO', terms: true },
      confirmation_token_id: 'ctoken_ok',
    });
    expect(fieldNames(asking)).toMatchObject({
      'custom_field_data.engraving': 'fields.f1',
      'customer_billing_address.state': 'state',
    });
  });

  it('saves what was finished, and forgets the tax id of another country', () => {
    const values = () => ({ ...enteredIn(asking), country: 'FR', 'fields.f1': 'BO' });
    const change = (name: string, from = asking) => changeAt(name, from, values)?.[1]();
    expect(change('fields.f1')).toEqual({ custom_field_data: { engraving: 'BO', terms: false } });
    expect(change('country')).not.toHaveProperty('customer_tax_id');
    expect(change('country', checkout({ customer_tax_id: 'DE123456788' }))).toMatchObject({ customer_tax_id: null });
    expect(change('code')).toBeUndefined();
  });

  it('offers the states that the server knows, and wants one of them', () => {
    for (const country of ['US', 'CA'])
      for (const { code } of states[country]!) expect(normalState(code, country)).toBe(`${country}-${code}`);
    expect([states.US!.length, states.CA!.length]).toEqual([60, 13]);
    expect(['US', 'CA', 'DE'].map((country) => isOptionalPart('state', country, checkout()))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('is filled in by a link, without what is not valid', () => {
    const from = (link: string, at = asking) => prefilled(at, new URLSearchParams(link));
    expect(
      from('amount=700&discount_code=PAPER20&custom_field_data.engraving=BO&custom_field_data.terms=true'),
    ).toEqual({
      amount: 700,
      discount_code: 'PAPER20',
      custom_field_data: { engraving: 'BO', terms: true },
    });
    expect(from('amount=499&custom_field_data.engraving=LONG&custom_field_data.other=1&x=y')).toEqual({});
    expect(from('amount=700&discount_code=A', checkout({ allow_discount_codes: false }))).toEqual({});
  });

  it('keeps only the theme and the frame in its address', () => {
    expect(checkoutSearch({ embed: true, theme: 'dark', amount: 500 })).toEqual({ embed: true, theme: 'dark' });
    expect(checkoutSearch({ embed: 'yes', theme: 'pink' })).toEqual({});
  });
});

describe('changes of a checkout', () => {
  it('are sent one at a time, in their order, and only the last of a kind', async () => {
    jest.useFakeTimers();
    const log: string[] = [];
    const answers: (() => void)[] = [];
    const send = (change: Purchase) => {
      log.push(`sent ${JSON.stringify(change)}`);
      return new Promise<void>((resolve) => answers.push(resolve));
    };
    const edits = new Edits(send, {
      onChange: () => undefined,
      onAnswer: (change) => log.push(`answered ${Object.keys(change).join()}`),
      onError: () => Promise.resolve(),
    });
    for (const amount of [500, 550, 555]) edits.edit('amount', () => ({ amount }), 400);
    edits.edit('code', () => ({ discount_code: 'A' }));
    const settled = edits.settle();
    await jest.advanceTimersByTimeAsync(1_000);
    expect([log, edits.isPending]).toEqual([['sent {"amount":555}'], true]);
    answers[0]!();
    await jest.advanceTimersByTimeAsync(0);
    answers[1]!();
    await settled;
    expect(log.slice(1)).toEqual(['answered amount', 'sent {"discount_code":"A"}', 'answered discount_code']);
    expect(edits.isPending).toBe(false);
    jest.useRealTimers();
  });

  it('go on after one was refused', async () => {
    const refused: Purchase[] = [];
    const answered: Purchase[] = [];
    const send = ({ discount_code }: Purchase) => (discount_code ? Promise.reject(new Error('no')) : Promise.resolve());
    const edits = new Edits(send, {
      onChange: () => undefined,
      onAnswer: (change) => answered.push(change),
      onError: async (_, change) => void refused.push(change),
    });
    edits.edit('code', () => ({ discount_code: 'A' }));
    edits.edit('name', () => ({ customer_name: 'Bo' }));
    await edits.settle();
    expect([refused, answered]).toEqual([[{ discount_code: 'A' }], [{ customer_name: 'Bo' }]]);
  });
});
