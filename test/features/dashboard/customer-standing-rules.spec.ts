import { describe, expect, it } from '@jest/globals';
import { standingOf } from '../../../src/features/dashboard/customer-standings/customer-standing.rules.ts';

describe('standingOf', () => {
  const one = (status: 'active' | 'trialing' | 'past_due' | 'unpaid', cancel_at_period_end = false) => ({
    status,
    cancel_at_period_end,
  });

  it('says what needs attention first, whatever the order of the subscriptions', () => {
    const live = [one('trialing'), one('active'), one('active', true), one('past_due'), one('unpaid')];
    const expected = ['trialing', 'active', 'ending', 'past_due', 'unpaid'];
    for (let most = 1; most <= live.length; most += 1) {
      expect(standingOf(live.slice(0, most), false)).toBe(expected[most - 1]);
      expect(standingOf(live.slice(0, most).reverse(), true)).toBe(expected[most - 1]);
    }
  });

  it('shows a debt although the subscription ends', () => {
    expect(standingOf([one('past_due', true)], false)).toBe('past_due');
  });

  it('tells those whose subscriptions have ended from those who never subscribed', () => {
    expect([standingOf([], true), standingOf([], false)]).toEqual(['ended', 'none']);
  });
});
