import type { Instant } from '../../../kernel/ports/clock.ts';
import { metadataEntries } from '../metadata.ts';
import type { CountOf, UsageChunkDocument } from './usage-chunk.projection.ts';
import type { MeasuredFacts, UsageCondition } from './usage-condition.rules.ts';
import { endOfHour, startOfHour } from './usage-hours.rules.ts';
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

/** How many events of a chunk match; at most, if they have to be read to tell. */
export function countedIn(chunk: UsageChunkDocument, { owners, names, meter }: UsageCriteria): number {
  if (meter !== undefined) return countOf(chunk.meters, [meter]);
  if (owners && names) return Math.min(countOf(chunk.owners, owners), countOf(chunk.names, names));
  if (owners) return countOf(chunk.owners, owners);
  return names ? countOf(chunk.names, names) : chunk.count;
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
  const keyOf = ({ timestamp, id }: { timestamp: Instant; id: string }) => `${timestamp} ${id}`;
  return (one, other) => (keyOf(one) < keyOf(other) ? -1 : 1) * (direction === 'asc' ? 1 : -1);
}

function countOf(counts: readonly CountOf[], values: readonly string[]): number {
  return counts.reduce((sum, [value, count]) => (values.includes(value) ? sum + count : sum), 0);
}
