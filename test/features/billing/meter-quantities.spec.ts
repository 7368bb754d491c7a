import { describe, expect, it } from '@jest/globals';
import Big from 'big.js';
import {
  nextStart,
  periodsError,
  rangeError,
  startOf,
  startsBetween,
  type Interval,
} from '../../../src/features/billing/intervals.ts';
import { quantitiesOf, type HourTally } from '../../../src/features/billing/meters/quantities.rules.ts';
import { add, merge, NOTHING, quantityOf, type Tally } from '../../../src/features/billing/meters/tally.rules.ts';
import {
  decimalOf,
  dividedBy,
  minus,
  numberOf,
  plus,
  roundedHalfAway,
  times,
  withoutFraction,
} from '../../../src/features/billing/pricing/decimal.ts';
import { addDays } from '../../../src/kernel/ports/clock.ts';
import { Random } from '../../support/contract-tools.ts';

const FUNCTIONS = ['count', 'sum', 'min', 'max', 'avg'] as const;

const tallyOf = (values: readonly (number | null)[]): Tally => values.reduce(add, NOTHING);
const quantities = (tally: Tally) => FUNCTIONS.map((func) => quantityOf(tally, func));

/** Numbers as sellers send them, and some that nobody should. */
function anyNumber(random: Random): number {
  return random.pick([
    () => random.int(2_000) - 1_000,
    () => (random.int(2_000_000) - 1_000_000) / 1_000,
    () => random.next() * 10 ** (random.int(40) - 20),
    () => random.pick([0, -0, 0.1, 0.2, 0.3, 1e300, -1e300, 1e-300, 5e-324, Number.MAX_VALUE, 2 ** 53]),
  ])();
}

describe('exact decimals', () => {
  it('are what JSON writes, without exponents', () => {
    const texts = [0, -0, 0.1, -12.5, 1e21, 1e-7, 2 ** 53].map(decimalOf);
    expect(texts).toEqual(['0', '0', '0.1', '-12.5', '1000000000000000000000', '0.0000001', '9007199254740992']);
    expect(decimalOf(Number.MAX_VALUE)).toHaveLength(309);
    expect(decimalOf(5e-324)).toHaveLength(326);
    const random = new Random(3);
    for (let n = 0; n < 2_000; n++) {
      const number = (random.next() - 0.5) * 10 ** (random.int(630) - 322);
      expect(decimalOf(number)).toBe(Big(number).toFixed());
    }
  });

  it('add, subtract and multiply exactly', () => {
    expect(plus(decimalOf(0.1), decimalOf(0.2))).toBe('0.3');
    expect(minus('0.3', '0.1')).toBe('0.2');
    expect(minus('0.3', '0.3')).toBe('0');
    expect(plus('-0.5', '0.5')).toBe('0');
    expect(plus('-12', '12')).toBe('0');
    expect(plus('999999999999999', '999999999999999')).toBe('1999999999999998');
    expect(plus('9007199254740992', '1')).toBe('9007199254740993');
    expect(times('12345.678901234567', '98765432109876.54321')).toBe('1219326311370217864.33622922332114007');
    const sum = plus(decimalOf(1e300), decimalOf(1e-300));
    expect(minus(sum, decimalOf(1e300))).toBe(decimalOf(1e-300));
  });

  it('divide to twenty places, half away from zero', () => {
    expect(dividedBy('1', 3)).toBe(`0.${'3'.repeat(20)}`);
    expect(dividedBy('-2', 3)).toBe(`-0.${'6'.repeat(19)}7`);
    expect(dividedBy('0.00000000000000000001', 2)).toBe('0.00000000000000000001');
    expect(dividedBy(decimalOf(1e-300), 2)).toBe('0');
  });

  it('round half away from zero, once', () => {
    expect(['8.5', '-8.5', '8.4999999999999999999999999', '0.5', '-0.4'].map((text) => roundedHalfAway(text))).toEqual([
      '9',
      '-9',
      '8',
      '1',
      '0',
    ]);
    expect(['1905', '1904.99999', '5', '4.9'].map((text) => roundedHalfAway(text, 1))).toEqual([
      '1910',
      '1900',
      '10',
      '0',
    ]);
    expect(['8.9', '-8.9', '-0.9'].map(withoutFraction)).toEqual(['8', '-8', '0']);
  });

  it('become the nearest double, and never infinite', () => {
    expect(numberOf('0.3')).toBe(0.3);
    const twice = plus(decimalOf(Number.MAX_VALUE), decimalOf(Number.MAX_VALUE));
    expect(numberOf(twice)).toBe(Number.MAX_VALUE);
    expect(numberOf(`-${twice}`)).toBe(-Number.MAX_VALUE);
    const random = new Random(1);
    for (let n = 0; n < 1_000; n++) {
      const number = anyNumber(random);
      expect(numberOf(decimalOf(number))).toBe(number === 0 ? 0 : number);
    }
  });
});

