import { describe, expect, it } from '@jest/globals';
import {
  announcedUntil,
  unannouncedUsageProjection,
} from '../../../src/features/billing/customer-states/unannounced-usage.projection.ts';
import { usageAnnouncementDecider } from '../../../src/features/billing/customer-states/usage-announcement.decider.ts';
import type { UsageAnnouncementEvent } from '../../../src/features/billing/customer-states/usage-announcement.events.ts';
import { usageAnnouncements } from '../../../src/features/billing/customer-states/usage-announcement.webhooks.ts';
import type { LinkCustomerMeter } from '../../../src/features/billing/customer-meters/customer-meter.commands.ts';
import { customerMeterDecider } from '../../../src/features/billing/customer-meters/customer-meter.decider.ts';
import { beginAt, belongingOf, type Closing } from '../../../src/features/billing/customer-meters/closings.rules.ts';
import type { CustomerMeterEvent } from '../../../src/features/billing/customer-meters/customer-meter.events.ts';
import {
  customerMeterId,
  customerMeterProjection,
  linkedUsageOf,
  type CustomerMeterDocument,
} from '../../../src/features/billing/customer-meters/customer-meter.projection.ts';
import { carriedOver, chargesOf } from '../../../src/features/billing/customer-meters/metered-charges.rules.ts';
import {
  closedUsageOf,
  openUsageOf,
  recountsOf,
} from '../../../src/features/billing/customer-meters/open-usage.rules.ts';
import {
  unlinkedIn,
  usageLinkProjection,
  type UsageLinkDocument,
} from '../../../src/features/billing/customer-meters/usage-links.projection.ts';
import { unmeasuredCauses } from '../../../src/features/billing/customer-meters/subscription-meters.rules.ts';
import type { MeterAggregation } from '../../../src/features/billing/meters/meter.events.ts';
import { isSince } from '../../../src/features/billing/meters/period-begin.rules.ts';
import { add, NOTHING, takenBack, type Tally } from '../../../src/features/billing/meters/tally.rules.ts';
import {
  decimalOf,
  isNegative,
  minus,
  numberOf,
  plus,
  type Decimal,
} from '../../../src/features/billing/pricing/decimal.ts';
import { balanceOf, creditedUnits, NO_CREDITS } from '../../../src/features/billing/pricing/meter-credits.ts';
import { billedUnits } from '../../../src/features/billing/pricing/metered-amount.ts';
import type { MeteredPrice } from '../../../src/features/billing/products/product.events.ts';
import type { SubscriptionEvent } from '../../../src/features/billing/subscriptions/subscription.events.ts';
import type { UsageIngested, UsageRecounted, UsageVoided } from '../../../src/features/billing/usage/usage.events.ts';
import type { EndpointEvent } from '../../../src/features/delivery/webhooks/webhook.events.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { addSeconds, type Instant } from '../../../src/kernel/ports/clock.ts';
import { handlesType } from '../../../src/kernel/reading/projection.ts';
import { fold } from '../../../src/kernel/writing/decider.ts';
import type { Recorded } from '../../../src/kernel/writing/events.ts';
import { documentsOf, NOW, recorded, specOf } from '../../support/given.ts';
import { Random } from '../../support/contract-tools.ts';

type Func = MeterAggregation['func'];

const price = (id: string, more: Partial<MeteredPrice> = {}): MeteredPrice => ({
  id,
  amountType: 'metered_unit',
  meterId: 'm1',
  unitAmount: '10',
  capAmount: null,
  currency: 'eur',
  ...more,
});
const about = { organizationId: 'o1', customerId: 'c1', meterId: 'm1' };
const cut = { owners: ['c1'], revision: 1, func: 'sum' as const };
const billing = (subscriptionId: string, id: string) => ({ subscriptionId, productId: 'x1', price: price(id) });
const set = (subscriptionId: string, id: string | null): CustomerMeterEvent => ({
  type: 'MeterPriceSet',
  data: { ...about, subscriptionId, productId: 'x1', price: id === null ? null : price(id), since: NOW },
});
const closed = (
  periodId: string,
  billed: ReturnType<typeof billing> | null,
  more: Partial<Extract<CustomerMeterEvent, { type: 'MeterPeriodClosed' }>['data']> = {},
): CustomerMeterEvent => ({
  type: 'MeterPeriodClosed',
  data: { ...about, ...cut, periodId, ends: 'period', billing: billed, credits: NO_CREDITS, ...more },
});
const credited = (units: number, more: object = {}): CustomerMeterEvent => ({
  type: 'MeterCredited',
  data: { ...about, units, rollover: false, grantId: 'g1', periodId: null, ...more },
});
const setting = (periodId: string, subscriptionId: string, id: string | null, endsPeriod = true, isBilled = true) => ({
  type: 'SetMeterPrice' as const,
  data: {
    ...about,
    ...cut,
    periodId,
    subscriptionId,
    productId: 'x1',
    price: id === null ? null : price(id),
    endsPeriod,
    billsSoFar: false,
    isBilled,
    goesOn: false,
    at: NOW,
  },
});

