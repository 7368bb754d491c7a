import type { MeterAggregation, MeterFilter } from './meter.events.ts';
import { matcherOf } from './meter-match.rules.ts';
import { propertyOf, type UsageFacts } from './usage-facts.rules.ts';

/** What an event adds to a meter; null if the meter only counts. */
export interface Measure {
  value: number | null;
}

const COUNTED: Measure = { value: null };

/**
 * Measures events; undefined for those that the meter does not count: which the filter does not let through, or whose aggregated property is no
 * number (docs/BILLING.md#meters).
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
    return typeof value === 'number' && matches(facts) ? { value } : undefined;
  };
}
