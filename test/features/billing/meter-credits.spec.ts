import { describe, expect, it } from '@jest/globals';
import { customerMeterDecider } from '../../../src/features/billing/customer-meters/customer-meter.decider.ts';
import type {
  CustomerMeterEvent,
  MeterBilling,
} from '../../../src/features/billing/customer-meters/customer-meter.events.ts';
import {
  customerMeterAfter,
  NO_CUSTOMER_METER,
  type CustomerMeter,
} from '../../../src/features/billing/customer-meters/customer-meter-state.rules.ts';
import { chargesOf } from '../../../src/features/billing/customer-meters/metered-charges.rules.ts';
import { meterCreditsProcess } from '../../../src/features/billing/grants/meter-credits.process.ts';
import { NOTHING } from '../../../src/features/billing/meters/tally.rules.ts';
import { creditedUnits } from '../../../src/features/billing/pricing/meter-credits.ts';
import type { MeteredPrice } from '../../../src/features/billing/products/product.events.ts';
import { addSeconds } from '../../../src/kernel/ports/clock.ts';
import { Random } from '../../support/contract-tools.ts';
import { recorded, specOf } from '../../support/given.ts';

const about = { organizationId: 'o1', customerId: 'c1', meterId: 'm1' };

describe('the credits of a customer meter', () => {
  const given = specOf(customerMeterDecider);
  const owners: string[] = ['c1'];
  const credited = (units: number, rollover: boolean, more: { grantId?: null; periodId?: string } = {}) =>
    ({
      type: 'MeterCredited',
      data: { ...about, units, rollover, grantId: 'g1', periodId: null, ...more },
    }) satisfies CustomerMeterEvent;
  const unearned = (units: number): CustomerMeterEvent => {
    const { type, data } = credited(units, false);
    return { type, data: { ...data, isUnearned: true } };
  };
  const closed = (periodId: string, expiring: number, rollover: number): CustomerMeterEvent => ({
    type: 'MeterPeriodClosed',
    data: {
      ...about,
      ...{ periodId, ends: 'period', owners, billing: null, revision: 1, func: 'count' },
      credits: { expiring, rollover },
    },
  });
  const billed: CustomerMeterEvent = {
    type: 'MeterPriceSet',
    data: {
      ...about,
      subscriptionId: 's1',
      productId: 'p1',
      price: { id: 'q1', amountType: 'metered_unit', meterId: 'm1', unitAmount: '7', capAmount: null, currency: 'jpy' },
      since: '2026-01-31T10:00:00.000Z',
    },
  };
  const end = {
    type: 'EndCreditPeriod',
    data: { ...about, periodId: 'd1', owners, revision: 1, func: 'count', grantId: 'g1' },
  } as const;
  const carry = (periodId: string, consumed: string) =>
    ({
      type: 'CarryCredits',
      data: { ...about, periodId, consumed, carried: '0', revision: 1, func: 'sum' as const },
    }) as const;

  it('end with the period of their grant, unless it has ended since or a subscription bills the meter', () => {
    given(credited(50, false), credited(100, true))
      .when(end)
      .then(closed('d1', 50, 100));
    given(credited(50, false), closed('d1', 50, 0))
      .when(end)
      .then();
    given(credited(50, false), closed('d0', 50, 0))
      .when(end)
      .then();
    given(billed, credited(50, false)).when(end).then();
  });

  it('carry what is left of a period once, and use those that expire first', () => {
    const period = [credited(50, false), credited(100, true), closed('d1', 50, 100)];
    const carried = (units: number) => credited(units, true, { grantId: null, periodId: 'd1' });
    given(...period)
      .when(carry('d1', '60'))
      .then(carried(90));
    given(...period)
      .when(carry('d1', '60.2'))
      .then(carried(89));
    given(...period)
      .when(carry('d1', '150'))
      .then();
    given(...period, carried(90))
      .when(carry('d1', '60'))
      .then();
    given(...period, closed('d2', 0, 0))
      .when(carry('d1', '60'))
      .then();
  });

  it('are taken back as they were credited last', () => {
    const takeBack = { type: 'TakeCreditsBack', data: { ...about, grantId: 'g1' } } as const;
    given(credited(100, true), closed('d1', 0, 100), credited(70, true))
      .when(takeBack)
      .then(credited(-70, true));
    given(credited(100, true), credited(-100, true)).when(takeBack).then();
    given().when(takeBack).then();
  });

  it('are credited again in their period as far as they were there to be taken back', () => {
    const again = {
      type: 'CreditMeter',
      data: { ...about, grantId: 'g1', units: 100, rollover: false, isAgain: true },
    } as const;
    const left = credited(60, false, { grantId: null, periodId: 'd1' });
    const billedSoFar = {
      ...closed('d1', 100, 0),
      data: { ...closed('d1', 100, 0).data, keepsCredits: true as const },
    };
    const used: CustomerMeterEvent[] = [billed, credited(100, false), billedSoFar as CustomerMeterEvent, left];
    given(billed, credited(100, false), credited(-100, false)).when(again).then(credited(100, false));
    given(...used, credited(-100, false))
      .when(again)
      .then(credited(60, false));
    given(...used, credited(-100, false), credited(60, false), credited(-60, false))
      .when(again)
      .then(credited(60, false));
    given(...used.slice(0, 3), credited(-100, false))
      .when(again)
      .then();
    given(...used, credited(-100, false))
      .when({ ...again, data: { ...again.data, isAgain: undefined } as never })
      .then(credited(100, false));
  });

  describe('of a period that a change to another interval cuts short', () => {
    const at = (day: number) => addSeconds('2026-06-01T00:00:00.000Z', day * 86_400);
    const during = (start: number, days: number) => ({ subscriptionId: 's1', start: at(start), end: at(start + days) });
    const ends = (day: number, more: object = {}) => ({
      type: 'SetMeterPrice' as const,
      data: {
        ...{ ...about, periodId: `d${day}`, owners, revision: 1, func: 'count' as const, subscriptionId: 's1' },
        ...{ productId: 'p1', price: (billed.data as { price: MeteredPrice }).price, endsPeriod: true },
        ...{ billsSoFar: false, isBilled: true, goesOn: true, at: at(day), ...more },
      },
    });
    const timed = (units: number, more: object = {}) => {
      const { type, data } = credited(units, false);
      return { type, data: { ...data, during: during(0, 30), ...more } } as CustomerMeterEvent;
    };
    const cut = (day: number, expiring: number) => {
      const { type, data } = closed(`d${day}`, expiring, 0) as Extract<
        CustomerMeterEvent,
        { type: 'MeterPeriodClosed' }
      >;
      const { subscriptionId, productId, price } = billed.data as MeterBilling;
      return { type, data: { ...data, billing: { subscriptionId, productId, price } } } as CustomerMeterEvent;
    };
    const credit = (units: number, time: ReturnType<typeof during>) =>
      ({ type: 'CreditMeter', data: { ...about, grantId: 'g1', units, rollover: false, during: time } }) as const;

    it('are left for what its time has earned, in whole units', () => {
      given(billed, timed(100)).when(ends(10)).then(unearned(-67), cut(10, 33));
      given(billed, timed(100)).when(ends(0)).then(unearned(-100), cut(0, 0));
      given(billed, timed(100)).when(ends(30)).then(cut(30, 100));
      given(billed, timed(100))
        .when(ends(10, { goesOn: false }))
        .then(cut(10, 100));
    });

    it('are for the rest of a period that goes on without the meter, until their grant is revoked', () => {
      const ended = ends(10, { price: null, endsPeriod: false });
      const { data } = cut(10, 33) as Extract<CustomerMeterEvent, { type: 'MeterPeriodClosed' }>;
      const dropped: CustomerMeterEvent[] = [
        unearned(-67),
        { type: 'MeterPeriodClosed', data: { ...data, keepsCredits: true } },
        { ...billed, data: { ...billed.data, price: null, since: at(10) } } as CustomerMeterEvent,
        timed(67, { during: during(10, 20) }),
      ];
      given(billed, timed(100))
        .when(ended)
        .then(...dropped);
      given(billed, timed(100), ...dropped)
        .when({ type: 'TakeCreditsBack', data: { ...about, grantId: 'g1' } })
        .then(credited(-67, false));
      given(billed, timed(100), ...dropped, credited(-67, false))
        .when({ type: 'CreditMeter', data: { ...credit(100, during(12, 18)).data, isAgain: true } })
        .then(timed(67, { during: during(12, 18) }));
    });

    it('are owed as far as bills had counted them: by the next credits, and then by the next bill', () => {
      const used: CustomerMeterEvent[] = [
        billed,
        timed(100),
        { ...closed('d1', 100, 0), data: { ...closed('d1', 100, 0).data, keepsCredits: true } } as CustomerMeterEvent,
      ];
      const takeBack = (day: number) =>
        ({ type: 'TakeCreditsBack', data: { ...about, grantId: 'g1', endsAt: at(day) } }) as const;
      given(...used)
        .when(ends(10))
        .then(unearned(-67), cut(10, -67));
      given(...used)
        .when(takeBack(10))
        .then(unearned(-67));
      const { type, data } = timed(40, { during: during(10, 20) }) as Extract<
        CustomerMeterEvent,
        { type: 'MeterCredited' }
      >;
      const next: CustomerMeterEvent = { type, data: { ...data, grantId: 'g2' } };
      given(...used, unearned(-67), next)
        .when(ends(30))
        .then(cut(30, -27));
    });

    it('are taken back whole if nobody bills them and their time is over, and expire with the bill otherwise', () => {
      const takeBack = { type: 'TakeCreditsBack', data: { ...about, grantId: 'g1', endsAt: at(31) } } as const;
      given(timed(100)).when(takeBack).then(credited(-100, false));
      given(billed, timed(100)).when(takeBack).then();
    });

    it('stay if they are another purchase’s', () => {
      given(billed, timed(100, { during: { ...during(0, 30), subscriptionId: 's2' } }))
        .when(ends(10))
        .then(cut(10, 100));
      given(billed, credited(100, false)).when(ends(10)).then(cut(10, 100));
    });

    it('are left the same where the subscription does not bill the meter: consumption goes on', () => {
      const early = { ...end, data: { ...end.data, at: at(10) } };
      given(timed(100)).when(early).then();
      given(timed(100))
        .when({ ...early, data: { ...early.data, at: at(30) } })
        .then(closed('d1', 100, 0));
      given(timed(100))
        .when(credit(100, during(10, 365)))
        .then(unearned(-67), timed(100, { during: during(10, 365) }));
    });

    it.each(['jpy', 'eur'])(
      'are what the time has earned, and the rest is charged, whatever changes: %s',
      (currency) => {
        const random = new Random(currency === 'jpy' ? 7 : 11);
        const price = { ...(billed.data as { price: MeteredPrice }).price, currency };
        for (let life = 0; life < 200; life += 1) {
          const [isBilled, isSameBenefit, rollover] = [random.int(2) === 0, random.int(2) === 0, random.int(3) === 0];
          let state: CustomerMeter = NO_CUSTOMER_METER;
          const run = (intent: Parameters<typeof customerMeterDecider.decide>[0]): void => {
            state = customerMeterDecider.decide(intent, state).reduce(customerMeterAfter, state);
          };
          const command = (type: string, data: object) => run({ type, data: { ...about, ...data } } as never);
          const grantOf = (interval: number) => (isSameBenefit || interval === 30 ? 'g1' : 'g2');
          let [day, start, interval, used, earned, amount, total, due] = [0, 0, 30, 0, 0, 0, 0, 0];
          const begin = (): void =>
            command('CreditMeter', {
              grantId: grantOf(interval),
              units: 100,
              rollover,
              during: during(start, interval),
            });
          if (isBilled) run(ends(0, { price, goesOn: false, isBilled: false }) as never);
          begin();
          for (let step = 0; step < 12; step += 1) {
            const units = random.pick([0, 20, 100, 150]);
            used += units;
            total += units;
            day = Math.min(day + random.pick([0, 0, 1, 7, 20]), start + interval);
            const share = (day - start) / interval;
            const had = Math.floor(100 * share + 1e-9);
            earned += had;
            if (isBilled) {
              run(ends(day + step / 1_000_000, { periodId: `c${step}`, price, at: at(day) }) as never);
              const period = state.closed.at(-1)!;
              const tally = { ...NOTHING, count: used };
              amount += chargesOf([{ price, tally }], 'count', period.credits)[0]!.amount;
              command('CarryCredits', { ...carry(period.periodId, String(used)).data });
              due += Math.max(0, used - had) * Number(price.unitAmount);
              used = 0;
            }
            const before = grantOf(interval);
            [start, interval] = [day, interval === 30 ? 365 : 30];
            if (before !== grantOf(interval)) command('TakeCreditsBack', { grantId: before });
            else if (!isBilled) {
              const closings = state.closed.length;
              run({ ...end, data: { ...end.data, grantId: before, periodId: `e${step}`, at: at(day) } } as never);
              // Only what has been had in full ends with its time.
              if (state.closed.length > closings) [used, total, earned] = [0, 0, 0];
            }
            begin();
            // Unbilled, there is at most what time has earned, and what has just begun.
            if (!isBilled) expect(creditedUnits(state.credits)).toBeLessThanOrEqual(earned + 100);
            else if (rollover) expect(amount).toBeGreaterThanOrEqual((total - earned) * Number(price.unitAmount));
            else expect(amount).toBe(due);
          }
        }
      },
    );
  });

  it('are not taken back once they have expired, whatever others have credited since', () => {
    const takeBack = { type: 'TakeCreditsBack', data: { ...about, grantId: 'g1' } } as const;
    const others = { ...credited(30, false), data: { ...credited(30, false).data, grantId: 'g2' } };
    given(credited(30, false), others).when(takeBack).then(credited(-30, false));
    given(credited(30, false), closed('d1', 30, 0), others)
      .when(takeBack)
      .then();
    given(credited(30, false), closed('d1', 30, 0), credited(50, false))
      .when(takeBack)
      .then(credited(-50, false));
  });
});

