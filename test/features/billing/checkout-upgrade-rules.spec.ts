import { describe, expect, it } from '@jest/globals';
import { subscriptionDecider } from '../../../src/features/billing/subscriptions/subscription.decider.ts';
import { renewDue } from '../../../src/features/billing/subscriptions/subscription.due.ts';
import type { SubscriptionEvent } from '../../../src/features/billing/subscriptions/subscription.events.ts';
import { subscriptionAnnouncements } from '../../../src/features/billing/subscriptions/subscription.webhooks.ts';
import { metricProjection } from '../../../src/features/billing/metrics/metric.projection.ts';
import { documentsOf, NOW, recorded, specOf } from '../../support/given.ts';

type Of<T extends SubscriptionEvent['type']> = Extract<SubscriptionEvent, { type: T }>;

const about = { subscriptionId: 's1', organizationId: 'o1', customerId: 'c1' };
const free = { productId: 'x0', price: { id: 'q0', amountType: 'free' }, quantity: 1 } as const;
const paid = {
  productId: 'x1',
  price: { id: 'q1', amountType: 'fixed', amount: 2_000, currency: 'eur' },
  quantity: 1,
} as const;
const bought = {
  recurringInterval: 'month' as const,
  paymentMethodId: 'm1',
  billingAddress: null,
  billingName: 'Ada',
  customFieldData: {},
  metadata: {},
};
const FEBRUARY = '2026-02-28T10:00:00.000Z';

const created: Of<'SubscriptionCreated'> = {
  type: 'SubscriptionCreated',
  data: {
    ...about,
    ...bought,
    items: [free],
    currency: 'usd',
    discount: null,
    trial: null,
    paymentMethodId: null,
    checkoutId: 'k0',
    activeClaim: { kind: 'active-subscription', digest: 'd1' },
    anchorDay: 31,
    startedAt: NOW,
    currentPeriodEnd: FEBRUARY,
  },
};
const offer = { ...bought, subscriptionId: 's1', items: [paid] as const, currency: 'eur', discount: null };
const upgrade = { type: 'UpgradeSubscription' as const, data: { ...offer, checkoutId: 'k1', billedBy: 'b1' } };
const from = { productId: 'x0', amount: 0, currency: 'usd', recurringInterval: 'month' as const };
const upgraded: Of<'SubscriptionUpgraded'> = {
  type: 'SubscriptionUpgraded',
  data: {
    ...about,
    ...upgrade.data,
    from,
    anchorDay: 31,
    periodStart: NOW,
    periodEnd: FEBRUARY,
    wasCanceled: false,
  },
};
const canceled: SubscriptionEvent = {
  type: 'SubscriptionCanceled',
  data: { ...about, canceledAt: NOW, endsAt: FEBRUARY, reason: null, comment: null },
};
const revoked: SubscriptionEvent = {
  type: 'SubscriptionRevoked',
  data: {
    ...about,
    ...from,
    endedAt: NOW,
    reason: null,
    comment: null,
    wasCanceled: false,
    wasPastDue: false,
    released: null,
  },
};

describe('the upgrade of a subscription', () => {
  const given = specOf(subscriptionDecider);

  it('begins a period of the new product', () => given(created).when(upgrade).then(upgraded));
  it('happens once per checkout', () => given(created, upgraded).when(upgrade).then());
  it('happens once even if it has ended since', () => given(created, upgraded, revoked).when(upgrade).then());
  it('is refused once something is paid for', () =>
    given(created, upgraded)
      .when({ ...upgrade, data: { ...upgrade.data, checkoutId: 'k2' } })
      .thenRefused('SubscriptionNotFree'));
  it('is refused once it has ended', () => given(created, revoked).when(upgrade).thenRefused('ResourceUnavailable'));
  it('takes back its cancellation', () =>
    given(created, canceled)
      .when(upgrade)
      .then({ ...upgraded, data: { ...upgraded.data, wasCanceled: true } }));
  it('renews at the end of the new period', () => {
    const data = { ...upgraded.data, periodEnd: '2027-01-31T10:00:00.000Z' };
    expect(renewDue.dueAfter(recorded({ ...upgraded, data }))).toEqual({ entity: 's1', dueAt: data.periodEnd });
  });
  it('is announced as uncanceled only if it was canceled', () => {
    const { types } = subscriptionAnnouncements.SubscriptionUpgraded!;
    const of = (wasCanceled: boolean) =>
      typeof types === 'function' ? types({ ...upgraded.data, wasCanceled }) : types;
    expect(of(false)).toEqual(['subscription.updated']);
    expect(of(true)).toEqual(['subscription.updated', 'subscription.uncanceled']);
  });
  it('moves between products, currencies included, and starts nothing for all of them together', () => {
    const at = { stream: 'subscription-s1', organizationId: 'o1' };
    const same = { ...upgraded, data: { ...upgraded.data, currency: 'usd' } };
    const tallies = documentsOf(metricProjection, [recorded(created, at), recorded(same, at)]);
    const years = Object.values(tallies).filter(
      ({ grain, scope }) => grain === 'year' && !scope.startsWith('customer'),
    );
    const counts = years.map(({ scope, currency, started, ended, recurring_twelfths: recurring }) => ({
      of: `${scope} ${currency}`,
      counts: [started, ended, recurring],
    }));
    expect(counts).toEqual([
      { of: 'all usd', counts: [1, 0, 24_000] },
      { of: 'product:x0 usd', counts: [1, 1, 0] },
      { of: 'product:x1 usd', counts: [1, 0, 24_000] },
    ]);
    const other = documentsOf(metricProjection, [recorded(created, at), recorded(upgraded, at)]);
    const all = Object.values(other).filter(({ grain, scope }) => grain === 'year' && scope === 'all');
    expect(all.map(({ currency, started, ended }) => [currency, started, ended])).toEqual([
      ['usd', 1, 1],
      ['eur', 1, 0],
    ]);
  });
});
