import { LIMITS } from '../../../limits.ts';
import { roundedToPlaces } from '../pricing/decimal.ts';
import type { MeterAggregation, MeterFilter } from './meter.events.ts';
import { matcherOf } from './meter-match.rules.ts';
import { propertyOf, type UsageFacts } from './usage-facts.rules.ts';

/** What an event adds to a meter; null if the meter only counts. */
export interface Measure {
  value: number | null;
}

const COUNTED: Measure = { value: null };
const BEYOND = 10 ** LIMITS.object.measuredDigits.most;

/**
 * Measures events; undefined for those that the meter does not count: which the filter does not let through, or whose aggregated property is no
 * number that they can add up (docs/BILLING.md#meters).
 */
export function measurer(meter: {
  filter: MeterFilter;
  aggregation: MeterAggregation;
}): (facts: UsageFacts) => Measure | undefined {
  const matches = matcherOf(meter.filter);
  const { aggregation } = meter;
  if (aggregation.func === 'count') return (facts) => (matches(facts) ? COUNTED : undefined);
  return (facts) => {
    const value = propertyOf(facts, aggregation.property);
    return isMeasurable(value) && matches(facts) ? { value: roundedToPlaces(value) } : undefined;
  };
}

/**
 * Sums are exact, so that one event of 1e300 and one of 1e-300 would make every later sum a number of 601 digits, which takes seconds to add up for
 * all meters. Their call is not refused: the contract takes any number as metadata, and which meters will read it is not known then. What no
 * usage comes to is like no number, which the contract does not count, rather than an amount that nobody meant.
 */
function isMeasurable(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) < BEYOND;
}
