import { expect, it } from '@jest/globals';
import { formatsOf, series } from '@/features/home/figures';
import { quantityUnit, shortQuantity } from '@/features/meters/meter-usage';
import { durationTick, durationUnit } from '@/features/operations/figures';
import { axisOf } from '@/ui/chart-axis';

const [revenue, orders] = series as [(typeof series)[0], (typeof series)[0]];
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

function moneyTicks(currency: string, ...values: number[]): string[] {
  const { formatTick, unit } = formatsOf(revenue, currency);
  return axisOf(values, unit).ticks.map(formatTick).map(plain);
}

it.each([
  ['usd', [0, 0], ['$0', '$1']],
  ['usd', [30, 100], ['$0', '$1']],
  ['usd', [250], ['$0', '$1', '$2']],
  ['usd', [248_957], ['$0', '$1,000', '$2,000']],
  ['eur', [93_400], ['€0', '€500', '€1,000']],
  ['eur', [-500, 900], ['−€5', '€0', '€5']],
  ['eur', [-20, 0], ['−€1', '€0']],
  ['eur', [-4_502, 4_502], ['€0', '€50']],
  ['jpy', [0], ['¥0', '¥1']],
  ['jpy', [3], ['¥0', '¥1', '¥2', '¥3']],
  ['jpy', [900], ['¥0', '¥500']],
  ['kwd', [0], ['KWD 0', 'KWD 1']],
  ['kwd', [750, 1_500], ['KWD 0', 'KWD 1']],
  ['kwd', [19_000], ['KWD 0', 'KWD 5', 'KWD 10', 'KWD 15', 'KWD 20']],
])('money in %s up to %j has ticks at whole units of it', (currency, values, ticks) => {
  expect(moneyTicks(currency, ...values)).toEqual(ticks);
});

it.each([
  [[0], ['0', '1']],
  [[1], ['0', '1']],
  [[2], ['0', '1', '2']],
  [[9], ['0', '5']],
  [[194], ['0', '50', '100', '150', '200']],
  [[12_345], ['0', '5,000', '10,000']],
])('counts up to %j have ticks at whole numbers', (values, ticks) => {
  const { formatTick, unit } = formatsOf(orders, 'usd');
  expect(axisOf(values, unit).ticks.map(formatTick)).toEqual(ticks);
});

it('quantities have fractions only if some are', () => {
  const ticks = (values: number[]) => axisOf(values, quantityUnit(values)).ticks.map(shortQuantity);
  expect(ticks([1, 0])).toEqual(['0', '1']);
  expect(ticks([0.75, 0.1])).toEqual(['0', '0.2', '0.4', '0.6', '0.8']);
  expect(ticks([0.002])).toEqual(['0', '0.001', '0.002']);
  expect(ticks([25_000])).toEqual(['0', '10K', '20K']);
});

it('durations have ticks at whole units of what they are said in', () => {
  const ticks = (longest: number) => axisOf([longest], durationUnit(longest)).ticks.map(durationTick);
  expect(ticks(0.02)).toEqual(['0 s', '0.01 s', '0.02 s']);
  expect(ticks(75)).toEqual(['0 s', '20 s', '40 s', '60 s', '80 s']);
  expect(ticks(300)).toEqual(['0 s', '2 min', '4 min']);
  expect(ticks(20_000)).toEqual(['0 s', '2 h', '4 h', '6 h']);
});

it('an axis shows all values, at most six ticks, all different and as they are said', () => {
  for (const currency of ['usd', 'jpy', 'kwd']) {
    for (let value = 1; value < 1e12; value = Math.ceil(value * 1.37)) {
      for (const values of [[value], [-value], [-value, value], [-1, value]]) {
        const { unit } = formatsOf(revenue, currency);
        const { from, to, ticks } = axisOf(values, unit);
        expect(Math.min(...values, 0) >= from && Math.max(...values, 0) <= to).toBe(true);
        expect(ticks.length >= 2 && ticks.length <= 6).toBe(true);
        expect(ticks.every((tick) => tick % unit === 0 && tick >= from && tick <= to)).toBe(true);
        expect(new Set(moneyTicks(currency, ...values)).size).toBe(ticks.length);
      }
    }
  }
});
