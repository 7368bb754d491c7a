import { describe, expect, it } from '@jest/globals';
import { entrySums, orderSums, subscriptionSums } from '@/lib/list-sums';

describe.each(['eur', 'jpy'])('the sums above a list in %s', (currency) => {
  const words = (sums: { amount: number; of: string }[]) => sums.map(({ amount, of }) => `${amount} ${of}`);

  it('are those of the columns of paid orders, and of what is left of them', () => {
    const order = { currency, net_amount: 663, refunded_amount: 0, unpaid_amount: 0 };
    expect(words(orderSums([order]))).toEqual(['663 before tax']);
    expect(words(orderSums([{ ...order, refunded_amount: 170 }]))).toEqual([
      '663 before tax',
      '-170 refunded',
      '493 after refunds',
    ]);
    expect(words(orderSums([{ ...order, unpaid_amount: 40 }]))).toEqual(['663 before tax', '40 not paid, with tax']);
    expect(words(orderSums([{ ...order, net_amount: 0, unpaid_amount: 40 }]))).toEqual(['40 not paid, with tax']);
    expect(words(orderSums([{ ...order, net_amount: 0 }]))).toEqual(['0 before tax']);
  });

  it('say what subscriptions count to: MRR, or what is past due or renews', () => {
    const total = { currency, amount: 5_000, monthly_amount: 900, monthly_recurring_revenue: 700 };
    expect(words(subscriptionSums([total], {}))).toEqual(['700 MRR']);
    expect(words(subscriptionSums([total], { status: 'live' }))).toEqual(['700 MRR']);
    expect(words(subscriptionSums([total], { status: 'canceled' }))).toEqual(['700 MRR']);
    expect(words(subscriptionSums([total], { status: 'past_due' }))).toEqual(['900 a month, past due']);
    expect(words(subscriptionSums([total], { status: 'renewing' }))).toEqual(['5000 at the next renewals, before tax']);
  });

  it('are of entries before and with tax', () => {
    expect(words(entrySums([{ currency, net_amount: 100, total_amount: 119 }]))).toEqual([
      '100 before tax',
      '119 with tax',
    ]);
  });
});
