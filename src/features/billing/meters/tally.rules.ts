import { decimalOf, dividedBy, minus, plus, type Decimal } from '../pricing/decimal.ts';
import type { MeterAggregation } from './meter.events.ts';

/** What some usage events add up to, whatever their order: tallies of parts add up to the tally of the whole. */
export interface Tally {
  count: number;
  sum: Decimal;
  /** Null if nothing was measured: without events, or if they are only counted. */
  min: number | null;
  max: number | null;
}

export const NOTHING: Tally = { count: 0, sum: '0', min: null, max: null };

/** @param value null if the event is only counted */
export function add(tally: Tally, value: number | null): Tally {
  if (value === null) return { ...tally, count: tally.count + 1 };
  const number = value === 0 ? 0 : value; // JSON has a −0, but does not write it
  return merge(tally, { count: 1, sum: decimalOf(number), min: number, max: number });
}

export function merge(one: Tally, other: Tally): Tally {
  return {
    count: one.count + other.count,
    sum: plus(one.sum, other.sum),
    min: extreme(Math.min, one.min, other.min),
    max: extreme(Math.max, one.max, other.max),
  };
}

/** What an event adds that no longer counts. The extremes of the others cannot be told from it. */
export function takenBack(value: number | null): Tally {
  return { ...NOTHING, count: -1, sum: value === null ? '0' : minus('0', decimalOf(value)) };
}

/** Exact, except that an average is rounded to 20 places; 0 of no events. */
export function quantityOf({ count, sum, min, max }: Tally, func: MeterAggregation['func']): Decimal {
  switch (func) {
    case 'count':
      return decimalOf(count);
    case 'sum':
      return sum;
    case 'min':
      return decimalOf(min ?? 0);
    case 'max':
      return decimalOf(max ?? 0);
    case 'avg':
      return count === 0 ? '0' : dividedBy(sum, count);
  }
}

function extreme(of: (a: number, b: number) => number, one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return of(one, other);
}

/** What a value adds, where maxima and minima are known without it. */
export function withoutExtremes(tally: Tally): Tally {
  return { ...tally, min: null, max: null };
}
