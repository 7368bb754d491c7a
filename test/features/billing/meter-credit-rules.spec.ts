import { describe, expect, it } from '@jest/globals';
import { chargesByPrice, chargesOf } from '../../../src/features/billing/customer-meters/metered-charges.rules.ts';
import { NOTHING } from '../../../src/features/billing/meters/tally.rules.ts';
import type { MeteredPrice } from '../../../src/features/billing/products/product.events.ts';

const price = (id: string, unitAmount: string, capAmount: number | null = null): MeteredPrice => ({
  ...{ id, amountType: 'metered_unit', meterId: 'm1', unitAmount, capAmount, currency: 'usd' },
});
const [cheap, dear, capped] = [price('cheap', '1'), price('dear', '10'), price('capped', '10', 25)];

/** What each price charges, and how many units are paid for when it does. */
const charged = (credits: string, ...usage: [MeteredPrice, consumed: string][]) =>
  chargesByPrice(
    usage.map(([of, consumed]) => ({ price: of, consumed })),
    credits,
  ).map(({ price: { id }, credited, amount }) => [id, credited, amount]);

describe('credits of a period with several prices', () => {
  it('are used by the price that applied first, and then by the next', () => {
    expect(charged('30', [cheap, '20'], [dear, '20'])).toEqual([
      ['cheap', '30', 0],
      ['dear', '10', 100],
    ]);
    expect(charged('30', [dear, '20'], [cheap, '20'])).toEqual([
      ['dear', '30', 0],
      ['cheap', '10', 10],
    ]);
  });

  it('leave nothing to the next price once they are used up', () => {
    expect(charged('20', [cheap, '20'], [dear, '5'])).toEqual([
      ['cheap', '20', 0],
      ['dear', '0', 50],
    ]);
    expect(charged('20', [cheap, '25'], [dear, '5'], [capped, '5'])).toEqual([
      ['cheap', '20', 5],
      ['dear', '0', 50],
      ['capped', '0', 25],
    ]);
  });

  it('are used in parts of units', () =>
    expect(charged('10', [dear, '2.5'], [dear, '7.4'], [dear, '0.6'])).toEqual([
      ['dear', '10', 0],
      ['dear', '7.5', 0],
      ['dear', '0.1', 5],
    ]));

  it('are used by all that a price measured, also if another one applied in between', () => {
    const measured = (of: MeteredPrice, units: string) => ({ price: of, tally: { ...NOTHING, sum: units } });
    const usage = [measured(cheap, '10'), measured(dear, '10'), measured(cheap, '15')];
    const charges = chargesOf(usage, 'sum', { expiring: 20, rollover: 10 });
    expect(charges.map(({ price: { id }, consumed, credited, amount }) => [id, consumed, credited, amount])).toEqual([
      ['cheap', '25', '30', 0],
      ['dear', '10', '5', 50],
    ]);
  });
});
