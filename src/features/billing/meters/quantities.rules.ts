import type { Instant } from '../../../kernel/ports/clock.ts';
import { startOf, startsBetween, type Interval } from '../intervals.ts';
import { numberOf } from '../pricing/decimal.ts';
import type { MeterAggregation } from './meter.events.ts';
import { merge, NOTHING, quantityOf, type Tally } from './tally.rules.ts';

/** What a meter measured in an hour, in all or of one customer. */
export interface HourTally {
  /** Its start. */
  hour: Instant;
  tally: Tally;
}

export interface Quantities {
  /** One for each period of the range, 0 if nothing was measured in it. */
  quantities: { timestamp: Instant; quantity: number }[];
  total: number;
}

/**
 * What a meter measured in the periods that contain instants from `start` to `end`, and in all of them. The total is of the events, not of the
 * quantities: an average of hours is not that of the day (docs/BILLING.md#meters).
 * @param tallies in any order, several for an hour if they are of several customers; those outside the range are left out
 */
export function quantitiesOf(
  tallies: Iterable<HourTally>,
  range: { start: Instant; end: Instant; interval: Interval },
  func: MeterAggregation['func'],
): Quantities {
  const starts = startsBetween(range.start, range.end, range.interval);
  const periods = new Map(starts.map((start) => [start, NOTHING]));
  for (const { hour, tally } of tallies) {
    const start = startOf(hour, range.interval);
    const period = periods.get(start);
    if (period) periods.set(start, merge(period, tally));
  }
  const quantity = (tally: Tally) => numberOf(quantityOf(tally, func));
  return {
    quantities: [...periods].map(([timestamp, tally]) => ({ timestamp, quantity: quantity(tally) })),
    total: quantity([...periods.values()].reduce(merge, NOTHING)),
  };
}
