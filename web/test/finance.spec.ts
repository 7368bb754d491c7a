import { describe, expect, it } from '@jest/globals';
import { accountLineWords } from '../src/lib/account-lines.ts';
import {
  balanceWords,
  leftAfterRefunds,
  periodName,
  taxPlace,
  taxRateWords,
  taxRowWords,
  taxTableHref,
} from '../src/lib/finance.ts';
import { financeFilters } from '../src/lib/list-filters.ts';
import { paymentAnswer, processorWords } from '../src/lib/payments.ts';
import { rangeOf } from '../src/lib/presets.ts';

describe('the finance screens', () => {
  const vat = { country: 'DE', state: null, name: 'USt', percent: '19', treatment: 'taxed' } as const;
  const none = { country: null, state: null, name: null, percent: null, treatment: 'no_rate' } as const;

  it('say where and how something was taxed', () => {
    expect([taxPlace(vat), taxRateWords(vat)]).toEqual(['Germany', 'USt 19%']);
    expect(taxPlace({ country: 'CA', state: 'CA-QC' })).toBe('Canada, CA-QC');
    expect(taxRateWords({ ...vat, treatment: 'reverse_charge' })).toBe('Reverse charge (USt 19%)');
    expect([taxPlace(none), taxRateWords(none)]).toEqual(['Unknown place', 'No rate']);
    expect(taxRowWords('usd/US-CA/taxed/7.25/Sales/use tax')).toBe('United States, US-CA, Sales/use tax 7.25%');
    expect(taxRowWords('jpy//no_rate//')).toBe('Unknown place, No rate');
    expect(taxRowWords('usd/US-CA/no_rate//')).toBe('United States, US-CA, No rate');
  });

  it('take refunds, which are below 0, off the sales', () => {
    const sums = (count: number, net: number, tax: number) => ({
      ...{ count, net_amount: net, tax_amount: tax, total_amount: net + tax },
    });
    expect(leftAfterRefunds({ sales: sums(3, 3_000, 190), refunds: sums(1, -333, -63) })).toEqual(sums(4, 2_667, 127));
  });

  it.each([
    ['eur', '€18.70'],
    ['jpy', '¥1,870'],
  ])('say in %s what balances paid, or what was added to them', (currency, amount) => {
    const words = (payment_amount: number) => balanceWords({ total_amount: 5_000, payment_amount }, currency);
    expect(words(5_000)).toBe('');
    expect(words(3_130)).toBe(`, ${amount} paid from balances`);
    expect(words(6_870)).toBe(`, ${amount} added to balances`);
  });

  it('name whole periods, and no cut ones', () => {
    expect(periodName({ from: '2026-02-01', to: '2026-02-28' }, 'month')).toBe('February 2026');
    expect(periodName({ from: '2026-04-01', to: '2026-06-30' }, 'quarter')).toBe('Q2 2026');
    expect(periodName({ from: '2026-01-01', to: '2026-12-31' }, 'year')).toBe('2026');
    expect(periodName({ from: '2026-02-01', to: '2026-02-27' }, 'month')).toBeUndefined();
    expect(periodName({ from: '2026-05-01', to: '2026-07-31' }, 'quarter')).toBeUndefined();
  });

  it('offer this and the last quarter', () => {
    const at = (day: string) => Date.parse(`${day}T12:00:00Z`);
    expect(rangeOf('this-quarter', at('2026-11-25'))).toEqual({ from: '2026-10-01', to: '2026-12-31' });
    expect(rangeOf('last-quarter', at('2026-11-25'))).toEqual({ from: '2026-07-01', to: '2026-09-30' });
    expect(rangeOf('last-quarter', at('2026-02-01'))).toEqual({ from: '2025-10-01', to: '2025-12-31' });
  });

  it('open a figure to the rows that the server added up', () => {
    expect(financeFilters({ kind: 'refunds', row: 'usd/DE/taxed/19/USt', currency: 'usd' })).toEqual({
      kind: ['refund', 'refund_reversal'],
      row: ['usd/DE/taxed/19/USt'],
      currency: ['usd'],
    });
    expect(financeFilters({ kind: 'sale' })).toEqual({ kind: ['sale'] });
    expect(financeFilters({ kind: 'all' })).toEqual({});
    expect(taxTableHref('g1', { from: '2026-01-01', to: '2026-03-31' }, 'quarter')).toBe(
      '/api/dashboard/finance/export?organization_id=g1&start_date=2026-01-01&end_date=2026-03-31&interval=quarter',
    );
  });
});

describe.each([
  ['usd', '$10.00', '$4.00'],
  ['jpy', '¥1,000', '¥400'],
])('a payment in %s', (currency, all, part) => {
  const payment = {
    status: 'succeeded',
    amount: 1_000,
    currency,
    decline_reason: null,
    created_at: '2026-03-01T10:00:00.000Z',
    modified_at: '2026-03-02T10:00:00.000Z',
  } as const;

  it('says whether it was paid and refunded, or why not', () => {
    expect(paymentAnswer(payment, 0)).toMatchObject({
      tone: 'good',
      text: expect.stringMatching(`^\\${all} was paid on`),
    });
    expect(paymentAnswer(payment, 400).text).toContain(`and ${part} of it refunded.`);
    expect(paymentAnswer(payment, 1_000)).toMatchObject({
      tone: 'off',
      text: expect.stringMatching(/, and refunded\.$/),
    });
    const failed = { ...payment, status: 'failed', decline_reason: 'insufficient_funds' } as const;
    expect(paymentAnswer(failed, 0)).toMatchObject({
      tone: 'bad',
      text: expect.stringMatching(/: insufficient funds\.$/),
    });
    expect(paymentAnswer({ ...payment, status: 'pending' }, 0).tone).toBe('wait');
    expect(paymentAnswer({ ...payment, amount: 0 }, 0).text).toContain('nothing was charged');
  });

  it('says which processor takes payments, and whether its reports are accepted', () => {
    const words = (processor: 'sandbox' | 'stripe' | null, is_live = false, verifies_webhooks = true) => {
      const { name, tone, text } = processorWords({ processor, is_live, verifies_webhooks });
      return [name, tone, text];
    };
    expect(words(null)).toEqual(['No processor', 'warn', expect.stringContaining('no payment processor')]);
    expect(words('sandbox')).toEqual(['Sandbox', 'wait', expect.stringContaining('test cards')]);
    expect(words('stripe')).toEqual(['Stripe, test mode', 'wait', expect.stringContaining('no money moves')]);
    expect(words('stripe', true)).toEqual(['Stripe', 'good', expect.stringContaining('webhook secret is set')]);
    expect(words('stripe', true, false)).toEqual(['Stripe', 'warn', expect.stringContaining('is not set')]);
  });

  it('names the lines of an account in plain words', () => {
    expect(accountLineWords('CreditApplied')).toBe('Used for an order');
  });
});
