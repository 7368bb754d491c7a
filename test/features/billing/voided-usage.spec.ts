import { describe, expect, it } from '@jest/globals';
import { accountDecider } from '../../../src/features/billing/customer-accounts/account.decider.ts';
import type { AccountEvent } from '../../../src/features/billing/customer-accounts/account.events.ts';
import { accountProjection } from '../../../src/features/billing/customer-accounts/account.projection.ts';
import { usageCreditProjection } from '../../../src/features/billing/customer-accounts/usage-credit.projection.ts';
import { customerMeterDecider } from '../../../src/features/billing/customer-meters/customer-meter.decider.ts';
import type { CustomerMeterEvent } from '../../../src/features/billing/customer-meters/customer-meter.events.ts';
import { chargesOf } from '../../../src/features/billing/customer-meters/metered-charges.rules.ts';
import { usageEntriesOf } from '../../../src/features/billing/customer-meters/usage-entries.rules.ts';
import {
  billedPeriodProjection,
  type BilledPeriodDocument,
} from '../../../src/features/billing/orders/billed-period.projection.ts';
import type { OrderEvent, OrderLine } from '../../../src/features/billing/orders/order.events.ts';
import { subscriptionLines } from '../../../src/features/billing/orders/renewal.rules.ts';
import { voidedUsageProcess } from '../../../src/features/billing/orders/voided-usage/voided-usage.process.ts';
import {
  creditsUnused,
  mostCredited,
  reductionOf,
  remainingOf,
  type Remaining,
} from '../../../src/features/billing/orders/voided-usage/voided-usage.rules.ts';
import { billOf, type Bill } from '../../../src/features/billing/pricing/bill.ts';
import type { Credits } from '../../../src/features/billing/pricing/meter-credits.ts';
import type { BillTerms } from '../../../src/features/billing/pricing/terms.ts';
import type { MeterAggregation } from '../../../src/features/billing/meters/meter.events.ts';
import { add, NOTHING } from '../../../src/features/billing/meters/tally.rules.ts';
import type { MeteredPrice } from '../../../src/features/billing/products/product.events.ts';
import type { UsageVoided } from '../../../src/features/billing/usage/usage.events.ts';
import { Random } from '../../support/contract-tools.ts';
import { documentsOf, recorded, specOf } from '../../support/given.ts';

type OrderCreated = Extract<OrderEvent, { type: 'OrderCreated' }>;

const PERIOD = { start: '2026-03-01T00:00:00.000Z', end: '2026-04-01T00:00:00.000Z' };
const MORE = { start: '2026-02-01T00:00:00.000Z', end: '2026-03-01T00:00:00.000Z' };

interface Used {
  price: MeteredPrice;
  units: number;
}

/** The bill of a meter's period, beside a fixed price of 10. */
function billed(
  used: readonly Used[],
  credits: Credits,
  currency: string,
  terms: BillTerms,
  func: MeterAggregation['func'] = 'sum',
): Bill<OrderLine> {
  const usage = used.map(({ price, units }) => ({ price, tally: add(NOTHING, units) }));
  const about = { periodId: 'period', meterId: 'meter', period: MORE };
  const entries = usageEntriesOf(chargesOf(usage, func, credits), about, () => 'product');
  const price = { id: 'fixed', amountType: 'fixed' as const, amount: 1_000, currency };
  const items = [{ productId: 'product', price, quantity: 1 }];
  const names = { product: () => 'Product', meter: () => 'Meter' };
  const lines = subscriptionLines('order', { items, entries: [], usage: entries, currency, period: PERIOD }, names);
  return billOf(lines, currency, terms);
}

function orderOf(bill: Bill<OrderLine>): OrderCreated['data'] {
  return { orderId: 'order', organizationId: 'o1', customerId: 'c1', ...bill } as OrderCreated['data'];
}

