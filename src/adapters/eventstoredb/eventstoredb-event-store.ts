import {
  BACKWARDS,
  END,
  EventStoreDBClient,
  excludeSystemEvents,
  FORWARDS,
  jsonEvent,
  NO_STREAM,
  START,
  streamNameFilter,
  type AllStreamRecordedEvent,
  type Direction,
  type Filter,
  type JSONType,
  type ReadPosition,
  type ReadRevision,
  type RecordedEvent,
} from '@eventstore/db-client';
import { checkStream, encodeEvents, type EncodedEvent } from '../../kernel/append-limits.ts';
import { ServiceUnavailable, WrongExpectedRevision } from '../../kernel/errors.ts';
import type {
  Appended,
  EventMetadata,
  EventStore,
  NewStoredEvent,
  Position,
  StoredEvent,
} from '../../kernel/event-store.ts';
import type { Log } from '../../kernel/log.ts';
import { inTime } from '../../kernel/waiters.ts';
import { Follower } from './follower.ts';
import { afterPosition, isPosition, partsOf, toPosition } from './positions.ts';

const PAGE_SIZE = 500n;
/** The client has no time limit of its own on a batch append, and none on reads. */
const PATIENCE_MS = 6_000;
/** Of that, what is left to look what became of an append. */
const SETTLING = 1 / 4;
const SILENT_MS = 5_000;
const NAME = 'EventStoreDB';

export interface EventStoreDbOptions {
  /** `esdb://host:2113?tls=false` and its kind. */
  url: string;
  /** Before every stream's name, where several logs share one server. */
  prefix?: string;
  log: Log;
  /** How long an answer is waited for. */
  patienceMs?: number;
  /** When a subscription that says nothing is looked after. */
  silentMs?: number;
}

/** The log on EventStoreDB. Positions are commit and prepare, 20 digits each. */
export class EventStoreDbEventStore implements EventStore {
  private client: EventStoreDBClient;
  private readonly url: string;
  private readonly prefix: string;
  private readonly log: Log;
  private readonly patienceMs: number;
  private readonly silentMs: number;
  private readonly closing = new AbortController();
  /** Of any event seen so far: looking for the end goes back no further. */
  private seen: Position | undefined;
  private lookedAt = 0;

  constructor({ url, prefix = '', log, patienceMs = PATIENCE_MS, silentMs = SILENT_MS }: EventStoreDbOptions) {
    this.url = url;
    this.client = EventStoreDBClient.connectionString(url);
    this.prefix = prefix;
    this.log = log;
    this.patienceMs = patienceMs;
    this.silentMs = silentMs;
  }

  async append(stream: string, events: readonly NewStoredEvent[], expected: number | 'none'): Promise<Appended> {
    checkStream(stream);
    const encoded = encodeEvents(events);
    try {
      const answer = await this.inTime(
        this.client.appendToStream(
          this.prefix + stream,
          encoded.map(toJsonEvent),
          // Never "any": that alone is not repeatable (TOOLCHAIN §4).
          { expectedRevision: expected === 'none' ? NO_STREAM : BigInt(expected) },
        ),
        this.patienceMs * (1 - SETTLING),
      );
      const position = answer.position && this.note(toPosition(answer.position));
      return { revision: Number(answer.nextExpectedRevision), position };
    } catch (error) {
      if (typeOf(error) === 'wrong-expected-version') throw new WrongExpectedRevision(stream, expected);
      return this.settled(stream, events, expected, error);
    }
  }

  read(stream: string, from = 0): Promise<StoredEvent[]> {
    return this.readWithin(this.patienceMs, stream, from);
  }

  private async readWithin(ms: number, stream: string, from: number): Promise<StoredEvent[]> {
    const events: StoredEvent[] = [];
    for (let next = BigInt(from); ; next += PAGE_SIZE) {
      const page = await this.page(stream, { direction: FORWARDS, fromRevision: next, maxCount: PAGE_SIZE }, ms);
      events.push(...page);
      if (BigInt(page.length) < PAGE_SIZE) return events;
    }
  }

  async last(stream: string): Promise<StoredEvent | undefined> {
    return (await this.page(stream, { direction: BACKWARDS, fromRevision: END, maxCount: 1n }))[0];
  }

  async at(position: Position): Promise<StoredEvent | undefined> {
    if (!isPosition(position)) return undefined;
    try {
      // Forwards a position is included.
      const [found] = await this.all({ direction: FORWARDS, fromPosition: partsOf(position), maxCount: 1 });
      return found && this.isOurs(found) && toPosition(found.position) === position ? this.eventOf(found) : undefined;
    } catch {
      // One that was never given out is an error there, which looks like one of the server: that answers, then.
      await this.check();
      return undefined;
    }
  }

  subscribe(after: Position | undefined, signal: AbortSignal): AsyncIterable<StoredEvent[]> {
    const options = {
      open: (position: Position | undefined, onHeard: () => void) =>
        this.client.subscribeToAll({
          fromPosition: position === undefined ? START : partsOf(position),
          filter: this.ours(onHeard),
        }),
      toEvent: (event: AllStreamRecordedEvent) => {
        const stored = this.eventOf(event);
        this.note(stored.position);
        return stored;
      },
      end: () => this.recentEnd(),
      silentMs: this.silentMs,
      onLost: (error: unknown) =>
        this.log.warn('EventStoreDB ended a subscription; it goes on from the last event', { error: nameOf(error) }),
    };
    return new Follower(options, after).follow(AbortSignal.any([signal, this.closing.signal]));
  }