describe('tallies', () => {
  it('are 0 of nothing', () => expect(quantities(NOTHING)).toEqual(['0', '0', '0', '0', '0']));

  it('have every aggregation of what was measured', () => {
    expect(quantities(tallyOf([5]))).toEqual(['1', '5', '5', '5', '5']);
    expect(quantities(tallyOf([0.1, 0.2, -1]))).toEqual(['3', '-0.7', '-1', '0.2', '-0.23333333333333333333']);
    expect(quantities(tallyOf([-3, -2]))).toEqual(['2', '-5', '-3', '-2', '-2.5']);
  });

  it('count what is only counted', () => {
    expect(tallyOf([null, null])).toEqual({ count: 2, sum: '0', min: null, max: null });
  });

  it('are the same as JSON', () => {
    const tally = tallyOf([-0, 0.1, 1e300]);
    expect(JSON.parse(JSON.stringify(tally))).toEqual(tally);
    expect(JSON.parse(JSON.stringify(NOTHING))).toEqual(NOTHING);
  });

  it('add up whatever the order and the grouping', () => {
    const random = new Random(19);
    for (let round = 0; round < 300; round++) {
      const parts = Array.from({ length: 3 }, () =>
        Array.from({ length: random.int(8) }, () => (random.int(10) === 0 ? null : anyNumber(random))),
      );
      const [a, b, c] = parts.map(tallyOf) as [Tally, Tally, Tally];
      expect(merge(a, b)).toEqual(merge(b, a));
      expect(merge(merge(a, b), c)).toEqual(merge(a, merge(b, c)));
      expect(merge(a, NOTHING)).toEqual(a);
      const shuffled = parts.flat().sort(() => random.next() - 0.5);
      expect(tallyOf(shuffled)).toEqual(merge(merge(a, b), c));
    }
  });

  it('stay short, whatever is measured', () => {
    const extremes = [Number.MAX_VALUE, 5e-324, -1e-300, 1e300];
    let tally = NOTHING;
    for (let n = 0; n < 2_000; n++) tally = add(tally, extremes[n % 4]!);
    expect(tally.sum.length).toBeLessThan(640);
  });
});

describe('intervals', () => {
  const starts = (from: string, to: string, interval: Interval) =>
    startsBetween(`${from}.000Z`, `${to}.000Z`, interval).map((start) => start.replace(/(:00:00|T00:00:00).000Z$/, ''));

  it.each<[Interval, string, string, string[]]>([
    ['hour', '2026-02-28T22:59:59', '2026-03-01T00:00:00', ['2026-02-28T22', '2026-02-28T23', '2026-03-01']],
    ['day', '2028-02-28T12:00:00', '2028-03-01T00:00:00', ['2028-02-28', '2028-02-29', '2028-03-01']],
    ['day', '2026-02-28T12:00:00', '2026-03-01T00:00:00', ['2026-02-28', '2026-03-01']],
    ['week', '2026-12-31T00:00:00', '2027-01-04T00:00:00', ['2026-12-28', '2027-01-04']],
    ['week', '2026-03-01T23:59:59', '2026-03-01T23:59:59', ['2026-02-23']],
    ['week', '2026-03-02T00:00:00', '2026-03-08T23:59:59', ['2026-03-02']],
    ['month', '2026-01-31T23:00:00', '2026-04-30T00:00:00', ['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01']],
    ['month', '2027-12-15T00:00:00', '2028-01-01T00:00:00', ['2027-12-01', '2028-01-01']],
    ['year', '2027-12-31T23:59:59', '2029-01-01T00:00:00', ['2027-01-01', '2028-01-01', '2029-01-01']],
    ['year', '2027-12-31T23:59:59', '2027-01-01T00:00:00', ['2027-01-01']],
  ])('are the %ss from %s to %s', (interval, from, to, expected) =>
    expect(starts(from, to, interval)).toEqual(expected),
  );

  it('contain every instant in exactly one', () => {
    const random = new Random(7);
    for (let n = 0; n < 300; n++) {
      const at = new Date(Math.floor(random.next() * 4_102_444_800_000)).toISOString();
      for (const interval of ['hour', 'day', 'week', 'month', 'year'] as const) {
        const start = startOf(at, interval);
        const next = nextStart(start, interval);
        expect(start <= at && at < next).toBe(true);
        expect([startOf(start, interval), startOf(next, interval)]).toEqual([start, next]);
      }
    }
  });

  it('end at the last instant, and are right in the first years', () => {
    expect(startsBetween('9999-12-31T22:30:00.000Z', '9999-12-31T23:59:59.999Z', 'hour')).toHaveLength(2);
    expect(startsBetween('9999-12-31T22:30:00.000Z', '9999-12-31T23:59:59.999Z', 'year')).toHaveLength(1);
    expect(nextStart('0050-01-01T00:00:00.000Z', 'year')).toBe('0051-01-01T00:00:00.000Z');
    expect(nextStart('0050-12-01T00:00:00.000Z', 'month')).toBe('0051-01-01T00:00:00.000Z');
  });

  it('are refused if they are too many', () => {
    const refused = (end: string, interval: Interval) => rangeError('2026-01-01T00:00:00.000Z', end, interval);
    expect(refused('2026-01-08T00:00:00.000Z', 'hour')).toBeUndefined();
    expect(refused('2026-01-08T00:00:00.001Z', 'hour')).toMatch(/at most 7 days for interval 'hour'/);
    expect(refused('2027-01-02T00:00:00.000Z', 'day')).toBeUndefined();
    expect(refused('2027-01-02T00:00:01.000Z', 'day')).toMatch(/at most 366 days/);
    expect(refused('2025-12-31T23:59:59.999Z', 'year')).toMatch(/after the end/);
  });

  it.each<[Interval, string, string]>([
    ['hour', '2026-01-01T00:00:00.000Z', '2027-02-21T15:00:00.000Z'],
    ['day', '2000-01-01T00:00:00.000Z', '2027-05-18T00:00:00.000Z'],
    ['week', '2000-01-03T00:00:00.000Z', '2191-08-22T00:00:00.000Z'],
    ['month', '1000-01-01T00:00:00.000Z', '1766-01-01T00:00:00.000Z'],
  ])('of one %s are at most 10,000, or nearly so', (interval, start, end) => {
    expect(periodsError(start, end, interval)).toBeUndefined();
    const periods = startsBetween(start, end, interval).length;
    expect(periods).toBeLessThanOrEqual(10_000);
    expect(periods).toBeGreaterThan(9_000);
    expect(periodsError(start, addDays(end, interval === 'month' ? 800 : 8), interval)).toMatch(
      /at most 10000 periods/,
    );
    expect(periodsError(end, start, interval)).toMatch(/after the end/);
  });
});

