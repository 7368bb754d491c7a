import { describe, expect, it } from '@jest/globals';
import { actorWords, changedFields, dataLines, eventWords, fieldWords } from '@/lib/ledger';

describe('an event', () => {
  it('is named in words, without the page’s own subject', () => {
    expect([
      eventWords('SubscriptionRenewalFailed'),
      eventWords('SubscriptionRenewalFailed', 'subscription'),
      eventWords('OrderPaid', 'subscription'),
    ]).toEqual(['Subscription renewal failed', 'Renewal failed', 'Order paid']);
  });

  it('names who caused it, and what Tillbook did by itself', () => {
    expect([
      actorWords({ kind: 'user', id: 'u1', name: 'Ada' }),
      actorWords({ kind: 'token', id: '01a33bad-8534-7a6e' }),
      actorWords({ kind: 'system', id: 'renewal' }),
      actorWords({ kind: 'system', id: 'grants' }),
    ]).toEqual(['by Ada', 'by access token 01a33b…7a6e', 'Scheduled renewal', 'Automatic']);
  });

  it('shows its data as lines, without empty fields', () => {
    const data = {
      amount: 1900,
      currency: 'usd',
      paidAt: '2026-11-21T10:34:07.120Z',
      note: null,
      items: [],
      trial: false,
    };
    expect(dataLines(data).map(({ name, value }) => `${name}: ${value}`)).toEqual([
      'Amount: $19.00',
      'Currency: usd',
      'Paid at: 2026-11-21 10:34:07 UTC',
      'Trial: no',
    ]);
    expect(fieldWords('current_period_end')).toBe('Current period end');
  });

  it('shows the fields of the state that changed', () => {
    expect(changedFields({ status: 'open', tags: ['a'] }, { status: 'paid', tags: ['a'] })).toEqual({ status: 'paid' });
    expect(changedFields(null, { status: 'open' })).toEqual({ status: 'open' });
  });
});
