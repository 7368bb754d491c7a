import { describe, expect, it } from '@jest/globals';
import { chargeFrom, discountEnd } from '../../../src/features/billing/subscriptions/next-charge.rules.ts';
import { lasts } from '../../../src/features/billing/subscriptions/subscription.periods.ts';
import type { SubscriptionDocument } from '../../../src/features/billing/subscriptions/subscription.projection.ts';
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

  it('says how many charges still have the discount', () => {
    const held = (at: string, duration: RecurringDiscount['duration'], change: Partial<SubscriptionDocument> = {}) =>
      discountEnd({
        ...{ status: 'active', cancel_at_period_end: false, pending_change: null, recurring_interval: 'month' },
        ...{
          current_period_end: at,
          discount_terms: discount(duration),
          items: [{ quantity: 1, price: { amountType: 'fixed', amount: 1_200, currency } }],
        },
        ...change,
      } as SubscriptionDocument);
    const [february, march, april] = [
      '2026-02-28T10:00:00.000Z',
      '2026-03-31T10:00:00.000Z',
      '2026-04-30T10:00:00.000Z',
    ];
    expect(held(START, { months: 3 }, { status: 'trialing' })).toEqual({ at: april, amount: 1_200, charges_left: 3 });
    expect(held(february, { months: 3 })).toEqual({ at: april, amount: 1_200, charges_left: 2 });
    expect(held(march, { months: 3 })).toEqual({ at: april, amount: 1_200, charges_left: 1 });
    expect(held(april, { months: 3 })).toEqual({ at: april, amount: 1_200, charges_left: 0 });
    expect(held(february, 'once')).toEqual({ at: february, amount: 1_200, charges_left: 0 });
    expect(held(START, { months: 13 }, { recurring_interval: 'year' })?.charges_left).toBe(2);
    expect(held(february, 'forever')).toBeNull();
    const other = { pending_change: {} } as Partial<SubscriptionDocument>;
    for (const change of [
      { discount_terms: null },
      { cancel_at_period_end: true },
      { status: 'past_due' } as const,
      other,
    ])
      expect(held(february, { months: 3 }, change)).toBeNull();
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
