import { describe, expect, it } from '@jest/globals';
import {
  balanceOf,
  creditedUnits,
  creditsAfter,
  expiringOf,
  NO_CREDITS,
  rolloverOf,
  type Credits,
} from '../../../src/features/billing/pricing/meter-credits.ts';
import { isNegative, minus, numberOf, plus } from '../../../src/features/billing/pricing/decimal.ts';
import { billedUnits, meteredAmountOf, MOST_METERED } from '../../../src/features/billing/pricing/metered-amount.ts';
import { Random } from '../../support/contract-tools.ts';

/** A price per unit, with its cap. */
const price = (unitAmount: string, capAmount: number | null = null, currency = 'usd') => ({
  unitAmount,
  capAmount,
  currency,
});
const billed = (of: ReturnType<typeof price>, consumed: string, credited = 0) =>
  meteredAmountOf(of, { consumed, credited: String(credited) });

/** What credits of one kind come to, in their order. */
const creditedBy = (units: readonly number[], rollover = false) =>
  creditedUnits(units.reduce((credits, one) => creditsAfter(credits, { units: one, rollover }), NO_CREDITS));

/** 1250, 3 → `1.250`. */
function fraction(whole: bigint, places: number): string {
  const digits = String(whole).padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

describe('metered amounts', () => {
  it.each<[unit: string, consumed: string, credited: number, usd: number]>([
    ['0.5', '17', 0, 9],
    ['0.5', '16', 0, 8],
    ['0.5', '1000', 984, 8],
    ['0.5', '1000', 983, 9],
    ['0.03', '1234.5', 0, 37],
    ['0.000000000001', '499999999999', 0, 0],
    ['0.000000000001', '500000000000', 0, 1],
    ['10', '2.45', 0, 25],
    ['10', '2.4499999999999999999999999', 0, 24],
    ['99999.999999999999', '3', 0, 300_000],
    ['0.1', '3', 0, 0],
    ['1', '0', 0, 0],
    ['1', '100', 100, 0],
    ['1', '100', 150, 0],
    ['1', '-5', 0, 0],
    ['1', '-5', 10, 0],
  ])('are the unit amount of %s × (%s − %s), rounded once: %s', (unit, consumed, credited, expected) => {
    expect(billed(price(unit), consumed, credited)).toBe(expected);
    expect(billed(price(unit, null, 'jpy'), consumed, credited)).toBe(expected);
  });

  it('are what is charged in their currency', () => {
    // BHD 0.019 and ISK 1.50 a unit: charges end in one zero and in two.
    expect(billed(price('19', null, 'bhd'), '100.2')).toBe(1_900);
    expect(billed(price('19', null, 'bhd'), '100.27')).toBe(1_910);
    expect(billed(price('150', null, 'isk'), '1')).toBe(200);
    expect(billed(price('150', null, 'isk'), '0.99')).toBe(100);
    expect(billed(price('150', null, 'usd'), '0.99')).toBe(149);
  });

  it('are capped once they are rounded', () => {
    for (const currency of ['usd', 'jpy']) {
      expect(billed(price('0.5', 500, currency), '998')).toBe(499);
      expect(billed(price('0.5', 500, currency), '999')).toBe(500);
      expect(billed(price('0.5', 500, currency), '1001')).toBe(500);
      expect(billed(price('0.5', 500, currency), '1000000')).toBe(500);
      expect(billed(price('0.5', 500, currency), '2000', 1_500)).toBe(250);
      expect(billed(price('0.5', 0, currency), '1000000')).toBe(0);
    }
  });

  it('end at a limit, and a cap above it does not raise it', () => {
    const most = '9'.repeat(300);
    for (const currency of ['usd', 'jpy', 'isk']) {
      expect(billed(price('1', null, currency), '1000000000000')).toBe(MOST_METERED);
      expect(billed(price('1', null, currency), most)).toBe(MOST_METERED);
      expect(billed(price('0.000000000001', 700, currency), most)).toBe(700);
      expect(billed(price('1', 2 * MOST_METERED, currency), most)).toBe(MOST_METERED);
    }
    expect(billed(price('1', null, 'usd'), '999999999999.4')).toBe(999_999_999_999);
  });

  it('are the nearest to the exact amount, for any price and usage', () => {
    const random = new Random(31);
    const digits = (most: number) => BigInt(Math.floor(random.next() * 10 ** random.int(most)));
    for (let round = 0; round < 2_000; round++) {
      // A unit costs so many trillionths of a minor unit, and so many millionths of one are consumed.
      const [cost, consumed, credited] = [digits(15), digits(13), random.int(1_000)];
      const [currency, step] = random.pick([['usd', 1n] as const, ['jpy', 1n] as const, ['bhd', 10n] as const]);
      const millionths = consumed - BigInt(credited) * 10n ** 6n;
      const exact = cost * (millionths > 0n ? millionths : 0n);
      const unit = step * 10n ** 18n;
      const nearest = ((exact * 2n + unit) / (unit * 2n)) * step;
      const of = price(fraction(cost, 12), null, currency);
      expect([of, consumed, credited, billed(of, fraction(consumed, 6), credited)]).toEqual([
        of,
        consumed,
        credited,
        Number(nearest < BigInt(MOST_METERED) ? nearest : MOST_METERED),
      ]);
    }
  });

  it('are of the units that credits do not cover', () => {
    expect(billedUnits({ consumed: '100.3', credited: '100' })).toBe('0.3');
    expect(billedUnits({ consumed: '99.7', credited: '100' })).toBe('0');
  });
});

describe('credits', () => {
  it.each<[number[], number]>([
    [[], 0],
    [[100, -30], 70],
    [[100, -150, 50], 50],
    [[-50, 20], 20],
    [[10, -10, -10, 5, -1], 4],
  ])('%j come to %s, and are never below 0', (credits, expected) => {
    expect(creditedBy(credits)).toBe(expected);
    expect(creditedBy(credits, true)).toBe(expected);
  });

  it('are taken back from those of their kind, then from the others', () => {
    const credits = { expiring: 30, rollover: 50 };
    expect(creditsAfter(credits, { units: -20, rollover: false })).toEqual({ expiring: 10, rollover: 50 });
    expect(creditsAfter(credits, { units: -40, rollover: false })).toEqual({ expiring: 0, rollover: 40 });
    expect(creditsAfter(credits, { units: -60, rollover: true })).toEqual({ expiring: 20, rollover: 0 });
    expect(creditsAfter(credits, { units: -100, rollover: true })).toEqual(NO_CREDITS);
  });

  it('are owed if they were not earned, and settled by those that follow', () => {
    const taken = { units: -100, rollover: false, isUnearned: true as const };
    expect(creditsAfter({ expiring: 30, rollover: 50 }, taken)).toEqual({ expiring: -20, rollover: 0 });
    const owing = { expiring: -20, rollover: 0 };
    expect(creditsAfter(owing, { units: 5, rollover: false })).toEqual({ expiring: -15, rollover: 0 });
    expect(creditsAfter(owing, { units: 50, rollover: false })).toEqual({ expiring: 30, rollover: 0 });
    expect(creditedUnits(creditsAfter(owing, { units: 50, rollover: true }))).toBe(30);
    // What others take back of nothing is not owed.
    expect(creditsAfter(owing, { units: -7, rollover: true })).toEqual(owing);
    expect([expiringOf(owing, '0'), rolloverOf({ expiring: -20, rollover: 50 }, '0')]).toEqual([0, 30]);
  });

  it('leave a balance, which may be negative', () => {
    expect(balanceOf({ expiring: 100, rollover: 20 }, '50.5')).toBe('69.5');
    expect(balanceOf({ expiring: 10, rollover: 0 }, '50.5')).toBe('-40.5');
  });

  it.each<[Credits, consumed: string, rollover: number]>([
    [{ expiring: 0, rollover: 100 }, '0', 100],
    [{ expiring: 0, rollover: 100 }, '30', 70],
    [{ expiring: 50, rollover: 100 }, '30', 100],
    [{ expiring: 50, rollover: 100 }, '50', 100],
    [{ expiring: 50, rollover: 100 }, '60', 90],
    [{ expiring: 50, rollover: 100 }, '60.2', 89],
    [{ expiring: 50, rollover: 100 }, '149.5', 0],
    [{ expiring: 50, rollover: 100 }, '150.5', 0],
    [{ expiring: 50, rollover: 100 }, '1000', 0],
    [{ expiring: 50, rollover: 0 }, '10', 0],
    [{ expiring: 0, rollover: 100 }, '-20', 100],
  ])('%j continue after %s units with %s', (credits, consumed, expected) =>
    expect(rolloverOf(credits, consumed)).toBe(expected),
  );

  it('continue for several periods while they last', () => {
    // A hundred units a period, which roll over.
    let rollover = 0;
    const left = ['40', '120', '0', '500', '10.5'].map((consumed) => {
      rollover = rolloverOf({ expiring: 0, rollover: creditedBy([rollover, 100]) }, consumed);
      return rollover;
    });
    expect(left).toEqual([60, 40, 140, 0, 89]);
  });

  it('are used once: what is billed, covered, expires and continues is what was consumed and credited', () => {
    const random = new Random(37);
    let [consumedEver, billedEver, coveredEver] = ['0', '0', '0'];
    let [credited, expired, rollover] = [0, '0', 0];
    for (let period = 0; period < 1_000; period++) {
      const [expiring, granted] = [random.int(3) * 50, random.int(3) * 50];
      const credits = { expiring, rollover: creditedBy([rollover, granted, -random.int(2) * 30]) };
      const total = credits.expiring + credits.rollover;
      const consumed = fraction(BigInt(random.int(250_000)), 3);
      const billedNow = billedUnits({ consumed, credited: String(total) });
      const covered = minus(consumed, billedNow);
      credited += total - rollover;
      rollover = rolloverOf(credits, consumed);
      expect(rollover).toBeLessThanOrEqual(credits.rollover);
      const lost = minus(minus(String(total), covered), String(rollover));
      // All that expires, and less than a unit of what would have continued.
      expect([isNegative(lost), numberOf(lost) < credits.expiring + 1]).toEqual([false, true]);
      consumedEver = plus(consumedEver, consumed);
      billedEver = plus(billedEver, billedNow);
      coveredEver = plus(coveredEver, covered);
      expired = plus(expired, lost);
    }
    expect(plus(billedEver, coveredEver)).toBe(consumedEver);
    expect(plus(plus(coveredEver, expired), String(rollover))).toBe(String(credited));
  });
});
