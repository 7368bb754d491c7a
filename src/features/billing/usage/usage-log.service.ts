import { Inject, Injectable } from '@nestjs/common';
import { EVENT_STORE } from '../../../app/tokens.ts';
import { LongWork } from '../../../kernel/coordination/long-work.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import type { EventStore, Position, StoredEvent } from '../../../kernel/ports/event-store.ts';
import { Codec } from '../../../kernel/writing/codec.ts';
import type { Recorded } from '../../../kernel/writing/events.ts';
import { covers, type TenantScope } from '../../../kernel/writing/scope.ts';
import {
  ingestStream,
  keyOfOwner,
  type MeasuringMeter,
  type UsageDetails,
  type UsageIngested,
  type UsageOwner,
} from './usage.events.ts';
import type { UsageChunkDocument } from './usage-chunk.projection.ts';
import type { MeasuredFacts } from './lists/usage-condition.rules.ts';
import { placeOfUsageEvent, usageEventId } from './usage-ids.rules.ts';

/** Streams that are read at once. */
const AT_ONCE = 16;
/** Events of a call's stream that are no chunks: it may be split, or abandoned. */
const OTHERS_OF_CALL = 2;

/** A usage event as it was reported. */
export interface UsageEventFacts extends MeasuredFacts {
  id: string;
  organizationId: string;
  timestamp: Instant;
  customerId: string | null;
  externalId: string | null;
  ownerKey: string;
}

/** What a meter measured of an event. */
export type LoggedMeasure = MeasuringMeter & { value: number | null };

/** A usage event with what the log says of it. */
export interface LoggedUsage extends UsageEventFacts {
  owner: Pick<UsageOwner, 'customerId' | 'externalKey'>;
  measures: readonly LoggedMeasure[];
  /** Of its chunk. */
  position: Position;
}

/** The events of chunks, by ingest and revision. */
export type KnownChunks = Map<string, readonly LoggedUsage[]>;

/** Usage events, read from the log. Opening a chunk of some hundred events takes a millisecond or more, so that many take turns of the event loop. */
@Injectable()
export class UsageLog {
  constructor(
    private readonly codec: Codec,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly work: LongWork,
  ) {}

  /** An event of the scope. Its call may have dozens of chunks: only its own is opened. */
  async get(eventId: string, scope: TenantScope): Promise<LoggedUsage | undefined> {
    const { ingestId, place } = placeOfUsageEvent(eventId);
    const stored = await this.chunkWith(ingestId, place);
    if (!stored) return undefined;
    const [chunk] = await this.codec.open<UsageIngested>([stored]);
    return chunk && covers(scope, chunk.data.organizationId) ? eventOfChunk(chunk, place) : undefined;
  }

  /** All events of chunks, each chunk in its hour. @param known chunks that the request has read already: one may have events in many hours */
  async eventsOf(chunks: readonly UsageChunkDocument[], known: KnownChunks): Promise<LoggedUsage[]> {
    const events: LoggedUsage[][] = [];
    for (let from = 0; from < chunks.length; from += AT_ONCE) {
      const some = chunks.slice(from, from + AT_ONCE);
      await this.know(some, known);
      for (const chunk of some) {
        const { first_at, last_at } = chunk;
        const all = known.get(keyOf(chunk))!;
        events.push(all.filter(({ timestamp }) => timestamp >= first_at && timestamp <= last_at));
      }
    }
    return events.flat();
  }

  /** The chunks themselves, each once. */
  async chunksOf(documents: readonly UsageChunkDocument[]): Promise<Recorded<UsageIngested>[]> {
    const places = [...new Map(documents.map((one) => [one.position, one])).values()];
    const chunks: Recorded<UsageIngested>[] = [];
    for (let from = 0; from < places.length; from += AT_ONCE) {
      const some = places.slice(from, from + AT_ONCE);
      for (const read of await Promise.all(some.map((document) => this.read(document)))) {
        if (this.work.isLong()) await this.work.nextTurn();
        chunks.push(...(await this.codec.open<UsageIngested>(read)));
      }
    }
    return chunks;
  }