describe('the periods of a customer’s meter', () => {
  const given = specOf(customerMeterDecider);
  const begun = [closed('p1', null, { billedFrom: NOW, keepsCredits: true }), set('s1', 'q1')];

  it('begin with a subscription that bills the meter: what was used before is not billed', () => {
    given()
      .when(setting('p1', 's1', 'q1'))
      .then(...begun);
    given(...begun)
      .when(setting('p1', 's1', 'q1'))
      .then();
  });
  it('end with the subscription’s, and are billed', () =>
    given(...begun, credited(5))
      .when(setting('p2', 's1', 'q1'))
      .then(closed('p2', billing('s1', 'q1'), { credits: { expiring: 5, rollover: 0 } })));
  it('are not billed if the subscription is not charged', () =>
    given(...begun)
      .when(setting('p2', 's1', 'q1', true, false))
      .then(closed('p2', null, { billedFrom: NOW })));
  it('are cut where their price changes, which credits survive', () => {
    const changed = [
      closed('p2', billing('s1', 'q1'), { ends: 'price', credits: { expiring: 5, rollover: 0 } }),
      set('s1', 'q2'),
    ];
    given(...begun, credited(5))
      .when(setting('p2', 's1', 'q2', false))
      .then(...changed);
    given(...begun, credited(5), ...changed)
      .when(setting('p3', 's1', 'q2'))
      .then(closed('p3', billing('s1', 'q2'), { credits: { expiring: 5, rollover: 0 } }));
  });
  it('end when nothing bills them any more: by a change of product, which credits survive, or with the subscription', () => {
    given(...begun)
      .when(setting('p2', 's1', null, false))
      .then(closed('p2', billing('s1', 'q1'), { keepsCredits: true }), set('s1', null));
    given(...begun)
      .when(setting('p2', 's1', null))
      .then(closed('p2', billing('s1', 'q1')), set('s1', null));
  });
  it('are the first subscription’s, until that ends', () => {
    given(...begun)
      .when(setting('p2', 's2', 'q2'))
      .then(set('s2', 'q2'));
    given(...begun, set('s2', 'q2'))
      .when(setting('p3', 's2', 'q2'))
      .then();
    const over = [closed('p4', billing('s1', 'q1')), set('s1', null)];
    given(...begun, set('s2', 'q2'))
      .when(setting('p4', 's1', null))
      .then(...over);
    given(...begun, set('s2', 'q2'), ...over)
      .when(setting('p5', 's2', 'q2'))
      .then(closed('p5', billing('s2', 'q2')));
  });

  it('leave credits that roll over to the next, once', () => {
    const period = closed('p2', billing('s1', 'q1'), { credits: { expiring: 10, rollover: 50 } });
    const carry = (consumed: string, carried = '0', periodId = 'p2') => ({
      type: 'CarryCredits' as const,
      data: { ...about, periodId, consumed, carried, revision: 1, func: 'sum' as const },
    });
    const left = credited(30, { rollover: true, grantId: null, periodId: 'p2' });
    given(...begun, period)
      .when(carry('30.5'))
      .then(credited(29, { rollover: true, grantId: null, periodId: 'p2' }));
    given(...begun, period)
      .when(carry('60'))
      .then();
    given(...begun, period, left)
      .when(carry('30'))
      .then();
    given(...begun, period, closed('p3', billing('s1', 'q1')))
      .when(carry('30'))
      .then();
  });

  it('leave all credits when a subscription begins, which the period before has not used', () => {
    const begins = closed('p1', null, {
      billedFrom: NOW,
      keepsCredits: true,
      credits: { expiring: 25, rollover: 10 },
    });
    const carry = (consumed: string) => ({
      type: 'CarryCredits' as const,
      data: { ...about, periodId: 'p1', consumed, carried: '0', revision: 1, func: 'sum' as const },
    });
    const kept = (units: number, rollover: boolean) => credited(units, { rollover, grantId: null, periodId: 'p1' });
    given(credited(25), begins, set('s1', 'q1')).when(carry('0')).then(kept(25, false), kept(10, true));
    given(credited(25), begins, set('s1', 'q1')).when(carry('7.5')).then(kept(17, false), kept(10, true));
    given(credited(25), begins, set('s1', 'q1')).when(carry('30')).then(kept(5, true));
    // The grant can still be taken back.
    given(credited(25), begins, kept(25, false))
      .when({ type: 'TakeCreditsBack', data: { ...about, grantId: 'g1' } })
      .then(credited(-25));
  });

  it('are billed so far by a change that is invoiced: counts and sums, whose credits stay', () => {
    const billSoFar = (id: string, func: Func = 'sum') => {
      const { type, data } = setting('p2', 's1', id, false);
      return { type, data: { ...data, billsSoFar: true, func } };
    };
    const credits = { expiring: 5, rollover: 0 };
    const billed = closed('p2', billing('s1', 'q1'), { credits, keepsCredits: true });
    given(...begun, credited(5))
      .when(billSoFar('q1'))
      .then(billed);
    given(...begun, credited(5))
      .when(billSoFar('q2'))
      .then(billed, set('s1', 'q2'));
    given(...begun)
      .when(billSoFar('q1', 'max'))
      .then();
    given(...begun)
      .when(billSoFar('q2', 'max'))
      .then(closed('p2', billing('s1', 'q1'), { ends: 'price', func: 'max' }), set('s1', 'q2'));
  });

  it('are billed by the next subscription from its start on, if the first ends without a bill', () => {
    const later = '2026-02-03T00:00:00.000Z';
    const second = { ...set('s2', 'q2'), data: { ...set('s2', 'q2').data, since: later } } as CustomerMeterEvent;
    given(...begun, second)
      .when(setting('p4', 's1', null, true, false))
      .then(closed('p4', null, { billedFrom: later }), set('s1', null));
    given(...begun, set('s2', 'q2'))
      .when(setting('p4', 's1', null, true, false))
      .then(closed('p4', null, { billedFrom: NOW }), set('s1', null));
    given(...begun)
      .when(setting('p4', 's1', null, true, false))
      .then(closed('p4', null), set('s1', null));
  });

  it('have what is kept for them once', () => {
    const owners = [{ owner: 'c1', measured: [{ revision: 1, func: 'sum' as const, tally: tally(5) }] }];
    const keep = { type: 'KeepUsage' as const, data: { ...about, periodId: 'p1', owners } };
    const kept = { type: 'MeterUsageKept' as const, data: { ...about, periodId: 'p1', owners } };
    given(...begun)
      .when(keep)
      .then(kept);
    given(...begun, kept)
      .when(keep)
      .then();
    given(...begun, closed('p2', billing('s1', 'q1')))
      .when(keep)
      .then();
  });

  it('end with a grant’s credits only where no subscription bills them', () => {
    const end = { type: 'EndCreditPeriod' as const, data: { ...about, ...cut, periodId: 'p9', grantId: 'g1' } };
    given(credited(5))
      .when(end)
      .then(closed('p9', null, { credits: { expiring: 5, rollover: 0 } }));
    given(...begun, credited(5))
      .when(end)
      .then();
    given(credited(5), closed('p8', null)).when(end).then();
  });

  it('take back what a grant has credited last', () => {
    const take = { type: 'TakeCreditsBack' as const, data: { ...about, grantId: 'g1' } };
    given(credited(5), credited(7)).when(take).then(credited(-7));
    given(credited(5), credited(-5)).when(take).then();
    given().when(take).then();
  });
});