describe('quantities', () => {
  const hour = (at: string, ...values: (number | null)[]): HourTally => ({
    hour: `${at}:00:00.000Z`,
    tally: tallyOf(values),
  });
  const range = (start: string, end: string, interval: Interval) => ({
    start: `${start}:00.000Z`,
    end: `${end}:00.000Z`,
    interval,
  });
  const days = range('2026-03-01T13:30', '2026-03-03T00:00', 'day');
  const tallies = [
    hour('2026-03-01T09', 0.1),
    hour('2026-03-01T23', 0.2, 6),
    hour('2026-03-03T23', -4),
    hour('2026-02-28T23', 1_000),
    hour('2026-03-04T00', 1_000),
  ];

  it.each([
    ['count', [3, 0, 1], 4],
    ['sum', [6.3, 0, -4], 2.3],
    ['min', [0.1, 0, -4], -4],
    ['max', [6, 0, -4], 6],
    ['avg', [2.1, 0, -4], 0.575],
  ] as const)('%s by period, and in total of the events', (func, expected, total) => {
    const found = quantitiesOf(tallies, days, func);
    expect(found.quantities.map(({ quantity }) => quantity)).toEqual(expected);
    expect(found.total).toBe(total);
  });

  it('begin each period at its start, and cover the first and the last one whole', () => {
    const timestamps = (interval: Interval) =>
      quantitiesOf([], { ...days, interval }, 'sum').quantities.map(({ timestamp }) => timestamp);
    expect(timestamps('day')).toEqual([1, 2, 3].map((day) => `2026-03-0${day}T00:00:00.000Z`));
    expect(timestamps('week')).toEqual(['2026-02-23T00:00:00.000Z', '2026-03-02T00:00:00.000Z']);
    expect(timestamps('month')).toEqual(['2026-03-01T00:00:00.000Z']);
  });

  it('are 0 without events', () =>
    expect(quantitiesOf([], range('2026-03-01T00:00', '2026-03-01T01:00', 'hour'), 'min')).toEqual({
      quantities: [
        { timestamp: '2026-03-01T00:00:00.000Z', quantity: 0 },
        { timestamp: '2026-03-01T01:00:00.000Z', quantity: 0 },
      ],
      total: 0,
    }));

  it('add up what several customers used in an hour', () =>
    expect(
      quantitiesOf([hour('2026-03-01T09', 1), hour('2026-03-01T09', 2)], days, 'sum').quantities[0]!.quantity,
    ).toBe(3));

  it('sum up to the total, by every interval', () => {
    const random = new Random(23);
    const month = range('2026-03-01T00:00', '2026-03-31T23:59', 'day');
    const measured = Array.from({ length: 500 }, () => {
      const at = `2026-03-${String(1 + random.int(31)).padStart(2, '0')}T${String(random.int(24)).padStart(2, '0')}`;
      return hour(at, (random.int(20_000) - 10_000) / 100, random.next());
    });
    const total = quantityOf(measured.map(({ tally }) => tally).reduce(merge), 'sum');
    for (const interval of ['hour', 'day', 'week', 'month', 'year'] as const) {
      const found = quantitiesOf(measured, { ...month, interval }, 'sum');
      expect(found.total).toBe(numberOf(total));
      const sum = found.quantities.reduce((all, { quantity }) => all + quantity, 0);
      expect(sum).toBeCloseTo(found.total, 6);
      const counted = quantitiesOf(measured, { ...month, interval }, 'count');
      expect(counted.quantities.reduce((all, { quantity }) => all + quantity, 0)).toBe(1_000);
    }
  });
});
