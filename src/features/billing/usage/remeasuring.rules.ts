import type { Position } from '../../../kernel/ports/event-store.ts';
import type { Recorded } from '../../../kernel/writing/events.ts';
import type { Measure } from '../meters/measure.rules.ts';
import { add, merge, NOTHING, type Tally } from '../meters/tally.rules.ts';
import type { UsageFacts } from '../meters/usage-facts.rules.ts';
import type { RemeasuredOwner } from './remeasuring.events.ts';
import { isSameRevision, keyOfOwner, type MeterRevision, type UsageIngested } from './usage.events.ts';
import { usageEventId } from './usage-ids.rules.ts';
import { hourOf } from './usage-hours.rules.ts';

/** A chunk, and where it is in the log. */
export type PastChunk = Pick<Recorded<UsageIngested>, 'data' | 'position'>;

/** Of an event of the log, which has at most 64 KiB. */
const PART_BYTES = 48 * 1024;
/** What an owner takes besides their hours. */
const OWNER_BYTES = 1_024;

/** What was measured of an owner in an hour; `open`: after their last cut. */
interface HourMeasured {
  tally: Tally;
  open: Tally;
}

interface Definition {
  meter: MeterRevision;
  measure: (facts: UsageFacts) => Measure | undefined;
  /** Of owners: what lies before is billed, or never will be. */
  cuts: ReadonlyMap<string, Position>;
  /** Events that no longer count, except those that were taken off this definition's measures already. */
  voided: ReadonlySet<string>;
}

/**
 * What a definition measures of chunks that were measured without it, in parts that each fit into an event of the log. Usage of people who were
 * erased is left out, because what the filter asks for is gone.
 */
export function remeasured(
  chunks: readonly PastChunk[],
  { meter, measure, cuts, voided }: Definition,
): RemeasuredOwner[][] {
  const owners = new Map<string, Map<string, HourMeasured>>();
  for (const { data, position } of chunks.filter(
    (chunk) => !chunk.data.meters.some((known) => isSameRevision(known, meter)),
  ))
    for (const { id, owner, hour, facts } of factsOf(data)) {
      const measured = voided.has(id) ? undefined : measure(facts);
      if (!measured) continue;
      if (!owners.has(owner)) owners.set(owner, new Map());
      const hours = owners.get(owner)!;
      const { tally, open } = hours.get(hour) ?? { tally: NOTHING, open: NOTHING };
      const isOpen = position > (cuts.get(owner) ?? '');
      hours.set(hour, {
        tally: add(tally, measured.value),
        open: isOpen ? add(open, measured.value) : open,
      });
    }
  return partsOf(owners);
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

function partsOf(owners: ReadonlyMap<string, ReadonlyMap<string, HourMeasured>>): RemeasuredOwner[][] {
  const parts: RemeasuredOwner[][] = [];
  let bytes = PART_BYTES;
  for (const [owner, hours] of owners)
    for (const [hour, { tally, open }] of hours) {
      const size = JSON.stringify([hour, tally]).length;
      const isOfLast = parts.at(-1)?.at(-1)?.owner === owner;
      if (bytes + size + (isOfLast ? 0 : OWNER_BYTES) > PART_BYTES) {
        parts.push([]);
        bytes = 0;
      }
      const part = parts.at(-1)!;
      if (part.at(-1)?.owner !== owner) {
        part.push({ owner, hours: [], open: NOTHING });
        bytes += OWNER_BYTES;
      }
      const last = part.at(-1)!;
      last.hours.push([hour, tally]);
      last.open = merge(last.open, open);
      bytes += size;
    }
  return parts;
}