describe('a bill without what was voided', () => {
  const priceOf = (id: string, unitAmount: string, capAmount: number | null, currency: string): MeteredPrice => ({
    ...{ id, unitAmount, capAmount, currency },
    amountType: 'metered_unit',
    meterId: 'meter',
  });
  const tax = { rates: [{ name: 'VAT', percent: '19', country: 'DE', state: null }], reverseCharge: false };
  const half = { discountId: 'd1', type: 'percentage', basisPoints: 5_000 } as const;

  it.each(['eur', 'jpy', 'bhd'])('is the bill of the rest, whatever is voided of random usage in %s', (currency) => {
    const random = new Random(7);
    for (let round = 0; round < 300; round++) {
      const caps = [null, 200, 2_000];
      const prices = ['0.5', '7', '130'].map((amount, at) => priceOf(`p${at}`, amount, random.pick(caps), currency));
      const used = Array.from({ length: 1 + random.int(8) }, () => ({
        price: random.pick(prices),
        units: (1 + random.int(400)) / 4,
      })).sort((one, other) => (one.price.id < other.price.id ? -1 : 1));
      const credits = { expiring: random.int(41), rollover: random.int(41) };
      const terms = {
        discount: random.pick([null, half, { ...half, basisPoints: 10_000 }]),
        tax: random.pick([null, tax]),
      } as unknown as BillTerms;
      const isVoided = used.map(() => random.next() < 0.4);
      const voided = prices.map(({ id: price_id }) => {
        const own = used.filter(({ price }, at) => price.id === price_id && isVoided[at]);
        return { price_id, tally: own.map(({ units }) => units).reduce(add, NOTHING) };
      });
      const order = orderOf(billed(used, credits, currency, terms));
      const rest = billed(
        used.filter((_, at) => !isVoided[at]),
        credits,
        currency,
        terms,
      );
      const reduced = reductionOf(order, new Map(remainingOf(order, 'period', 'sum', voided)));
      expect([round, order.totals.totalAmount - reduced]).toEqual([round, rest.totals.totalAmount]);
      expect(reduced).toBeGreaterThanOrEqual(0);
    }
  });

  it('is the same where nothing was voided, or something of another bill', () => {
    const price = priceOf('p1', '100', null, 'eur');
    const order = orderOf(
      billed([{ price, units: 3 }], { expiring: 0, rollover: 0 }, 'eur', { discount: null, tax: null }),
    );
    const without = (periodId: string, ...voided: number[]) => {
      const all = voided.map((value) => ({ price_id: 'p1', tally: add(NOTHING, value) }));
      return reductionOf(order, new Map(remainingOf(order, periodId, 'sum', all)));
    };
    expect([without('period'), without('another', 1), without('period', 1)]).toEqual([0, 0, 100]);
    // A sum may have been less because of an event below 0.
    expect(without('period', -2)).toBe(-200);
  });

  it.each([
    ['max', 7, [3, 5], [7]],
    ['min', 7, [8, 11], [7]],
    ['avg', 7, [], [7]],
  ] as const)(
    'of a %s needs the others to be read again, unless none of them decided it',
    (func, units, none, some) => {
      const price = priceOf('p1', '100', null, 'jpy');
      const order = orderOf(
        billed([{ price, units }], { expiring: 0, rollover: 0 }, 'jpy', { discount: null, tax: null }, func),
      );
      const after = (...voided: number[]) =>
        remainingOf(order, 'period', func, [{ price_id: 'p1', tally: voided.reduce(add, NOTHING) }]);
      if (none.length > 0) expect(after(...none)).toEqual([]);
      expect([after(...none, ...some), remainingOf(order, 'period', func, [])]).toEqual([undefined, []]);
      const { id } = order.items.find(({ metered }) => metered)!;
      expect(['7', '4', '0', '-1', '9'].map((left) => reductionOf(order, new Map([[id, left]])))).toEqual([
        0, 300, 700, 700, -200,
      ]);
    },
  );

  it('is credited up to what refunds have left', () => {
    const most = (totalAmount: number, ...of: [reduction: number, refunded: number]) =>
      mostCredited({ totals: { totalAmount } } as OrderCreated['data'], ...of);
    expect([most(4_800, 3_000, 0), most(4_800, 3_000, 4_000), most(4_800, 3_000, 4_800)]).toEqual([4_800, 800, 0]);
    // With a credit of its own, an order comes to less than its usage.
    expect([most(-564, 3, 0), most(500, 4_000, 200)]).toEqual([3, 3_800]);
  });

  it('leaves the credits that it has not used', () => {
    const price = priceOf('p1', '100', null, 'eur');
    const credits = { expiring: 10, rollover: 50 };
    const order = orderOf(billed([{ price, units: 45 }], credits, 'eur', { discount: null, tax: null }));
    const unused = (left: string) => {
      const remaining: Remaining = new Map([[order.items.find(({ metered }) => metered)!.id, left]]);
      return creditsUnused(order, 'period', remaining, credits);
    };
    expect(['45', '40', '14.5', '5', '0'].map(unused)).toEqual([0, 5, 30, 35, 35]);
  });
});