  /** Searched by halves: the chunks of a call are in the order of its events, and each has at least one. */
  private async chunkWith(ingestId: string, place: number): Promise<StoredEvent | undefined> {
    for (let [from, to] = [0, place + OTHERS_OF_CALL]; from <= to;) {
      if (this.work.isLong()) await this.work.nextTurn();
      const half = Math.floor((from + to) / 2);
      const stored = await this.nextChunk(ingestId, half);
      if (!stored || firstOf(stored) > place) to = half - 1;
      else if (place >= firstOf(stored) + countOf(stored)) from = stored.revision + 1;
      else return stored;
    }
    return undefined;
  }

  private async nextChunk(ingestId: string, revision: number): Promise<StoredEvent | undefined> {
    const [stored] = await this.store.read(ingestStream(ingestId), revision, 1);
    return stored && stored.type !== 'UsageIngested' ? this.nextChunk(ingestId, revision + 1) : stored;
  }

  private async know(chunks: readonly UsageChunkDocument[], known: KnownChunks): Promise<void> {
    const missing = new Map(chunks.map((chunk) => [keyOf(chunk), chunk] as const).filter(([key]) => !known.has(key)));
    const read = await Promise.all([...missing.values()].map((chunk) => this.read(chunk)));
    for (const [n, key] of [...missing.keys()].entries()) {
      if (this.work.isLong()) await this.work.nextTurn();
      known.set(key, await this.open(read[n]!));
    }
  }

  private read({ ingest_id, revision }: UsageChunkDocument): Promise<readonly StoredEvent[]> {
    return this.store.read(ingestStream(ingest_id), revision, 1);
  }

  private async open(stored: readonly StoredEvent[]): Promise<LoggedUsage[]> {
    const chunks = await this.codec.open<UsageIngested>(stored);
    return chunks.filter(({ type }) => type === 'UsageIngested').flatMap(eventsOfChunk);
  }
}

function keyOf({ ingest_id, revision }: UsageChunkDocument): string {
  return `${ingest_id}~${revision}`;
}

function firstOf({ data }: StoredEvent): number {
  return (data as UsageIngested['data']).first;
}

function countOf({ data }: StoredEvent): number {
  return (data as UsageIngested['data']).events.length;
}

function eventsOfChunk(chunk: Recorded<UsageIngested>): LoggedUsage[] {
  const { owners, events, first } = chunk.data;
  const next = owners.map(() => 0);
  return events.map(({ owner }, index) => loggedUsage(chunk, first + index, owners[owner]!.details[next[owner]!++]));
}

function eventOfChunk(chunk: Recorded<UsageIngested>, place: number): LoggedUsage {
  const { owners, events, first } = chunk.data;
  const { owner } = events[place - first]!;
  const before = events.slice(0, place - first).filter((event) => event.owner === owner).length;
  return loggedUsage(chunk, place, owners[owner]!.details[before]);
}

/** @param place in the call @param details none if the owner was erased */
function loggedUsage(
  { data, position }: Recorded<UsageIngested>,
  place: number,
  details: UsageDetails | undefined,
): LoggedUsage {
  const { name, at, owner: ownerPlace, measures = [] } = data.events[place - data.first]!;
  const owner = data.owners[ownerPlace]!;
  return {
    id: usageEventId(data.ingestId, place),
    organizationId: data.organizationId,
    name,
    source: 'user',
    timestamp: at,
    metadata: details?.metadata ?? {},
    meters: measures.map(([meter]) => data.meters[meter]!),
    measures: measures.map(([meter, value]) => measureOf(data.meters[meter]!, value)),
    customerId: owner.customerId,
    externalId: owner.externalId,
    ownerKey: keyOfOwner(owner),
    owner: { customerId: owner.customerId, externalKey: owner.externalKey },
    position,
  };
}

/** Field by field: a chunk may have thousands of measures, and to spread each would take most of the time. */
function measureOf({ meterId, revision, func }: MeasuringMeter, value: number | null): LoggedMeasure {
  return { meterId, revision, func, value };
}
