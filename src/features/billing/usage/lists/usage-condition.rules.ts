import { addSeconds } from '../../../../kernel/ports/clock.ts';
import { measurer } from '../../meters/measure.rules.ts';
import { filterWeight } from '../../meters/meter-filter.rules.ts';
import { matcherOf, requiredName } from '../../meters/meter-match.rules.ts';
import type { MeterFilter } from '../../meters/meter.events.ts';
import { filterOf, servingOf, type MeterDocument } from '../../meters/meter.projection.ts';
import type { UsageFacts } from '../../meters/usage-facts.rules.ts';
import { keyOfRevision, type MeterRevision } from '../usage.events.ts';
import { hourOf } from '../usage-hours.rules.ts';

/** A usage event, with the meters that counted it when it arrived. */
export interface MeasuredFacts extends UsageFacts {
  meters: readonly MeterRevision[];
}

/** Which events a list asks for, where only reading them tells. */
export interface UsageCondition {
  /** The only names of such events; undefined if they may have others. */
  names: readonly string[] | undefined;
  /** `filterWeight` of what is evaluated for an event. */
  weight: number;
  holds(event: MeasuredFacts): boolean;
}

/** What a list's filter, and the meters of which one must count its events, ask for. */
export function conditionsOf(
  filter: MeterFilter | undefined,
  meters: readonly MeterDocument[] | undefined,
): UsageCondition[] {
  const byFilter = filter ? [passing(filter)] : [];
  return meters ? [...byFilter, anyOf(meters.map(countedBy))] : byFilter;
}

/** From an hour on, a list is exactly what a meter counted when it arrived. */
export interface CountedSince {
  /** `keyOfRevision` */
  meter: string;
  hour: string;
}

/** Calls that were under way when the definition changed have ended after so long. */
const SETTLED_SECONDS = 3_600;

/** undefined if the list asks for what only reading tells. Events are not reported before they happen, so later hours have only those that it measured. */
export function countedSince(
  asked: { filter: unknown; metadata: readonly unknown[] },
  meters: readonly MeterDocument[] | undefined,
): CountedSince | undefined {
  const [meter, another] = meters ?? [];
  if (!meter || another || asked.filter || asked.metadata.length > 0) return undefined;
  const { id: meterId, created_at, modified_at } = meter;
  const { revision } = servingOf(meter);
  const settled = addSeconds(modified_at ?? created_at, SETTLED_SECONDS);
  return { meter: keyOfRevision({ meterId, revision }), hour: hourOf(addSeconds(settled, 3_600)) };
}

/** Those that a filter lets through. */
function passing(filter: MeterFilter): UsageCondition {
  return { names: namesOf(filter), weight: filterWeight(filter), holds: matcherOf(filter) };
}

/** Those that a meter counts: as the log says, which knows it also of people who were erased; before the meter's definition, what the log says of them. */
function countedBy(document: MeterDocument): UsageCondition {
  const definition = servingOf(document);
  const [filter, { revision, aggregation }] = [filterOf(definition), definition];
  const measure = measurer({ filter, aggregation });
  const isThis = (meter: MeterRevision) => meter.meterId === document.id && meter.revision === revision;
  return {
    names: namesOf(filter),
    weight: 1 + filterWeight(filter),
    holds: (event) => event.source === 'user' && (event.meters.some(isThis) || measure(event) !== undefined),
  };
}

/** Those of any of several. */
function anyOf(conditions: readonly UsageCondition[]): UsageCondition {
  const names = conditions.map((one) => one.names);
  return {
    names: names.every((some) => some !== undefined) ? names.flat() : undefined,
    weight: conditions.reduce((sum, one) => sum + one.weight, 0),
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