describe('what a subscription’s events do to its meters', () => {
  const item = (of: MeteredPrice) => ({ productId: 'x1', price: of, quantity: 1 });
  const monthly = { currency: 'eur', recurringInterval: 'month' as const };
  const subscription = { subscriptionId: 's1', organizationId: 'o1', customerId: 'c1' };
  const FEBRUARY = '2026-02-28T10:00:00.000Z';
  const created: SubscriptionEvent = {
    type: 'SubscriptionCreated',
    data: {
      ...subscription,
      ...monthly,
      items: [item(price('q1'))],
      discount: null,
      trial: null,
      anchorDay: 31,
      startedAt: NOW,
      currentPeriodEnd: FEBRUARY,
      activeClaim: null,
      checkoutId: null,
      paymentMethodId: 'm1',
      billingAddress: null,
      billingName: null,
      customFieldData: {},
      metadata: {},
    },
  };
  const changed = (behavior: 'prorate' | 'next_period', of: MeteredPrice): SubscriptionEvent => ({
    type: 'SubscriptionProductChanged',
    data: {
      ...subscription,
      ...monthly,
      items: [item(of)],
      from: { productId: 'x1', amount: 0, ...monthly },
      discount: null,
      behavior,
      anchorDay: 31,
      periodStart: NOW,
      periodEnd: FEBRUARY,
      beginsPeriod: false,
      entries: [],
      orderId: null,
    },
  });
  const renewed: SubscriptionEvent = {
    type: 'SubscriptionRenewed',
    data: { ...subscription, periodStart: FEBRUARY, periodEnd: '2026-03-31T10:00:00.000Z', orderId: 'r1' },
  };
  const measured = (cause: number): SubscriptionEvent => ({
    type: 'SubscriptionUsageMeasured',
    data: { ...subscription, cause, orderId: null, usage: [] },
  });
  const causesOf = (...events: SubscriptionEvent[]) =>
    unmeasuredCauses(events.map((event, revision) => recorded(event, { revision }))).map(
      ({ revision, orderId, changes }) => [
        revision,
        orderId,
        ...changes.map(({ price: to, endsPeriod, isBilled }) => [to?.id ?? null, endsPeriod, isBilled]),
      ],
    );

  it('begin, end and bill periods', () =>
    expect(causesOf(created, renewed)).toEqual([
      [0, null, ['q1', true, false]],
      [1, 'r1', ['q1', true, true]],
    ]));
  it('are done once', () => {
    expect(causesOf(created, measured(0), renewed)).toEqual([[2, 'r1', ['q1', true, true]]]);
    expect(causesOf(created, renewed, measured(0), measured(1))).toEqual([]);
  });
  it('bill the former price until a change that was scheduled, in one cut', () =>
    expect(causesOf(created, measured(0), changed('next_period', price('q2')), renewed)).toEqual([
      [3, 'r1', ['q2', true, true]],
    ]));
  it('cut a period at a change in between', () =>
    expect(causesOf(created, measured(0), changed('prorate', price('q2')))).toEqual([[2, null, ['q2', false, true]]]));
  it('end the period of a meter that the new product does not have, and leave one alone whose price stays', () => {
    expect(causesOf(created, measured(0), changed('prorate', price('q2', { meterId: 'm2' })))).toEqual([
      [2, null, [null, false, true], ['q2', false, true]],
    ]);
    expect(causesOf(created, measured(0), changed('prorate', price('q1')))).toEqual([]);
  });
  it('end a period where a change begins one, which the order of the change bills', () => {
    const year = (of: MeteredPrice) => {
      const change = changed('prorate', of);
      const begins = { beginsPeriod: true, orderId: 'r2', recurringInterval: 'year' };
      return { ...change, data: { ...change.data, ...begins } } as SubscriptionEvent;
    };
    expect(causesOf(created, measured(0), year(price('q2')))).toEqual([[2, 'r2', ['q2', true, true]]]);
    // Also of a price that both products have, and of a meter that the new one does not have.
    expect(causesOf(created, measured(0), year(price('q1')))).toEqual([[2, 'r2', ['q1', true, true]]]);
    expect(causesOf(created, measured(0), year(price('q2', { meterId: 'm2' })))).toEqual([
      [2, 'r2', [null, true, true], ['q2', true, true]],
    ]);
  });
  it('leave what they have earned where another one begins, and not where the subscription ends', () => {
    const goesOn = (...events: SubscriptionEvent[]) =>
      unmeasuredCauses(events.map((event, revision) => recorded(event, { revision }))).flatMap(({ changes }) =>
        changes.map((change) => change.goesOn),
      );
    const ended = { type: 'SubscriptionRevoked', data: { ...subscription, endedAt: NOW, orderId: 'r9' } } as never;
    const without = { ...changed('prorate', price('q2', { meterId: 'm2' })) };
    const year = { ...without, data: { ...without.data, beginsPeriod: true, orderId: 'r2' } } as SubscriptionEvent;
    expect(goesOn(created, measured(0), renewed)).toEqual([true]);
    expect(goesOn(created, measured(0), year)).toEqual([true, true]);
    expect(goesOn(created, measured(0), ended)).toEqual([false]);
    expect(goesOn(created, measured(0), without)).toEqual([true, false]);
    expect(goesOn(created, measured(0), changed('prorate', price('q2')))).toEqual([false]);
  });
  it('begin a period where a free subscription is upgraded, which bills nothing before', () => {
    const price0 = { ...price('q0'), amountType: 'free' };
    const free = { ...created, data: { ...created.data, items: [{ ...item(price('q0')), price: price0 }] } } as never;
    const upgraded = { type: 'SubscriptionUpgraded', data: { ...created.data, periodStart: NOW, periodEnd: FEBRUARY } };
    expect(causesOf(free)).toEqual([]);
    expect(causesOf(free, upgraded as never, renewed)).toEqual([
      [1, null, ['q1', true, false]],
      [2, 'r1', ['q1', true, true]],
    ]);
  });
  it('bill what was used until the end, unless it has no order or is past due', () => {
    const past = [created, measured(0)];
    const failed = { type: 'SubscriptionRenewalFailed', data: { ...subscription, orderId: 'r1', attempt: 1 } } as never;
    for (const type of ['SubscriptionRevoked', 'SubscriptionEnded']) {
      const ended = (orderId?: string) => ({ type, data: { ...subscription, endedAt: FEBRUARY, orderId } }) as never;
      expect(causesOf(...past, ended('r9'))).toEqual([[2, 'r9', [null, true, true]]]);
      expect(causesOf(...past, ended())).toEqual([[2, null, [null, true, false]]]);
      expect(causesOf(...past, failed, ended('r9'))).toEqual([[3, 'r9', [null, true, false]]]);
    }
  });
  it('bill what was used so far where a change is invoiced, also of a meter that both products have', () => {
    const invoiced = (to: MeteredPrice) => {
      const change = changed('prorate', to);
      return { ...change, data: { ...change.data, behavior: 'invoice', orderId: 'r2' } } as SubscriptionEvent;
    };
    const soFar = (...events: SubscriptionEvent[]) =>
      unmeasuredCauses(events.map((event, revision) => recorded(event, { revision }))).flatMap(({ orderId, changes }) =>
        changes.map(({ price: to, billsSoFar, isBilled }) => [orderId, to?.id ?? null, billsSoFar, isBilled]),
      );
    expect(soFar(created, measured(0), invoiced(price('q1')))).toEqual([['r2', 'q1', true, true]]);
    expect(soFar(created, measured(0), invoiced(price('q2')))).toEqual([['r2', 'q2', true, true]]);
    expect(soFar(created, measured(0), invoiced(price('q2', { meterId: 'm2' })))).toEqual([
      ['r2', null, true, true],
      ['r2', 'q2', false, true],
    ]);
    expect(soFar(created, measured(0), changed('prorate', price('q2')))).toEqual([[null, 'q2', false, true]]);
  });
  it('bill nothing of a trial', () => {
    const trial = { ...created, data: { ...created.data, trial: { endsAt: FEBRUARY } } } as SubscriptionEvent;
    const first = { ...renewed, data: { ...renewed.data, endsTrial: { productId: 'x1', amount: 0, ...monthly } } };
    expect(causesOf(trial, measured(0), first as SubscriptionEvent)).toEqual([[2, 'r1', ['q1', true, false]]]);
  });
});