describe('a billed period', () => {
  const voided = (eventId: string, value: number | null, priceId: string, periodId = 'period') =>
    recorded<UsageVoided>({
      type: 'UsageVoided',
      data: {
        ...{ organizationId: 'o1', eventId, name: 'call', at: PERIOD.start, reason: 'Wrong' },
        owner: { customerId: 'c1', externalKey: null },
        measures: [
          { meterId: 'meter', revision: 1, func: 'sum', value, isTakenOff: false, billed: { periodId, priceId } },
          { meterId: 'open', revision: 1, func: 'sum', value, isTakenOff: true },
        ],
      },
    });
  const created = recorded<OrderCreated>({
    type: 'OrderCreated',
    data: {
      orderId: 'order',
      organizationId: 'o1',
      items: [{ metered: { periodId: 'period' } }, { metered: { periodId: 'period' } }, {}],
    } as OrderCreated['data'],
  });

  it('has its order and what was voided of it by price, whichever came first', () => {
    const voids = [voided('u1', 2.5, 'p1'), voided('u2', 4, 'p2'), voided('u3', 5, 'p1')];
    const periods = [
      [created, ...voids],
      [...voids, created],
    ].map((events) => documentsOf(billedPeriodProjection, events));
    for (const documents of periods)
      expect(documents).toEqual({
        period: {
          ...{ id: 'period', organization_id: 'o1', order_id: 'order', func: 'sum', voids: 3 },
          voided: [
            { price_id: 'p1', tally: { count: 2, sum: '7.5', min: 2.5, max: 5 } },
            { price_id: 'p2', tally: { count: 1, sum: '4', min: 4, max: 4 } },
          ],
        } satisfies BilledPeriodDocument,
      });
  });

  it('is credited when something is voided, and once its order is there', () => {
    const sent = (event: typeof created | ReturnType<typeof voided>) =>
      voidedUsageProcess.react(event as never).map(({ command, data }) => [command.name, data]);
    for (const event of [voided('u1', 1, 'p1'), created])
      expect(sent(event)).toEqual([['CreditVoidedUsage', { periodId: 'period' }]]);
  });
});

describe("the customer's account", () => {
  const given = specOf(accountDecider);
  const about = { orderId: 'order', organizationId: 'o1', customerId: 'c1', currency: 'jpy' };
  const settle = (voids: number, amount: number, most = 1_000) =>
    ({ type: 'SettleVoids', data: { ...about, voids, amount, most } }) as const;
  const booked = (type: string, voids: number, amount: number) =>
    ({ type, data: { ...about, voids, amount } }) as AccountEvent;
  const credited = booked('UsageCredited', 1, 300);

  it('is credited the difference, once', () => {
    given().when(settle(1, 300)).then(credited);
    given(credited).when(settle(1, 300)).then();
    given(credited)
      .when(settle(3, 450))
      .then(booked('UsageCredited', 3, 150));
    given(credited)
      .when(settle(2, 300))
      .then(booked('UsageCredited', 2, 0));
  });
  it('records once that nothing changes, whatever is left to credit by the time that it is asked for again', () => {
    const nothing = booked('UsageCredited', 1, 0);
    given()
      .when(settle(1, 300, 0))
      .then(nothing);
    given(nothing)
      .when(settle(1, 300, 1_000))
      .then();
    expect(documentsOf(usageCreditProjection, [recorded(nothing as never)])).toEqual({});
    expect(documentsOf(accountProjection, [recorded(nothing)])).toEqual({});
  });
  it('ignores what had seen fewer voids', () =>
    given(booked('UsageCredited', 2, 450))
      .when(settle(1, 300))
      .then());
  it('is not credited what was refunded', () => {
    given()
      .when(settle(1, 300, 100))
      .then(booked('UsageCredited', 1, 100));
    given()
      .when(settle(1, 300, 0))
      .then(booked('UsageCredited', 1, 0));
    // The refund has settled the credit.
    given(credited)
      .when(settle(2, 450, 0))
      .then(booked('UsageCredited', 2, 0));
  });
  it('is charged again what an event below 0 had taken off', () => {
    given(credited)
      .when(settle(2, 120))
      .then(booked('UsageCreditCanceled', 2, 180));
    given(credited)
      .when(settle(2, -40))
      .then(booked('UsageCreditCanceled', 2, 300));
    given()
      .when(settle(1, -40))
      .then(booked('UsageCredited', 1, 0));
  });
  it('has no credit for an order that will not be paid', () => {
    const give = { type: 'ReturnApplied', data: { customerId: 'c1', orderId: 'order' } } as const;
    given(credited)
      .when(give)
      .then(booked('UsageCreditCanceled', 1, 300));
    given(credited, booked('UsageCreditCanceled', 1, 300))
      .when(give)
      .then();
  });
});

