import type { Instant } from '../../../../kernel/ports/clock.ts';
import { metadataEntries } from '../../metadata.ts';
import type { CountOf, UsageChunkDocument } from '../usage-chunk.projection.ts';
import type { MeasuredFacts, UsageCondition } from './usage-condition.rules.ts';
import { endOfHour, startOfHour } from '../usage-hours.rules.ts';
import type { Direction } from './usage-page.rules.ts';

interface Range {
  /** Both included; undefined: open. */
  from: Instant | undefined;
  until: Instant | undefined;
}

/** Which events match; each field that is undefined lets all through. */
export interface UsageCriteria extends Range {
  owners: readonly string[] | undefined;
  names: readonly string[] | undefined;
  /** Each a list of `key=value`, of which the metadata must have one. */
  metadata: readonly (readonly string[])[];
  /** All of which hold. */
  conditions: readonly UsageCondition[];
  /** The `keyOfRevision` of the meter that counted exactly those when they arrived; undefined if only reading them tells. */
  meter: string | undefined;
}

type Matchable = MeasuredFacts & { ownerKey: string };

export function matches(
  event: Matchable,
  { owners, names, from, until, metadata, conditions }: UsageCriteria,
): boolean {
  if (owners && !owners.includes(event.ownerKey)) return false;
  if (names && !names.includes(event.name)) return false;
  if ((from !== undefined && event.timestamp < from) || (until !== undefined && event.timestamp > until)) return false;
  if (!conditions.every((condition) => condition.holds(event))) return false;
  if (metadata.length === 0) return true;
  const entries = metadataEntries(event.metadata);
  return metadata.every((alternatives) => alternatives.some((entry) => entries.includes(entry)));
}

/** Values of metadata that are compared in the time of a clause. */
const VALUES_OF_CLAUSE = 10;

/** How much longer than one clause it takes to tell whether an event matches. */
export function weightOf({ metadata, conditions }: Pick<UsageCriteria, 'metadata' | 'conditions'>): number {
  const values = metadata.reduce((sum, alternatives) => sum + alternatives.length, 0);
  return conditions.reduce((sum, { weight }) => sum + weight, 1 + Math.ceil(values / VALUES_OF_CLAUSE));
}

/** How many events of a chunk match; at most, if they have to be read to tell. */
export function countedIn(chunk: UsageChunkDocument, { owners, names, meter }: UsageCriteria): number {
  const places = {
    name: names && placesOf(chunk.names, names),
    owner: owners && placesOf(chunk.owners, owners),
    meter: meter === undefined ? undefined : placesOf(chunk.meters, [meter]),
  };
  if (Object.values(places).some((some) => some?.length === 0)) return 0;
  return chunk.kinds.reduce((sum, [name, owner, count, ...meters]) => {
    const fits =
      (places.name?.includes(name) ?? true) &&
      (places.owner?.includes(owner) ?? true) &&
      (places.meter?.some((place) => meters.includes(place)) ?? true);
    return fits ? sum + count : sum;
  }, 0);
}

/** Whether the counts by hour say how many events match: they are of one criterion each. */
export function isCountedByHour({ owners, names, meter }: UsageCriteria): boolean {
  return [owners, names, meter].filter((one) => one !== undefined).length <= 1;
}

/** Whether events of an hour can be in a range. */
export function touches(hour: string, { from, until }: Range): boolean {
  return (until === undefined || startOfHour(hour) <= until) && (from === undefined || endOfHour(hour) >= from);
}

export function isWithin(hour: string, { from, until }: Range): boolean {
  return (from === undefined || startOfHour(hour) >= from) && (until === undefined || endOfHour(hour) <= until);
}

/** By time, and by id where that is the same. */
export function inOrder(
  direction: Direction,
): (one: { timestamp: Instant; id: string }, other: { timestamp: Instant; id: string }) => number {
  const sign = direction === 'asc' ? 1 : -1;
  return (one, other) => {
    if (one.timestamp !== other.timestamp) return one.timestamp < other.timestamp ? -sign : sign;
    return one.id < other.id ? -sign : sign;
  };
}

function placesOf(counts: readonly CountOf[], values: readonly string[]): number[] {
  return counts.flatMap(([value], place) => (values.includes(value) ? [place] : []));
}