  /** Backwards over what is not ours, no further than to what is known already. */
  async end(): Promise<Position | undefined> {
    for (let from: ReadPosition = END; ;) {
      const page = await this.all({ direction: BACKWARDS, fromPosition: from, maxCount: Number(PAGE_SIZE) });
      const ours = page.find((event) => this.isOurs(event));
      if (ours) return this.note(toPosition(ours.position));
      const oldest = page.at(-1);
      if (!oldest || (this.seen !== undefined && toPosition(oldest.position) <= this.seen)) return this.seen;
      from = oldest.position;
    }
  }

  /** A checkpoint says that the server looks on, and nothing of how far (TOOLCHAIN §4). */
  private ours(checkpointReached: () => void): Filter {
    return this.prefix === ''
      ? excludeSystemEvents({ checkpointReached })
      : streamNameFilter({ prefixes: [this.prefix], checkpointReached });
  }

  /** One look for all who ask at about the same time. */
  private async recentEnd(): Promise<Position | undefined> {
    const now = performance.now();
    if (now - this.lookedAt < this.silentMs / 2) return this.seen;
    this.lookedAt = now;
    return this.end();
  }

  /** @throws ServiceUnavailable it does not answer */
  async check(): Promise<void> {
    await this.all({ direction: BACKWARDS, fromPosition: END, maxCount: 1 });
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.client.dispose();
  }

  /**
   * An append that failed may have been stored all the same: the stream says so.
   * @throws ServiceUnavailable it was not, or the stream can't be read
   */
  private async settled(
    stream: string,
    events: readonly NewStoredEvent[],
    expected: number | 'none',
    failure: unknown,
  ): Promise<Appended> {
    this.log.warn('The outcome of an append is unknown; its stream is read', { error: nameOf(failure) });
    const stored = await this.readWithin(this.patienceMs * SETTLING, stream, expected === 'none' ? 0 : expected + 1);
    const mine = stored.slice(0, events.length);
    if (mine.length < events.length || mine.some(({ id }, index) => id !== events[index]!.id))
      throw new ServiceUnavailable(NAME);
    const { revision, position } = mine.at(-1)!;
    return { revision, position: this.note(position) };
  }

  private async page(
    stream: string,
    options: { direction: Direction; fromRevision: ReadRevision; maxCount: bigint },
    ms = this.patienceMs,
  ): Promise<StoredEvent[]> {
    try {
      const { maxCount, ...from } = options;
      const events = this.client.readStream(this.prefix + stream, { ...from, maxCount: Number(maxCount) });
      return (await this.collected(events, ms)).map((event) => this.eventOf(event));
    } catch (error) {
      if (typeOf(error) === 'stream-not-found') return [];
      throw error;
    }
  }

  private all(options: Parameters<EventStoreDBClient['readAll']>[0]): Promise<AllStreamRecordedEvent[]> {
    return this.collected(this.client.readAll(options));
  }

  /** What a read gives, within the time that one may take. */
  private async collected<E extends RecordedEvent>(
    reading: AsyncIterable<{ event?: E }> & { destroy(): unknown },
    ms = this.patienceMs,
  ): Promise<E[]> {
    const collect = async (): Promise<E[]> => {
      const events: E[] = [];
      for await (const { event } of reading) if (event) events.push(event);
      return events;
    };
    const { client } = this;
    try {
      const events = await this.inTime(collect(), ms);
      // What another one's lateness has cut short ends as if it were whole.
      if (client !== this.client) throw new ServiceUnavailable(NAME);
      return events;
    } catch (error) {
      if (typeOf(error) === 'stream-not-found') throw error;
      reading.destroy();
      throw isUnreachable(error) ? new ServiceUnavailable(NAME) : error;
    }
  }

  private inTime<T>(answer: Promise<T>, ms: number): Promise<T> {
    const { client } = this;
    return inTime(answer, ms, () => {
      this.renew(client);
      throw new ServiceUnavailable(NAME);
    });
  }

  /** All appends share one call, which may be dead without a sign: another client makes another. */
  private renew(stuck: EventStoreDBClient): void {
    if (stuck !== this.client || this.closing.signal.aborted) return;
    this.client = EventStoreDBClient.connectionString(this.url);
    void stuck.dispose().catch(() => undefined);
  }

  private isOurs({ streamId }: RecordedEvent): boolean {
    return this.prefix === '' ? !streamId.startsWith('$') : streamId.startsWith(this.prefix);
  }

  private eventOf({ id, type, data, metadata, streamId, revision, position }: RecordedEvent): StoredEvent {
    return {
      id,
      type,
      data: data as Record<string, unknown>,
      metadata: metadata as unknown as EventMetadata,
      stream: streamId.slice(this.prefix.length),
      revision: Number(revision),
      position: toPosition(position!),
    };
  }

  private note(position: Position): Position {
    this.seen = afterPosition(this.seen, position);
    return position;
  }
}

/** As it is now: the client reads what it is given a little later. */
function toJsonEvent({ id, type, data, metadata }: EncodedEvent) {
  return jsonEvent({ id, type, data: JSON.parse(data) as JSONType, metadata: JSON.parse(metadata) as EventMetadata });
}

/** The client's errors say what they are in `type`; raw ones of the connection have none. */
function typeOf(error: unknown): string | undefined {
  return (error as { type?: string } | null)?.type;
}

function nameOf(error: unknown): string {
  return typeOf(error) ?? (error instanceof Error ? error.name : 'unknown');
}

/** No node, no leader, a broken connection: anything but what is wrong with the request itself. */
function isUnreachable(error: unknown): boolean {
  const refused = ['access-denied', 'invalid-argument', 'stream-deleted', 'maximum-append-size-exceeded'];
  return !refused.includes(typeOf(error) ?? '');
}