describe('what an order was credited', () => {
  const about = { organizationId: 'o1', customerId: 'c1', currency: 'jpy' };
  const booked = (type: AccountEvent['type'], orderId: string, amount: number, voids: number) =>
    recorded({ type, data: { ...about, orderId, amount, voids } } as AccountEvent, { causationId: `void ${voids}` });

  it('is the sum of its entries, of which the document has the newest', () => {
    const events = [
      booked('UsageCredited', 'r1', 300, 1),
      booked('CreditApplied', 'r1', 300, 0),
      booked('UsageCredited', 'r2', 70, 1),
      booked('UsageCreditCanceled', 'r1', 120, 2),
    ];
    const { r1, r2 } = documentsOf(usageCreditProjection, events as never);
    expect(r1).toMatchObject({ organization_id: 'o1', currency: 'jpy', amount: 180 });
    expect(r1!.entries).toMatchObject([
      { event_id: events[0]!.id, type: 'UsageCredited', amount: 300, voids: 1, cause_event_id: 'void 1' },
      { event_id: events[3]!.id, type: 'UsageCreditCanceled', amount: -120, voids: 2, cause_event_id: 'void 2' },
    ]);
    expect(r2).toMatchObject({ amount: 70 });
    const many = Array.from({ length: 130 }, (_, n) => booked('UsageCredited', 'r3', 1, n + 1));
    const { r3 } = documentsOf(usageCreditProjection, many as never);
    expect([r3!.amount, r3!.entries.length, r3!.entries.at(-1)!.voids]).toEqual([130, 100, 130]);
  });
});

describe('credits of a meter', () => {
  const given = specOf(customerMeterDecider);
  const about = { organizationId: 'o1', customerId: 'c1', meterId: 'meter' };
  const price = {
    id: 'p1',
    amountType: 'metered_unit',
    meterId: 'meter',
    unitAmount: '1',
    capAmount: null,
    currency: 'eur',
  };
  const billing = { subscriptionId: 's1', productId: 'product', price };
  const begun = { type: 'MeterPriceSet', data: { ...about, ...billing } } as CustomerMeterEvent;
  const closed = {
    type: 'MeterPeriodClosed',
    data: {
      ...{ ...about, periodId: 'period', ends: 'period', owners: ['c1'], billing, revision: 1, func: 'sum' },
      credits: { expiring: 0, rollover: 50 },
    },
  } as CustomerMeterEvent;
  const returned = (units: number, voids: number) =>
    ({
      type: 'MeterCredited',
      data: { ...about, units, rollover: true, grantId: null, periodId: 'period', voids },
    }) as CustomerMeterEvent;
  const give = (units: number, voids: number) =>
    ({ type: 'ReturnCredits', data: { ...about, periodId: 'period', units, voids } }) as const;

  it('come back as far as voided usage had used them, once', () => {
    given(begun, closed).when(give(20, 1)).then(returned(20, 1));
    given(begun, closed, returned(20, 1)).when(give(20, 1)).then();
    given(begun, closed, returned(20, 1)).when(give(35, 2)).then(returned(15, 2));
    given(begun, closed, returned(35, 2)).when(give(20, 1)).then();
    given(begun, closed).when(give(0, 1)).then();
  });
  it('do not come back once no subscription bills the meter, or the period is unknown', () => {
    const ended = { type: 'MeterPriceSet', data: { ...about, ...billing, price: null } } as CustomerMeterEvent;
    given(begun, closed, ended).when(give(20, 1)).then();
    given(begun).when(give(20, 1)).then();
  });
});
