import { describe, expect, it } from '@jest/globals';
import { customerMeterDecider } from '../../../src/features/billing/customer-meters/customer-meter.decider.ts';
import type { CustomerMeterEvent } from '../../../src/features/billing/customer-meters/customer-meter.events.ts';
import { meterCreditsProcess } from '../../../src/features/billing/customer-meters/meter-credits.process.ts';
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
