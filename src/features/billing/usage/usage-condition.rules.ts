import { measurer } from '../meters/measure.rules.ts';
import { matcherOf, requiredName } from '../meters/meter-match.rules.ts';
import type { MeterAggregation, MeterFilter } from '../meters/meter.events.ts';
import type { UsageFacts } from '../meters/usage-facts.rules.ts';
import type { MeterRevision } from './usage.events.ts';

/** A usage event, with the meters that counted it when it arrived. */
export interface MeasuredFacts extends UsageFacts {
  meters: readonly MeterRevision[];
}

/** Which events a list asks for, where only reading them tells. */
export interface UsageCondition {
  /** The only names of such events; undefined if they may have others. */
  names: readonly string[] | undefined;
  holds(event: MeasuredFacts): boolean;
}

/** Those that a filter lets through. */
export function passing(filter: MeterFilter): UsageCondition {
  return { names: namesOf(filter), holds: matcherOf(filter) };
}

/** Those that a meter counts: as the log says, which knows it also of people who were erased; before the meter's definition, what the log says of them. */
export function countedBy(meter: {
  id: string;
  revision: number;
  filter: MeterFilter;
  aggregation: MeterAggregation;
}): UsageCondition {
  const measure = measurer(meter);
  const isThis = ({ meterId, revision }: MeterRevision) => meterId === meter.id && revision === meter.revision;
  return {
    names: namesOf(meter.filter),
    holds: (event) => event.source === 'user' && (event.meters.some(isThis) || measure(event) !== undefined),
  };
}

/** Those of any of several. */
export function anyOf(conditions: readonly UsageCondition[]): UsageCondition {
  const names = conditions.map((one) => one.names);
  return {
    names: names.every((some) => some !== undefined) ? names.flat() : undefined,
    holds: (event) => conditions.some((one) => one.holds(event)),
  };
}

/** Of those that are asked for by name, the names that conditions allow, too. */
export function namesWithin(
  names: readonly string[] | undefined,
  conditions: readonly UsageCondition[],
): readonly string[] | undefined {
  return conditions.reduce(
    (left, { names: some }) => (left && some ? left.filter((name) => some.includes(name)) : (left ?? some)),
    names,
  );
}

function namesOf(filter: MeterFilter): string[] | undefined {
  const name = requiredName(filter);
  return name === undefined ? undefined : [name];
}