const tally = (...values: (number | null)[]): Tally => values.reduce(add, NOTHING);

describe('what a period charges', () => {
  const q1 = price('q1', { unitAmount: '10' });
  const q2 = price('q2', { unitAmount: '0.5', capAmount: 30, currency: 'jpy' });
  const credits = (expiring: number) => ({ expiring, rollover: 0 });
  const charged = (func: Func, usage: [MeteredPrice, ...(number | null)[]][], covered = 0) =>
    chargesOf(
      usage.map(([of, ...values]) => ({ price: of, tally: tally(...values) })),
      func,
      credits(covered),
    ).map(({ price: { id }, consumed, credited: paid, amount }) => [id, consumed, paid, amount]);

  it.each<[string, Func, [MeteredPrice, ...(number | null)[]][], number, unknown[][]]>([
    ['nothing', 'sum', [], 5, []],
    ['nothing used', 'count', [[q1]], 0, [['q1', '0', '0', 0]]],
    ['a count', 'count', [[q1, null, null]], 0, [['q1', '2', '0', 20]]],
    ['a sum after credits', 'sum', [[q1, 2.5, 4]], 6, [['q1', '6.5', '6', 5]]],
    [
      'each price, the credits in their order',
      'sum',
      [
        [q1, 4],
        [q2, 10],
      ],
      6,
      [
        ['q1', '4', '6', 0],
        ['q2', '10', '2', 4],
      ],
    ],
    [
      'a price that came back once',
      'count',
      [
        [q1, null],
        [q2, null],
        [q1, null],
      ],
      0,
      [
        ['q1', '2', '0', 20],
        ['q2', '1', '0', 1],
      ],
    ],
    [
      'at most the cap of each price',
      'sum',
      [
        [q1, 1],
        [q2, 100],
      ],
      0,
      [
        ['q1', '1', '0', 10],
        ['q2', '100', '0', 30],
      ],
    ],
    [
      'a maximum once, at the last price',
      'max',
      [
        [q1, 7, 3],
        [q2, 5],
      ],
      0,
      [['q2', '7', '0', 4]],
    ],
    [
      'a minimum once',
      'min',
      [
        [q2, 7, 3],
        [q1, 5],
      ],
      0,
      [['q1', '3', '0', 30]],
    ],
    [
      'an average of all',
      'avg',
      [
        [q1, 1, 2],
        [q1, 6],
      ],
      0,
      [['q1', '3', '0', 30]],
    ],
    [
      'what was taken back at one price less at the others',
      'sum',
      [
        [q1, 5],
        [q2, -3],
      ],
      0,
      [['q1', '5', '3', 20]],
    ],
  ])('%s', (_, func, usage, covered, expected) => expect(charged(func, usage, covered)).toEqual(expected));

  it('carries on what was taken back and could not be taken off', () => {
    expect(carriedOver([tally(10), takenBack(30)], takenBack(30), 'sum')).toBe('-20');
    expect(carriedOver([takenBack(null), takenBack(null), tally(null)], takenBack(null), 'count')).toBe('-1');
    // What a seller's program reports below 0 is not taken back.
    expect(carriedOver([tally(-50)], NOTHING, 'sum')).toBe('0');
    expect(carriedOver([tally(-50), takenBack(30)], takenBack(30), 'sum')).toBe('-30');
    expect(carriedOver([tally(40), takenBack(30)], takenBack(30), 'sum')).toBe('0');
    expect(carriedOver([takenBack(30)], takenBack(30), 'max')).toBe('0');
  });
});

