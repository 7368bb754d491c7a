import type { Recorded } from '../../../../kernel/writing/events.ts';
import { openSince, type OpenCut } from '../../customer-meters/open-measures.rules.ts';
import type { Measure } from '../../meters/measure.rules.ts';
import { add, merge, NOTHING, type Tally } from '../../meters/tally.rules.ts';
import type { UsageFacts } from '../../meters/usage-facts.rules.ts';
import type { RemeasuredOwner } from './remeasuring.events.ts';
import { isSameRevision, keyOfOwner, type MeterRevision, type UsageIngested } from '../usage.events.ts';
import { usageEventId } from '../usage-ids.rules.ts';
import { hourOf } from '../usage-hours.rules.ts';

/** A chunk, and where it is in the log. */
export type PastChunk = Pick<Recorded<UsageIngested>, 'data' | 'position'>;

/** Of an event of the log, which has at most 64 KiB. */
const PART_BYTES = 48 * 1024;
/** What an owner takes besides their hours. */
const OWNER_BYTES = 1_024;

/** What was measured of an owner in an hour; `since`: by the cut of the open period after which it was used. */
interface HourMeasured {
  tally: Tally;
  since: ReadonlyMap<string | null, Tally>;
}

interface Definition {
  meter: MeterRevision;
  measure: (facts: UsageFacts) => Measure | undefined;
  /** Of owners, those of their open period: what lies before is billed, or never will be. */
  cuts: ReadonlyMap<string, readonly OpenCut[]>;
  /** Events that no longer count, except those that were taken off this definition's measures already. */
  voided: ReadonlySet<string>;
}

/**
 * What a definition measures of chunks that were measured without it, in parts that each fit into an event of the log. Usage of people who were
 * erased is left out, because what the filter asks for is gone. It yields between events, and returns the parts.
 */
export function* remeasuring(
  chunks: readonly PastChunk[],
  { meter, measure, cuts, voided }: Definition,
): Generator<void, RemeasuredOwner[][]> {
  const owners = new Map<string, Map<string, HourMeasured>>();
  for (const { data, position } of chunks.filter(
    (chunk) => !chunk.data.meters.some((known) => isSameRevision(known, meter)),
  ))
    for (const { id, owner, hour, facts } of factsOf(data)) {
      yield;
      const measured = voided.has(id) ? undefined : measure(facts);
      if (!measured) continue;
      if (!owners.has(owner)) owners.set(owner, new Map());
      const hours = owners.get(owner)!;
      const { tally, since } = hours.get(hour) ?? { tally: NOTHING, since: new Map() };
      const cut = openSince(cuts.get(owner) ?? [], { position, timestamp: facts.timestamp });
      hours.set(hour, {
        tally: add(tally, measured.value),
        since: cut === undefined ? since : withTally(since, cut, add(NOTHING, measured.value)),
      });
    }
  return yield* partsOf(owners);
}

/** The ids of all events of chunks. */
export function eventIdsIn(chunks: readonly PastChunk[]): string[] {
  return chunks.flatMap(({ data: { ingestId, first, events } }) =>
    events.map((_, index) => usageEventId(ingestId, first + index)),
  );
}

/** Everybody whose usage chunks have. */
export function ownersIn(chunks: readonly PastChunk[]): Set<string> {
  return new Set(chunks.flatMap(({ data }) => data.owners.map(keyOfOwner)));
}

interface Fact {
  /** Of the event. */
  id: string;
  owner: string;
  hour: string;
  facts: UsageFacts;
}

function* factsOf({ ingestId, first, owners, events }: PastChunk['data']): Iterable<Fact> {
  const next = owners.map(() => 0);
  for (const [index, { name, at, owner: place }] of events.entries()) {
    const owner = owners[place]!;
    const details = owner.details[next[place]!++];
    if (!details) continue;
    const facts: UsageFacts = { name, source: 'user', timestamp: at, metadata: details.metadata };
    yield { id: usageEventId(ingestId, first + index), owner: keyOfOwner(owner), hour: hourOf(at), facts };
  }
}

function* partsOf(
  owners: ReadonlyMap<string, ReadonlyMap<string, HourMeasured>>,
): Generator<void, RemeasuredOwner[][]> {
  const parts: RemeasuredOwner[][] = [];
  let bytes = PART_BYTES;
  for (const [owner, hours] of owners)
    for (const [hour, { tally, since }] of hours) {
      yield;
      const size = JSON.stringify([hour, tally, ...since]).length;
      const isOfLast = parts.at(-1)?.at(-1)?.owner === owner;
      if (bytes + size + (isOfLast ? 0 : OWNER_BYTES) > PART_BYTES) {
        parts.push([]);
        bytes = 0;
      }
      const part = parts.at(-1)!;
      if (part.at(-1)?.owner !== owner) {
        part.push({ owner, hours: [], open: NOTHING, since: [] });
        bytes += OWNER_BYTES;
      }
      const last = part.at(-1)!;
      last.hours.push([hour, tally]);
      last.open = [...since.values()].reduce(merge, last.open);
      last.since = [...[...since].reduce((sum, [cut, one]) => withTally(sum, cut, one), new Map(last.since))];
      bytes += size;
    }
  return parts;
}

function withTally<K>(tallies: ReadonlyMap<K, Tally>, key: K, tally: Tally): Map<K, Tally> {
  return new Map(tallies).set(key, merge(tallies.get(key) ?? NOTHING, tally));
}
