import { describe, expect, it } from '@jest/globals';
import { prorated } from '../../../src/features/billing/pricing/proration.ts';
import type { Price } from '../../../src/features/billing/products/product.events.ts';
import { subscriptionDecider } from '../../../src/features/billing/subscriptions/subscription.decider.ts';
import type { SubscriptionEvent } from '../../../src/features/billing/subscriptions/subscription.events.ts';
import { fold } from '../../../src/kernel/writing/decider.ts';
import { NOW } from '../../support/given.ts';

type Of<T extends SubscriptionEvent['type']> = Extract<SubscriptionEvent, { type: T }>;

const about = { subscriptionId: 's1', organizationId: 'o1', customerId: 'c1' };
/** Of a period of 28 days that begins at `NOW`. */
const [END, QUARTER_LEFT] = ['2026-02-28T10:00:00.000Z', '2026-02-21T10:00:00.000Z'];

/** What a change of product with a quarter of the period left credits of the old price, and charges of the new one. */
function changed(currency: string, from: number, to: number, basisPoints = 0): number[] {
  const items = (id: string, amount: number) => {
    const price: Price = { id, amountType: 'fixed', amount, currency };
    return [{ productId: `product of ${id}`, price, quantity: 1 }] as const;
  };
  const discount = { discountId: 'd1', type: 'percentage', basisPoints, duration: 'forever', startedAt: NOW } as const;
  const created: Of<'SubscriptionCreated'> = {
    type: 'SubscriptionCreated',
    data: {
      ...{ ...about, items: items('old', from), currency, recurringInterval: 'month' },
      ...{ discount: basisPoints > 0 ? discount : null, trial: null, checkoutId: 'k1', paymentMethodId: 'm1' },
      ...{ activeClaim: null, billingAddress: null, billingName: null, customFieldData: {}, metadata: {} },
      ...{ anchorDay: 31, startedAt: NOW, currentPeriodEnd: END },
    },
  };
  const data = {
    ...{ subscriptionId: 's1', items: items('new', to), currency, recurringInterval: 'month' as const },
    ...{ keepsDiscount: true, behavior: 'prorate' as const, seenChanges: 0, unpaidOrderIds: [] },
  };
  const times = { now: QUARTER_LEFT, machineNow: QUARTER_LEFT };
  const state = fold(subscriptionDecider, [created]);
  const [event] = subscriptionDecider.decide({ type: 'ChangeSubscriptionProduct', data, ...times }, state);
  return (event as Of<'SubscriptionProductChanged'>).data.entries.map(({ amount }) => amount);
}

describe('a prorated amount', () => {
  const half = { discount: 0, leftSeconds: 1, periodSeconds: 2 };

  it.each([
    { price: 2_010, step: 10, amount: 1_000 },
    { price: 2_030, step: 10, amount: 1_020 },
    { price: 2_012, step: 10, amount: 1_010 },
    { price: 700, step: 100, amount: 400 },
    { price: 500, step: 100, amount: 200 },
    { price: 502, step: 100, amount: 300 },
  ])('is the multiple of $step next to half of $price, half to even: $amount', ({ price, step, amount }) =>
    expect(prorated({ ...half, price }, step)).toBe(amount),
  );
});

describe('a change of product', () => {
  it.each([
    ['usd', 10_001, 20_003, [-2_500, 5_001]],
    ['jpy', 10_001, 20_003, [-2_500, 5_001]],
    ['bhd', 10_020, 20_060, [-2_500, 5_020]],
    ['isk', 100_500, 200_900, [-25_100, 50_200]],
  ])('credits and charges what %s can be charged in: of %d and %d, %j', (currency, from, to, amounts) =>
    expect(changed(currency, from, to)).toEqual(amounts),
  );

  it('credits and charges a discounted price in what the currency can be charged in, too', () => {
    expect(changed('bhd', 10_000, 20_000, 3_300)).toEqual([-1_680, 3_350]);
    expect(changed('isk', 10_000, 20_000, 3_300)).toEqual([-1_700, 3_400]);
  });
});