describe('the meter credits process', () => {
  const react = (event: object) =>
    meterCreditsProcess.react(recorded(event as never)).map(({ command, data }) => [command.name, data]);
  const grant = { grantId: 'g1', organizationId: 'o1', customerId: 'c1', benefitId: 'b1' };
  const ofSubscription = { ...grant, scope: { subscriptionId: 's1', orderId: null } };
  const ofOrder = { ...grant, scope: { subscriptionId: null, orderId: 'r1' } };
  const credit = { meterId: 'm1', units: 100, rollover: true };
  const [units, measured] = [{ units: 100, rollover: true }, ['MeasureSubscription', { subscriptionId: 's1' }]];

  it('cuts what the subscription has begun before it credits', () => {
    expect(react({ type: 'BenefitGranted', data: { ...ofSubscription, credit } })).toEqual([
      measured,
      ['CreditMeter', { ...about, grantId: 'g1', ...units }],
    ]);
    expect(react({ type: 'BenefitGranted', data: { ...ofOrder, credit } })).toEqual([
      ['CreditMeter', { ...about, grantId: 'g1', ...units }],
    ]);
    expect(react({ type: 'BenefitGranted', data: { ...ofSubscription, credit, isAgain: true } })).toEqual([
      measured,
      ['CreditMeter', { ...about, grantId: 'g1', ...units, isAgain: true }],
    ]);
    const during = { start: '2026-01-31T10:00:00.000Z', end: '2026-02-28T10:00:00.000Z' };
    const time = { during: { ...during, subscriptionId: 's1' } };
    expect(react({ type: 'BenefitGranted', data: { ...ofSubscription, credit, during } })).toEqual([
      measured,
      ['CreditMeter', { ...about, grantId: 'g1', ...units, ...time }],
    ]);
    expect(
      react({ type: 'BenefitGrantCycled', data: { ...ofSubscription, orderId: 'r2', credit, during } }).at(-1),
    ).toEqual(['CycleCredits', { ...about, grantId: 'g1', orderId: 'r2', credit: { ...units, ...time } }]);
    expect(react({ type: 'BenefitGranted', data: ofSubscription })).toEqual([]);
  });

  it('ends the period of what was credited before it credits again', () => {
    const cycled = { ...ofSubscription, orderId: 'r2', credit };
    const renewed = ['CycleCredits', { ...about, grantId: 'g1', orderId: 'r2', credit: units }];
    expect(react({ type: 'BenefitGrantCycled', data: cycled })).toEqual([measured, renewed]);
    expect(react({ type: 'BenefitGrantCycled', data: { ...cycled, formerMeterId: 'm0' } })).toEqual([
      measured,
      ['CycleCredits', { ...about, meterId: 'm0', grantId: 'g1', orderId: 'r2', credit: null }],
      renewed,
    ]);
    expect(react({ type: 'BenefitGrantCycled', data: { ...ofSubscription, orderId: 'r2' } })).toEqual([]);
  });

  it('measures what is billed at last before it takes credits back', () => {
    const properties = { last_credited_meter_id: 'm1', last_credited_units: 100 };
    expect(react({ type: 'BenefitGrantRevoked', data: { ...ofSubscription, properties } })).toEqual([
      measured,
      ['TakeCreditsBack', { ...about, grantId: 'g1' }],
    ]);
    expect(react({ type: 'BenefitGrantRevoked', data: ofSubscription })).toEqual([]);
  });
});
