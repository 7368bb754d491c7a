import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import type { Position } from '../../../kernel/ports/event-store.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import { usageEvents, type UsageEntry, type UsageIngested } from './usage.events.ts';
import { occurrencesIn, timesOf, type Occurrence } from './lists/usage-occurrences.rules.ts';
import { hourOf } from './usage-hours.rules.ts';

/** How many events have one value, such as a name. */
export type CountOf = [value: string, count: number];

/** How many events have the same name, owner and meters, each given by its place in the chunk's list of them. */
export type CountOfKind = [name: number, owner: number, count: number, ...meters: number[]];

/** The events of a chunk that happened in one hour: where to read them, and enough to know whether to. */
export interface UsageChunkDocument extends Document {
  organization_id: string;
  ingest_id: string;
  /** Of the chunk in its stream. */
  revision: number;
  /** Of the chunk in the log. */
  position: Position;
  /** When it was appended, in machine time. */
  recorded_at: Instant;
  hour: string;
  first_at: Instant;
  last_at: Instant;
  count: number;
  names: CountOf[];
  owners: CountOf[];
  /** Those that a meter counted when they arrived, by `keyOfRevision`. */
  meters: CountOf[];
  kinds: CountOfKind[];
}

/** Where the usage events of an hour are in the log: they are not copied, so that who is erased there is erased. */
export const usageChunkProjection: Projection<UsageChunkDocument, UsageIngested> = {
  name: 'usage_chunks',
  version: 4,
  group: 'usage',
  indexes: [
    ['organization_id', 'hour'],
    ['organization_id', 'position'],
  ],
  handles: ['UsageIngested'] satisfies (keyof typeof usageEvents)[],
  targets: ({ data, revision }) => hoursOf(data.events).map((hour) => idOf(data.ingestId, revision, hour)),

  evolve(document, event, id) {
    if (document) return document;
    const { data, revision, position, metadata } = event;
    const hour = id.slice(id.lastIndexOf('~') + 1);
    const events = occurrencesIn(event).events.filter(({ at }) => hourOf(at) === hour);
    const { first, last } = timesOf(events);
    return {
      id,
      organization_id: data.organizationId,
      ingest_id: data.ingestId,
      revision,
      position,
      recorded_at: metadata.recordedAt,
      hour,
      first_at: first,
      last_at: last,
      count: events.length,
      ...kindsOf(events),
    };
  },
};

function hoursOf(events: readonly UsageEntry[]): string[] {
  return [...new Set(events.map(({ at }) => hourOf(at)))];
}

function kindsOf(events: readonly Occurrence[]): Pick<UsageChunkDocument, 'names' | 'owners' | 'meters' | 'kinds'> {
  const names = countsOf(events.map(({ name }) => name));
  const owners = countsOf(events.map(({ owner }) => owner));
  const meters = countsOf(events.flatMap((event) => event.meters));
  const [placeOfName, placeOfOwner, placeOfMeter] = [names, owners, meters].map(placesIn);
  const kinds = countsOf(
    events.map((event) =>
      [placeOfName!(event.name), placeOfOwner!(event.owner), ...event.meters.map(placeOfMeter!)].join(' '),
    ),
  );
  return { names, owners, meters, kinds: kinds.map(kindOf) };
}

function placesIn(counts: readonly CountOf[]): (value: string) => number {
  const places = new Map(counts.map(([value], place) => [value, place]));
  return (value) => places.get(value)!;
}

function kindOf([places, count]: CountOf): CountOfKind {
  const [name, owner, ...meters] = places.split(' ').map(Number);
  return [name!, owner!, count, ...meters];
}

function countsOf(values: readonly string[]): CountOf[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts];
}

function idOf(ingestId: string, revision: number, hour: string): string {
  return `${ingestId}~${revision}~${hour}`;
}
