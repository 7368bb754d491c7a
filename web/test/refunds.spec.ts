import { describe, expect, it } from '@jest/globals';
import { orderAnswer } from '@/lib/answers';
import { cardWords } from '@/lib/cards';
import { orderFilters } from '@/lib/list-filters';
import { refundable, refundReason, refundSplit, taxShare } from '@/lib/refunds';

describe('the refund dialog', () => {
  const order = { net_amount: 1_000, tax_amount: 190, currency: 'usd' };
  const part = { status: 'succeeded', amount: 333, tax_amount: 63 };

  it('offers what is neither refunded nor being refunded', () => {
    expect(refundable(order, [])).toEqual({ amount: 1_000, tax: 190 });
    expect(refundable(order, [part, { ...part, status: 'pending' }])).toEqual({ amount: 334, tax: 64 });
    expect(
      refundable(order, [
        { ...part, status: 'failed' },
        { ...part, status: 'canceled' },
      ]).amount,
    ).toBe(1_000);
  });

  it('shows the tax that the server will refund: half to even, and the rest with the rest', () => {
    const left = refundable(order, [part]);
    expect(taxShare(333, order, refundable(order, []))).toBe(63);
    expect(taxShare(667, order, left)).toBe(127);
    expect([50, 150].map((amount) => taxShare(amount, { ...order, tax_amount: 170 }, left))).toEqual([8, 26]);
    expect(taxShare(50, order, { amount: 500, tax: 3 })).toBe(3);
    const dinars = { net_amount: 13_330, tax_amount: 2_530, currency: 'kwd' };
    expect(taxShare(4_440, dinars, refundable(dinars, []))).toBe(840);
    const less = { ...order, tax_amount: -190 };
    expect(taxShare(333, less, refundable(less, []))).toBe(-63);
  });
});

describe('a refund of an order that credit paid in part', () => {
  it('goes to the card first, and the rest becomes credit again', () => {
    const order = { due_amount: 700 };
    expect(refundSplit(600, order, [])).toEqual({ card: 600, credit: 0 });
    expect(refundSplit(1_190, order, [])).toEqual({ card: 700, credit: 490 });
    const earlier = { status: 'succeeded', amount: 500, tax_amount: 95, balance_amount: 0 };
    expect(refundSplit(595, order, [earlier])).toEqual({ card: 105, credit: 490 });
    expect(refundSplit(595, order, [{ ...earlier, status: 'failed' }])).toEqual({ card: 595, credit: 0 });
  });
});

describe('a refunded order', () => {
  const paid = { voided_at: null, paid_at: '2026-01-31T10:00:00.000Z', created_at: '2026-01-31T10:00:00.000Z' };
  const of = { ...paid, total_amount: 1_190, currency: 'usd' };

  it('says what of it was refunded', () => {
    const some = { ...of, status: 'partially_refunded', refunded_amount: 333, refunded_tax_amount: 63 };
    expect(orderAnswer(some).text).toBe('$11.90 was paid on 31 Jan 2026, and $3.96 of it refunded.');
    const all = { ...of, status: 'refunded', refunded_amount: 1_000, refunded_tax_amount: 190 };
    expect(orderAnswer(all)).toEqual({ tone: 'off', text: '$11.90 was paid on 31 Jan 2026, and refunded.' });
  });

  it('is among the paid orders', () => {
    expect(orderFilters({ status: 'paid' })).toEqual({ status: ['paid', 'partially_refunded', 'refunded'] });
    expect(orderFilters({ status: 'refunded' })).toEqual({ status: ['partially_refunded', 'refunded'] });
  });
});

describe('words', () => {
  it('name cards and reasons', () => {
    expect(cardWords({ brand: 'amex', last4: '0005' })).toBe('American Express ending in 0005');
    expect(cardWords({ brand: 'cartes_bancaires', last4: '0003' })).toBe('Cartes bancaires ending in 0003');
    expect(refundReason('duplicate')).toBe('They bought it twice');
    expect(refundReason('new_reason')).toBe('New reason');
  });
});