describe('where usage belongs', () => {
  const at = (day: number) => `2026-02-0${day}T00:00:00.000Z`;
  const ends = (periodId: string, billed: boolean, billedFrom?: string) =>
    closed(periodId, billed ? billing('s1', 'q1') : null, billedFrom ? { billedFrom } : {}).data as Closing['data'];
  const changes = closed('p0', billing('s1', 'q0'), { ends: 'price' }).data as Closing['data'];
  const of = (timestamp: string, ...closings: Closing['data'][]) => {
    const belonging = belongingOf(closings, timestamp);
    return typeof belonging === 'string' ? belonging : belonging.map(({ periodId }) => periodId);
  };

  it('is the period that ends after it, by its first change of price', () => {
    expect(of(at(1))).toBe('open');
    expect(of(at(1), changes)).toBe('open');
    expect(of(at(1), changes, ends('p1', true), ends('p2', true))).toEqual(['p0', 'p1']);
    expect(of(at(1), ends('p1', false))).toBe('unbilled');
  });

  it('is what a subscription bills, if it is dated from its start on', () => {
    expect(of(at(3), ends('p1', false, at(3)))).toBe('open');
    expect(of(at(2), ends('p1', false, at(3)))).toBe('unbilled');
    expect(of(at(3), ends('p1', false, at(3)), changes, ends('p2', true))).toEqual(['p0', 'p2']);
    expect(of(at(2), ends('p1', false, at(3)), ends('p2', true))).toBe('unbilled');
    // Another subscription had ended without a bill in between.
    expect(of(at(3), ends('p1', false), ends('p2', false, at(3)))).toBe('open');
    expect(of(at(3), ends('p1', false), ends('p2', true), ends('p3', false, at(3)))).toBe('unbilled');
  });

  it('is since a period began, or dated from when on that is billed and not billed before', () => {
    const begin = (billedUntil: string | null) =>
      beginAt({ ...recorded(closed('p1', null, { billedFrom: at(3) })), position: '5' } as Closing, billedUntil);
    const isIn = (position: string, timestamp: string, billedUntil: string | null = null) =>
      isSince(begin(billedUntil), { position, timestamp });
    expect([isIn('6', at(1)), isIn('4', at(3)), isIn('4', at(2))]).toEqual([true, true, false]);
    expect([isIn('4', at(3), '3'), isIn('3', at(3), '3')]).toEqual([true, false]);
    expect(isSince(null, { position: '1', timestamp: at(1) })).toBe(true);
  });
});

