import { describe, expect, it } from '@jest/globals';
import { chargeFrom } from '../../../src/features/billing/subscriptions/next-charge.rules.ts';
import { lasts } from '../../../src/features/billing/subscriptions/subscription.periods.ts';
import type { RecurringDiscount } from '../../../src/features/billing/pricing/terms.ts';

const START = '2026-01-31T10:00:00.000Z';

describe.each(['usd', 'jpy'])('the next charge in %s', (currency) => {
  const discount = (duration: RecurringDiscount['duration']): RecurringDiscount => ({
    ...{ discountId: 'd1', type: 'percentage', basisPoints: 2_500, startedAt: START },
    duration,
  });
  const terms = { amount: 900, fullAmount: 1_200, currency, interval: 'month' } as const;
  const charge = (at: string, duration: RecurringDiscount['duration'], interval: 'month' | 'year' = 'month') =>
    chargeFrom(at, { ...terms, interval, discount: discount(duration) });

  it('says what is charged once the discount has ended, and when', () => {
    const full = (at: string) => ({ at, amount: 1_200 });
    expect(charge(START, 'once')).toEqual({
      ...{ at: START, amount: 900, currency },
      then: full('2026-02-28T10:00:00.000Z'),
    });
    expect(charge(START, { months: 3 })?.then).toEqual(full('2026-04-30T10:00:00.000Z'));
    expect(charge(START, { months: 3 }, 'year')?.then).toEqual(full('2027-01-31T10:00:00.000Z'));
    expect(charge(START, { months: 13 }, 'year')?.then).toEqual(full('2028-01-31T10:00:00.000Z'));
    expect(charge(START, 'forever')?.then).toBeNull();
    expect(chargeFrom(START, { ...terms, discount: null })).toEqual({ at: START, amount: 900, currency, then: null });
  });

  it('is the full amount if the discount has ended by then', () => {
    const at = '2026-02-28T10:00:00.000Z';
    expect(charge(at, 'once')).toEqual({ at, amount: 1_200, currency, then: null });
  });

  it('is none where nothing is ever charged, but not where only the discount makes it free', () => {
    expect(chargeFrom(START, { ...terms, amount: 0, fullAmount: 0, discount: null })).toBeNull();
    expect(chargeFrom(START, { ...terms, amount: 0, discount: discount('once') })).toMatchObject({
      amount: 0,
      then: { amount: 1_200 },
    });
  });

  it('agrees with the rule that renewals follow', () => {
    for (const interval of ['month', 'year'] as const)
      for (let months = 1; months <= 30; months += 1) {
        const { then } = charge(START, { months }, interval)!;
        expect(lasts(discount({ months }), then!.at)).toBe(false);
        expect(then!.at > START).toBe(true);
      }
  });
});
