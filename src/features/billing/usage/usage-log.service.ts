import { Inject, Injectable } from '@nestjs/common';
import { EVENT_STORE } from '../../../app/tokens.ts';
import { LongWork } from '../../../kernel/coordination/long-work.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import type { EventStore, Position, StoredEvent } from '../../../kernel/ports/event-store.ts';
import { Codec } from '../../../kernel/writing/codec.ts';
import type { Recorded } from '../../../kernel/writing/events.ts';
import { covers, type TenantScope } from '../../../kernel/writing/scope.ts';
import { ingestStream, keyOfOwner, type MeterRevision, type UsageIngested, type UsageOwner } from './usage.events.ts';
import type { UsageChunkDocument } from './usage-chunk.projection.ts';
import type { MeasuredFacts } from './lists/usage-condition.rules.ts';
import { placeOfUsageEvent, usageEventId } from './usage-ids.rules.ts';

/** Streams that are read at once. */
const AT_ONCE = 16;

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
export type LoggedMeasure = MeterRevision & { value: number | null };

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

  /** An event of the scope. */
  async get(eventId: string, scope: TenantScope): Promise<LoggedUsage | undefined> {
    const { ingestId } = placeOfUsageEvent(eventId);
    const events = await this.open(await this.store.read(ingestStream(ingestId)));
    const found = events.find(({ id }) => id === eventId);
    return found && covers(scope, found.organizationId) ? found : undefined;
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

function eventsOfChunk({ data, position }: Recorded<UsageIngested>): LoggedUsage[] {
  const next = data.owners.map(() => 0);
  return data.events.map(({ name, at, owner: place, measures = [] }, index) => {
    const owner = data.owners[place]!;
    // None if the owner was erased.
    const details = owner.details[next[place]!++];
    return {
      id: usageEventId(data.ingestId, data.first + index),
      organizationId: data.organizationId,
      name,
      source: 'user',
      timestamp: at,
      metadata: details?.metadata ?? {},
      meters: measures.map(([meter]) => data.meters[meter]!),
      measures: measures.map(([meter, value]) => ({ ...data.meters[meter]!, value })),
      customerId: owner.customerId,
      externalId: owner.externalId,
      ownerKey: keyOfOwner(owner),
      owner: { customerId: owner.customerId, externalKey: owner.externalKey },
      position,
    };
  });
}