describe('random histories of a customer’s meter', () => {
  type Any = CustomerMeterEvent | UsageIngested | UsageVoided | UsageRecounted;

  interface Reported {
    id: string;
    owner: string;
    value: number;
    /** Where it was voided. */
    voided: string | undefined;
    position: string;
  }

  const hasDigest = recorded({
    type: 'CustomerCreated',
    data: { ...about, externalIdClaim: { kind: 'customer-external-id', digest: 'digest' } },
  } as never);

  /** Whatever begins is billed from then on: nothing that was reported before its cut. */
  const AFTER_ALL = '2027-01-01T00:00:00.000Z';

  /** A log in memory with everything that decides what is billed. */
  class Life {
    readonly log: Recorded<Any>[] = [];
    readonly reported: Reported[] = [];
    /** Voided extremes that were not read again yet. */
    private readonly waiting = new Map<string, Recorded<UsageVoided>>();
    billed: Decimal = '0';
    covered: Decimal = '0';
    unbilled: Decimal = '0';
    /** That a customer ever had, or took to the next period, of units that expire or of those that roll over. */
    leastCredited = 0;
    private documents: Record<string, CustomerMeterDocument> = {};
    private periods = 0;
    private link: UsageLinkDocument | undefined = usageLinkProjection.evolve(undefined, hasDigest, 'digest');
    private found: LinkCustomerMeter['data'] | undefined;

    constructor(
      readonly random: Random,
      readonly func: Func,
    ) {}

    append(event: Any): Recorded<Any> {
      const happened = recorded(event);
      this.log.push(happened);
      for (const id of customerMeterProjection.targets(happened) as readonly string[]) {
        const after = customerMeterProjection.evolve(this.documents[id], happened, id);
        if (!after) continue;
        this.documents[id] = after;
        this.leastCredited = Math.min(this.leastCredited, after.credits.expiring, after.credits.rollover);
      }
      const change = happened as Parameters<typeof usageLinkProjection.targets>[0];
      if (
        handlesType(usageLinkProjection, event.type) &&
        (usageLinkProjection.targets(change) as string[])[0] === 'digest'
      )
        this.link = usageLinkProjection.evolve(this.link, change, 'digest');
      return happened;
    }

    /** Finds what is to be linked, which may have changed when it is. */
    find(): void {
      for (const { changed: until } of unlinkedIn(this.link!)) {
        const used = linkedUsageOf(this.documents[customerMeterId('m1', 'digest')]);
        this.found = { ...about, owner: 'digest', ...used, until };
      }
    }

    linkFound(): void {
      const command = this.found && { type: 'LinkCustomerMeter' as const, data: this.found, now: NOW, machineNow: NOW };
      this.found = undefined;
      for (const event of command ? customerMeterDecider.decide(command, this.state) : []) this.append(event);
    }

    /** What the customer's list is sorted by once everything is linked, and what it shows. */
    sortedAndShown(): unknown[][] {
      this.linkFound();
      this.find();
      this.linkFound();
      expect(this.link!.is_open).toBe(false);
      const own = this.documents[customerMeterId('m1', 'c1')];
      const { consumed, credits } = openUsageOf(this.both(), { revision: 1, func: this.func });
      return [
        [own?.consumed_units ?? 0, own?.balance ?? 0],
        [numberOf(consumed), numberOf(balanceOf(credits, consumed))],
      ];
    }

    get state() {
      return fold(
        customerMeterDecider,
        this.log.filter((one): one is Recorded<CustomerMeterEvent> => one.stream === 'spec-stream' && isOwn(one)),
      );
    }

    use(): void {
      const owner = this.random.pick(['c1', 'digest']);
      const value = this.random.int(1_000) / 10;
      const chunk: UsageIngested = {
        type: 'UsageIngested',
        data: {
          organizationId: 'o1',
          ingestId: 'i1',
          first: 0,
          owners: [{ ...keysOf(owner), externalId: null, details: [] }],
          meters: [{ meterId: 'm1', revision: 1, func: this.func }],
          events: [{ name: 'call', at: NOW, owner: 0, measures: [[0, this.func === 'count' ? null : value]] }],
        },
      };
      const { position } = this.append(chunk);
      const id = `e${this.reported.length}`;
      this.reported.push({ id, owner, value: this.func === 'count' ? 1 : value, voided: undefined, position });
    }

    /** Only of periods that were billed, or are open: others are not taken off. Extremes only of the open one. */
    void(): void {
      const counting = this.reported.filter(({ voided }) => !voided);
      if (counting.length === 0) return;
      const one = this.random.pick(counting);
      const end = this.log.find(
        ({ type, data, position }) => type === 'MeterPeriodClosed' && data.ends === 'period' && position > one.position,
      );
      const isAdditive = this.func === 'count' || this.func === 'sum';
      const isTakenOff = !end || (isAdditive && (end.data as { billing: unknown }).billing !== null);
      if (!isTakenOff) return;
      const measure = { meterId: 'm1', revision: 1, func: this.func, value: this.func === 'count' ? null : one.value };
      const voided: UsageVoided = {
        type: 'UsageVoided',
        data: {
          organizationId: 'o1',
          eventId: one.id,
          owner: keysOf(one.owner),
          name: 'call',
          at: NOW,
          measures: [{ ...measure, isTakenOff }],
          reason: '',
        },
      };
      const happened = this.append(voided);
      one.voided = happened.position;
      if (!isAdditive) this.waiting.set(one.id, happened as Recorded<UsageVoided>);
    }

    /** Reads the others again, as they were when the event was voided. */
    recount(eventId = this.random.pick([...this.waiting.keys(), undefined])): void {
      if (eventId === undefined) return;
      const { data, position } = this.waiting.get(eventId)!;
      this.waiting.delete(eventId);
      const owner = data.owner.customerId ?? data.owner.externalKey!;
      const { begin } = this.both()
        .flatMap(({ measured, closed: ended }) => [...measured, ...ended])
        .map((one) => one.recount)
        .find((one) => one?.event_id === eventId) ?? { begin: undefined };
      if (begin === undefined) return;
      const left = this.countingIn(begin?.position ?? '', position).filter((one) => one.owner === owner);
      const { min, max } = left.map(({ value }) => value).reduce(add, NOTHING);
      const measures = [{ meterId: 'm1', revision: 1, period: { min, max }, hour: { own: null, all: null } }];
      this.append({
        type: 'UsageRecounted',
        data: { organizationId: 'o1', eventId, owner: data.owner, at: NOW, measures },
      });
    }

    recountAll(): void {
      for (const eventId of this.waiting.keys()) this.recount(eventId);
    }

    private countingIn(after: string, until: string): Reported[] {
      return this.reported.filter(
        ({ position, voided }) => position > after && position <= until && !(voided && voided <= until),
      );
    }

    /** What is measured between the last two ends of periods, or since the last one. */
    expected(isOpen: boolean): Decimal {
      const ends = this.log.flatMap(({ type, data, position }) =>
        type === 'MeterPeriodClosed' && data.ends === 'period' ? [position] : [],
      );
      const [after, until] = isOpen ? [ends.at(-1), '~'] : [ends.at(-2), ends.at(-1)!];
      const counting = this.countingIn(after ?? '', until).map(({ value }) => value);
      return decimalOf(counting.length === 0 ? 0 : Math[this.func === 'max' ? 'max' : 'min'](...counting));
    }

    readonly consumed: [consumed: Decimal, expected: Decimal][] = [];

    credit(): void {
      const rollover = this.random.int(2) === 0;
      this.append(credited(this.random.int(80) - 10, { rollover, grantId: `g${this.random.int(3)}` }));
    }

    set(endsPeriod: boolean): void {
      const periodId = `p${(this.periods += 1)}`;
      const id = this.random.pick(['q1', 'q2', null]);
      const isBilled = this.random.int(4) > 0;
      const { data } = setting(periodId, 's1', id, endsPeriod, isBilled);
      const command = {
        type: 'SetMeterPrice' as const,
        data: { ...data, owners: ['c1', 'digest'], func: this.func, at: AFTER_ALL },
      };
      const decided = customerMeterDecider.decide({ ...command, now: NOW, machineNow: NOW }, this.state);
      for (const event of decided) this.append(event);
      const period = this.state.closed.find((one) => one.periodId === periodId);
      if (period) this.settle(period);
    }

    private settle(period: { periodId: string; credits: typeof NO_CREDITS; isBilled: boolean }): void {
      for (const eventId of recountsOf(this.both(), period.periodId)) this.recount(eventId);
      const { consumed, charges, carried } = closedUsageOf(this.both(), period.periodId, {
        func: this.func,
        credits: period.credits,
      });
      this.consumed.push([consumed, this.expected(false)]);
      const units = charges.map(({ consumed: used, credited: paid }) =>
        billedUnits({ consumed: used, credited: paid }),
      );
      const billedNow = units.reduce(plus, '0');
      if (period.isBilled) this.billed = plus(this.billed, billedNow);
      const left = minus(minus(consumed, carried), period.isBilled ? billedNow : '0');
      if (period.isBilled) this.covered = plus(this.covered, left);
      else this.unbilled = plus(this.unbilled, left);
      const carry = {
        type: 'CarryCredits' as const,
        data: { ...about, periodId: period.periodId, consumed, carried, revision: 1, func: this.func },
      };
      for (const event of customerMeterDecider.decide({ ...carry, now: NOW, machineNow: NOW }, this.state)) {
        this.append(event);
        if (event.type === 'MeterCredited') this.leastCredited = Math.min(this.leastCredited, event.data.units);
      }
      // Credits never cover more than there were.
      if (period.isBilled) expect(isNegative(minus(decimalOf(creditedUnits(period.credits)), left))).toBe(false);
    }

    both(): CustomerMeterDocument[] {
      return ['c1', 'digest'].flatMap((owner) => this.documents[customerMeterId('m1', owner)] ?? []);
    }

    get all(): Record<string, CustomerMeterDocument> {
      return this.documents;
    }
  }

  const isOwn = ({ type }: Recorded<Any>) => type.startsWith('Meter');
  const keysOf = (owner: string) =>
    owner === 'c1' ? { customerId: 'c1', externalKey: null } : { customerId: null, externalKey: owner };

  it.each(['sum', 'count'] as const)('bill each unit of a %s once, whatever is voided, credited or changed', (func) => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = new Random(seed);
      const life = new Life(random, func);
      for (let step = 0; step < 80; step++) {
        const chance = random.int(20);
        if (random.int(3) === 0) life.find();
        if (random.int(3) === 0) life.linkFound();
        if (chance < 10) life.use();
        else if (chance < 13) life.void();
        else if (chance < 15) life.credit();
        else life.set(chance < 18);
      }
      const counting = life.reported.filter(({ voided }) => !voided).map(({ value }) => decimalOf(value));
      const open = openUsageOf(life.both(), { revision: 1, func }).consumed;
      const accounted = [life.billed, life.covered, life.unbilled, open].reduce(plus, '0');
      expect([seed, accounted]).toEqual([seed, counting.reduce(plus, '0')]);
      const [sorted, shown] = life.sortedAndShown();
      expect([seed, sorted]).toEqual([seed, shown]);
      expect([seed, life.leastCredited]).toEqual([seed, 0]);
      // A rebuild comes to the same.
      expect(documentsOf(customerMeterProjection, life.log)).toEqual(life.all);
    }
  });

  it.each(['max', 'min'] as const)('bill a %s without what was voided, however late that is read again', (func) => {
    for (let seed = 1; seed <= 40; seed++) {
      const random = new Random(seed);
      const life = new Life(random, func);
      for (let step = 0; step < 80; step++) {
        const chance = random.int(20);
        if (random.int(3) === 0) life.find();
        if (random.int(3) === 0) life.linkFound();
        if (chance < 8) life.use();
        else if (chance < 14) life.void();
        else if (chance < 17) life.recount();
        else life.set(chance < 18);
      }
      expect([seed, life.consumed.map(([consumed]) => consumed)]).toEqual([
        seed,
        life.consumed.map(([, right]) => right),
      ]);
      life.recountAll();
      const open = openUsageOf(life.both(), { revision: 1, func }).consumed;
      expect([seed, open]).toEqual([seed, life.expected(true)]);
      const [sorted, shown] = life.sortedAndShown();
      expect([seed, sorted]).toEqual([seed, shown]);
      expect(documentsOf(customerMeterProjection, life.log)).toEqual(life.all);
    }
  });
});

