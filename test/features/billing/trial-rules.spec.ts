import { describe, expect, it } from '@jest/globals';
import { subscriptionDecider } from '../../../src/features/billing/subscriptions/subscription.decider.ts';
import { renewalReminderDue, trialReminderDue } from '../../../src/features/billing/subscriptions/subscription.due.ts';
import { firstPeriodOf } from '../../../src/features/billing/subscriptions/subscription.periods.ts';
import { fold } from '../../../src/kernel/writing/decider.ts';
import { NOW, recorded } from '../../support/given.ts';

describe('the first period', () => {
  it.each([
    ['day', 14, '2026-02-14T10:00:00.000Z', 14],
    ['week', 2, '2026-02-14T10:00:00.000Z', 14],
    ['month', 1, '2026-02-28T10:00:00.000Z', 28],
    ['year', 1, '2027-01-31T10:00:00.000Z', 31],
  ] as const)('is a trial of %s × %i, from whose end paid periods count', (interval, count, end, anchorDay) => {
    const first = firstPeriodOf({ trial: { interval, count }, recurringInterval: 'month' }, NOW);
    expect(first).toEqual({
      trial: { endsAt: end },
      paidFrom: end,
      anchorDay,
      startedAt: NOW,
      currentPeriodEnd: end,
    });
  });
});

describe('a trial that is due', () => {
  it('is announced once, three days before, unless it is canceled', () => {
    const trial = { endsAt: '2026-02-14T10:00:00.000Z' };
    const created = {
      type: 'SubscriptionCreated',
      data: { subscriptionId: 's1', startedAt: NOW, trial, currentPeriodEnd: trial.endsAt, items: [] },
    };
    expect(trialReminderDue.dueAfter(recorded(created) as never)).toEqual({
      entity: 's1',
      dueAt: '2026-02-11T10:00:00.000Z',
    });
    const announce = { type: 'AnnounceRenewal', data: { id: 's1', dueAt: '2026-02-11T10:00:00.000Z' } };
    const decide = (given: object[], now: string) =>
      subscriptionDecider
        .decide({ ...announce, now, machineNow: now } as never, fold(subscriptionDecider, given as never))
        .map(({ type }) => type);
    const at = '2026-02-11T10:00:00.000Z';
    expect(decide([created], at)).toEqual(['SubscriptionRenewalAnnounced']);
    expect(decide([created, { type: 'SubscriptionRenewalAnnounced', data: {} }], at)).toEqual([]);
    expect(decide([created, { type: 'SubscriptionCanceled', data: {} }], at)).toEqual([]);
    expect(() => decide([created], NOW)).toThrow();
  });
});

describe('a year that is due', () => {
  const end = '2027-01-31T10:00:00.000Z';
  const told = '2027-01-24T10:00:00.000Z';
  const nextEnd = '2028-01-31T10:00:00.000Z';
  const year = {
    subscriptionId: 's1',
    startedAt: NOW,
    trial: null,
    recurringInterval: 'year',
    currentPeriodEnd: end,
    discount: null,
    currency: 'eur',
    items: [
      { productId: 'p1', price: { id: 'q1', amountType: 'fixed', amount: 12_000, currency: 'eur' }, quantity: 1 },
    ],
  };
  const created = { type: 'SubscriptionCreated', data: year };
  const announced = { type: 'SubscriptionRenewalAnnounced', data: { renewsAt: end, endsTrial: false } };
  const canceled = { type: 'SubscriptionCanceled', data: {} };
  const renewed = {
    type: 'SubscriptionRenewed',
    data: { subscriptionId: 's1', periodStart: end, periodEnd: nextEnd, orderId: 'o2' },
  };
  const decide = (intent: object, given: object[], now: string) =>
    subscriptionDecider.decide({ ...intent, now, machineNow: now } as never, fold(subscriptionDecider, given as never));
  const announce = (dueAt: string) => ({ type: 'AnnounceRenewal', data: { id: 's1', dueAt } });
  const due = (data: object, type = 'SubscriptionCreated') =>
    renewalReminderDue.dueAfter(recorded({ type, data: { subscriptionId: 's1', ...data } }) as never);

  it('is due seven days before it renews; a month and a trial are not', () => {
    expect(due(year)).toEqual({ entity: 's1', dueAt: told });
    expect(due({ ...year, recurringInterval: 'month' })).toEqual({ entity: 's1', dueAt: null });
    expect(due({ ...year, trial: { endsAt: end } })).toBeUndefined();
    const renewal = { periodStart: NOW, periodEnd: end };
    expect(due({ ...renewal, announcedAt: told }, 'SubscriptionRenewed')).toEqual({ entity: 's1', dueAt: told });
    const month = { periodStart: NOW, periodEnd: '2026-02-28T10:00:00.000Z' };
    expect(due(month, 'SubscriptionRenewed')).toBeUndefined();
    expect(due({ announcedAt: told }, 'SubscriptionUncanceled')).toEqual({ entity: 's1', dueAt: told });
    for (const type of ['SubscriptionCanceled', 'SubscriptionRenewalAnnounced', 'SubscriptionRenewalFailed'])
      expect(due({}, type)).toEqual({ entity: 's1', dueAt: null });
  });

  it('is announced once a period, not before, and not if it is canceled or past due', () => {
    expect(decide(announce(told), [created], told)).toMatchObject([announced]);
    expect(() => decide(announce(told), [created], NOW)).toThrow();
    const failed = { type: 'SubscriptionRenewalFailed', data: { orderId: 'o1', attempt: 1 } };
    for (const more of [announced, canceled, failed, renewed])
      expect(decide(announce(told), [created, more], told)).toEqual([]);
    const next = '2028-01-24T10:00:00.000Z';
    expect(decide(announce(next), [created, announced, renewed], next)).toMatchObject([
      { data: { renewsAt: nextEnd } },
    ]);
  });

  it('says with the renewal when the next one is announced', () => {
    const renew = { type: 'RenewSubscription', data: { id: 's1', dueAt: end } };
    expect(decide(renew, [created, announced], end)).toMatchObject([
      { type: 'SubscriptionRenewed', data: { announcedAt: '2028-01-24T10:00:00.000Z' } },
    ]);
  });

  it('is announced if it is resumed, unless it was already', () => {
    const resume = { type: 'UncancelSubscription', data: { subscriptionId: 's1' } };
    expect(decide(resume, [created, canceled], NOW)).toMatchObject([{ data: { announcedAt: told } }]);
    expect(decide(resume, [created, announced, canceled], told)[0]!.data).not.toHaveProperty('announcedAt');
  });
});