describe('the units that customers’ meters are sorted by', () => {
  const used = (customerId: string, ...measured: [revision: number, value: number][]) =>
    recorded({
      type: 'UsageIngested',
      data: {
        ...{ organizationId: 'o1', ingestId: 'i1', first: 0 },
        owners: [{ customerId, externalKey: null, externalId: null, details: [] }],
        meters: measured.map(([revision]) => ({ meterId: 'm1', revision, func: 'sum' })),
        events: [{ name: 'call', at: NOW, owner: 0, measures: measured.map(([, value], place) => [place, value]) }],
      },
    } as UsageIngested);
  const served = (revision: number, meterId = 'm1') =>
    recorded({ type: 'MeterRevisionServed' as const, data: { meterId, revision } });
  const sorted = (...events: Parameters<typeof customerMeterProjection.targets>[0][]) =>
    Object.values(documentsOf(customerMeterProjection, events)).map((one) => [one.owner, one.consumed_units]);

  it('are those of the definition that serves', () => {
    const first = [used('c1', [1, 4], [2, 1]), used('c2', [1, 3])];
    expect(sorted(...first)).toEqual([
      ['c1', 4],
      ['c2', 3],
    ]);
    const changed = [...first, served(2), used('c3', [2, 5], [3, 7])];
    expect(sorted(...changed)).toEqual([
      ['c1', 1],
      ['c2', 0],
      ['c3', 5],
    ]);
    const [linked] = Object.values(documentsOf(customerMeterProjection, changed));
    expect(linkedUsageOf(linked).measured.map(({ revision, tally: { sum } }) => [revision, sum])).toEqual([[2, '1']]);
    expect(sorted(...changed, served(3, 'm2'))).toEqual(sorted(...changed));
    expect(sorted(...changed, served(3))).toEqual([
      ['c1', 0],
      ['c2', 0],
      ['c3', 7],
    ]);
  });
});

describe('usage that is to be announced', () => {
  const [ann, bob] = [newUuid(), newUuid()];
  const ownerOf = (customerId: string | null) => ({ customerId, externalKey: null, externalId: null, details: [] });
  const used = (at: Instant, events: readonly { owner: string | null; isMeasured?: boolean }[]) =>
    recorded<UsageIngested>(
      {
        type: 'UsageIngested',
        data: {
          organizationId: 'o1',
          ingestId: 'i1',
          first: 0,
          owners: events.map(({ owner }) => ownerOf(owner)),
          meters: [{ meterId: 'm1', revision: 1, func: 'count' }],
          events: events.map(({ isMeasured = true }, owner) => ({
            ...{ name: 'call', at, owner },
            ...(isMeasured && { measures: [[0, null]] as [number, null][] }),
          })),
        },
      },
      { occurredAt: at, organizationId: 'o1' },
    );
  const announced = (customerId: string): UsageAnnouncementEvent => ({
    type: 'CustomerUsageAnnounced',
    data: { organizationId: 'o1', customerId },
  });
  const subscribed = (at: Instant) =>
    recorded<EndpointEvent>(
      { type: 'WebhookEndpointEnabled', data: { endpointId: 'e1', organizationId: 'o1', at } },
      { occurredAt: at, organizationId: 'o1' },
    );
  const waiting = (...events: readonly Recorded[]) =>
    Object.values(documentsOf(unannouncedUsageProjection, events as never[])).map(({ id, since }) => [id, since]);
  const later = (seconds: number) => addSeconds(NOW, seconds);

  it('waits since the first usage, whatever follows', () => {
    const [first, ...more] = [0, 20, 40].map((seconds) => used(later(seconds), [{ owner: ann }]));
    expect(waiting(first!, used(later(10), [{ owner: bob }]), ...more)).toEqual([
      [ann, NOW],
      [bob, later(10)],
    ]);
    expect(announcedUntil(later(60))).toBe(NOW);
  });
  it('is what a meter counts, of customers', () =>
    expect(waiting(used(NOW, [{ owner: ann, isMeasured: false }, { owner: null }]))).toEqual([]));
  it('is announced with what came until then, and what follows waits anew', () => {
    const past = [used(NOW, [{ owner: ann }, { owner: bob }]), used(later(61), [{ owner: ann }])];
    expect(waiting(...past, recorded(announced(ann)))).toEqual([[bob, NOW]]);
    expect(waiting(...past, recorded(announced(ann)), used(later(62), [{ owner: ann }]))).toEqual([
      [bob, NOW],
      [ann, later(62)],
    ]);
  });
  it('is also what is taken off, counted later or linked', () => {
    const voided = (isTakenOff: boolean, owner: UsageVoided['data']['owner']): UsageVoided => ({
      type: 'UsageVoided',
      data: {
        ...{ organizationId: 'o1', eventId: 'u1', name: 'call', at: NOW, reason: 'wrong', owner },
        measures: [{ meterId: 'm1', revision: 1, func: 'count', value: null, isTakenOff }],
      },
    });
    const [anns, nobodys] = [
      { customerId: ann, externalKey: null },
      { customerId: null, externalKey: 'a digest' },
    ];
    expect(waiting(recorded(voided(false, anns)))).toEqual([]);
    expect(waiting(recorded(voided(true, anns)))).toEqual([[ann, NOW]]);
    expect(waiting(recorded(voided(true, nobodys)))).toEqual([]);
    const owners = [ann, 'a digest'].map((owner) => ({ owner, open: NOTHING, hours: [] }));
    const about = {
      organizationId: 'o1',
      meterId: 'm1',
      revision: 2,
      func: 'count',
      look: 'first',
      page: 1,
      after: '',
    };
    expect(waiting(recorded({ type: 'UsageRemeasured', data: { ...about, owners } } as never))).toEqual([[ann, NOW]]);
    const linked = { organizationId: 'o1', customerId: bob, meterId: 'm1', owner: 'a digest' };
    expect(waiting(recorded({ type: 'MeterUsageLinked', data: linked } as never))).toEqual([[bob, NOW]]);
  });
  it('of hours without an endpoint is not made up for when one comes', () => {
    const past = [used(NOW, [{ owner: ann }]), used(later(3_000), [{ owner: bob }])];
    expect(waiting(...past, subscribed(later(3_601)))).toEqual([[bob, later(3_000)]]);
  });
  it('is announced once, as the state of the customer', () => {
    const given = specOf(usageAnnouncementDecider);
    const announcing = { type: 'AnnounceUsage' as const, data: { organizationId: 'o1', customerId: ann, from: '7' } };
    given().when(announcing).then(announced(ann));
    given(announced(ann)).when(announcing).then();
    expect(usageAnnouncements.CustomerUsageAnnounced!.customer!(announced(ann).data)).toBe(ann);
  });
});

describe('usage under an external id', () => {
  const claim = { kind: 'customer-external-id', digest: 'd1' };
  type Linking = Parameters<typeof usageLinkProjection.evolve>[1];
  const of = (type: string, data: object) => recorded({ type, data } as never) as Linking;
  const reported = (meterId: string, customerId: string | null = null) =>
    of('UsageIngested', {
      ...{ organizationId: 'o1', ingestId: 'i1', first: 0, meters: [{ meterId, revision: 1 }] },
      owners: [{ customerId, externalKey: 'd1', externalId: 'ann', details: [] }],
      events: [{ name: 'call', at: NOW, owner: 0, measures: [[0, null]] }],
    });
  const voiding = { organizationId: 'o1', eventId: 'e1', at: NOW, measures: [{ meterId: 'm1', revision: 1 }] };
  const created = (customerId: string) => of('CustomerCreated', { customerId, externalIdClaim: claim });
  const linked = (customerId: string, meterId: string, until?: Linking) =>
    of('MeterUsageLinked', { ...about, customerId, meterId, owner: 'd1', until: until?.id ?? 'before' });
  const links = (...events: Linking[]) =>
    Object.values(documentsOf(usageLinkProjection, events)).map(({ customer_id, meters, is_open }) => [
      customer_id,
      meters.map(({ meter_id }) => meter_id),
      is_open,
    ]);

  it('waits for whoever gets it', () => {
    expect(links(reported('m1'))).toEqual([[null, ['m1'], false]]);
    expect(links(reported('m1'), created('c1'))).toEqual([['c1', ['m1'], true]]);
    expect(links(reported('m1'), of('CustomerUpdated', { customerId: 'c1', externalIdClaim: claim }))).toEqual([
      ['c1', ['m1'], true],
    ]);
    expect(links(of('CustomerUpdated', { customerId: 'c1', name: 'Ada' }))).toEqual([]);
  });
  it('is linked, too, if its call was appended after the customer was created', () => {
    expect(links(created('c1'), reported('m1'))).toEqual([['c1', ['m1'], true]]);
    const usage = reported('m1');
    const first = [usage, created('c1'), linked('c1', 'm1', usage)];
    expect(links(...first)).toEqual([['c1', ['m1'], false]]);
    expect(links(...first, reported('m2'))).toEqual([['c1', ['m1', 'm2'], true]]);
  });
  it('is linked again when it comes to something else, also if that happens meanwhile', () => {
    const usage = reported('m1');
    const first = [usage, created('c1'), linked('c1', 'm1', usage)];
    const owner = { customerId: null, externalKey: 'd1' };
    const remeasured = { organizationId: 'o1', meterId: 'm1', revision: 2, owners: [{ owner: 'd1' }] };
    for (const change of [
      reported('m1'),
      of('UsageVoided', { ...voiding, owner }),
      of('UsageRecounted', { ...voiding, owner }),
      of('UsageRemeasured', remeasured),
    ]) {
      expect(links(...first, change)).toEqual([['c1', ['m1'], true]]);
      expect(links(...first, change, linked('c1', 'm1', usage))).toEqual([['c1', ['m1'], true]]);
      expect(links(...first, change, linked('c1', 'm1', change))).toEqual([['c1', ['m1'], false]]);
    }
    expect(links(...first, of('UsageVoided', { ...voiding, owner: { ...owner, customerId: 'c1' } }))).toEqual([
      ['c1', ['m1'], false],
    ]);
  });
  it('of a known customer needs no link', () => expect(links(reported('m1', 'c1'))).toEqual([]));
  it('waits again once the customer is deleted', () => {
    const past = [reported('m1'), created('c1'), of('CustomerDeleted', { customerId: 'c1', released: [claim] })];
    expect(links(...past)).toEqual([[null, ['m1'], false]]);
    expect(links(...past, created('c2'), linked('c1', 'm1'))).toEqual([['c2', ['m1'], true]]);
  });
});
