import {
  BACKWARDS,
  END,
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
  type ReadRevision,
  type RecordedEvent,
} from '@eventstore/db-client';
import { checkStream, encodeEvents, type EncodedEvent } from '../../kernel/writing/append-limits.ts';
import { ServiceUnavailable, WrongExpectedRevision } from '../../kernel/errors.ts';
import type {
  Appended,
  EventMetadata,
  EventStore,
  NewStoredEvent,
  Position,
  StoredEvent,
} from '../../kernel/ports/event-store.ts';
import type { Log } from '../../kernel/ports/log.ts';
import { Connection, isOfConnection, NAME, typeOf, type Session } from './connection.ts';
import { readConnectionString, type Target } from './connection-string.ts';
import { refusalOf, unreachable } from './diagnosis.ts';
import { Follower } from './follower.ts';
import { LogEnd } from './log-end.ts';
import { isPosition, partsOf, toPosition } from './positions.ts';
import { Tail } from './tail.ts';

const PAGE_SIZE = 500;
const PATIENCE_MS = 6_000;
/** The part of it reserved for finding out whether a failed append was stored. */
const SETTLING = 1 / 4;
const SILENT_MS = 5_000;
/**
 * With credentials, each append is a separate call. Without, all share one, which crashes the process if a response arrives after another
 * client's call has failed (docs/DRIVERS.md#eventstoredb). Without TLS the client sends no credentials.
 */
const PLACEHOLDER_CREDENTIALS = { username: 'nobody', password: 'nothing' };

export interface EventStoreDbOptions {
  /** URL, such as `esdb://user:password@host:2113?tls=true`. */
  url: string;
  /** Prefix of every stream name, if several logs share one server. */
  prefix?: string;
  log: Log;
  /** The position of the read models, which other processes may build; used by `refresh`. */
  readModels?: () => Promise<Position | undefined>;
  /** How long to wait for a response. */
  patienceMs?: number;
  /** After how long a silent subscription is checked. */
  silentMs?: number;
}

/** The log on EventStoreDB. Positions are commit and prepare, 20 digits each. */
export class EventStoreDbEventStore implements EventStore {
  private readonly target: Target;
  private readonly connection: Connection;
  private readonly logEnd: LogEnd;
  private readonly prefix: string;
  private readonly log: Log;
  private readonly readModels: () => Promise<Position | undefined>;
  private readonly patienceMs: number;
  private readonly silentMs: number;
  private readonly closing = new AbortController();
  private readonly tail: Tail;
  private lookedAt = 0;

  /** @throws EventStoreRefused the URL is wrong */
  constructor(options: EventStoreDbOptions) {
    const { url, prefix = '', log, patienceMs = PATIENCE_MS, silentMs = SILENT_MS } = options;
    this.target = readConnectionString(url);
    this.connection = new Connection(url, log, patienceMs);
    this.logEnd = new LogEnd(
      (read) => this.reading((session) => this.connection.readAll(session, read)),
      (event) => this.isOurs(event),
    );
    this.prefix = prefix;
    this.log = log;
    this.readModels = options.readModels ?? (() => Promise.resolve(undefined));
    this.patienceMs = patienceMs;
    this.silentMs = silentMs;
    this.tail = new Tail((after, signal) => this.follow(after, signal), this.closing.signal);
  }

  /**
   * Makes the first request to the server.
   * @throws EventStoreRefused why it can't be used, and what to change
   */
  async open(): Promise<void> {
    const ask = (session: Session) => this.connection.readAll(session, NEWEST);
    try {
      await this.connection.ask(ask, { ms: this.patienceMs, current: true });
    } catch (error) {
      await this.close();
      throw refusalOf(error, this.target) ?? (await unreachable(this.target)) ?? new ServiceUnavailable(NAME);
    }
    await this.end();
  }

  async append(stream: string, events: readonly NewStoredEvent[], expected: number | 'none'): Promise<Appended> {
    checkStream(stream);
    const encoded = encodeEvents(events);
    const append = async (session: Session) => {
      const answer = await session.client.appendToStream(this.prefix + stream, encoded.map(toJsonEvent), {
        // Never "any", which is not idempotent (docs/DRIVERS.md#eventstoredb).
        expectedRevision: expected === 'none' ? NO_STREAM : BigInt(expected),
        credentials: this.target.credentials ?? PLACEHOLDER_CREDENTIALS,
        requiresLeader: true,
      });
      const position = answer.position && this.note(session, toPosition(answer.position));
      return { revision: Number(answer.nextExpectedRevision), position };
    };
    try {
      return await this.connection.ask(append, { ms: this.patienceMs * (1 - SETTLING), current: false });
    } catch (error) {
      if (typeOf(error) === 'wrong-expected-version') throw new WrongExpectedRevision(stream, expected);
      return this.settled(stream, events, expected, error);
    }
  }

  read(stream: string, from = 0, limit = Infinity): Promise<StoredEvent[]> {
    return this.readWithin(this.patienceMs, stream, from, limit);
  }

  private async readWithin(ms: number, stream: string, from: number, limit = Infinity): Promise<StoredEvent[]> {
    const events: StoredEvent[] = [];
    for (;;) {
      const maxCount = Math.min(PAGE_SIZE, limit - events.length);
      const fromRevision = BigInt(from + events.length);
      const page = await this.page(stream, { direction: FORWARDS, fromRevision, maxCount }, ms);
      events.push(...page);
      if (page.length < maxCount || events.length === limit) return events;
    }
  }

  async last(stream: string): Promise<StoredEvent | undefined> {
    return (await this.page(stream, { direction: BACKWARDS, fromRevision: END, maxCount: 1 }))[0];
  }

  async at(position: Position): Promise<StoredEvent | undefined> {
    if (!isPosition(position)) return undefined;
    // A reader has seen this position, so a log that ends before it may only lag.
    this.connection.known.report(position);
    const [found] = await this.reading(async (session) => {
      try {
        // Reading forwards includes the position itself.
        const options = { direction: FORWARDS, fromPosition: partsOf(position), maxCount: 1 } as const;
        return await this.connection.readAll(session, options);
      } catch (error) {
        if (isOfConnection(error)) throw error;
        // An unknown position fails like a server error, so this checks that the server answers.
        await this.connection.readAll(session, NEWEST);
        return [];
      }
    });
    return found && this.isOurs(found) && toPosition(found.position) === position ? this.eventOf(found) : undefined;
  }

  subscribe(after: Position | undefined, signal: AbortSignal): AsyncIterable<StoredEvent[]> {
    return this.tail.follow(after, this.logEnd.position, AbortSignal.any([signal, this.closing.signal]));
  }

  end(): Promise<Position | undefined> {
    return this.logEnd.find();
  }

  /** Reads may begin before it resolves: they are accepted only then. */
  refresh(): Promise<void> {
    const reported = this.readModels().then((position) => {
      if (position !== undefined && isPosition(position)) this.connection.known.report(position);
    });
    this.connection.awaitReport(reported);
    return reported;
  }

  /** A subscription of its own on the server. */
  private follow(after: Position | undefined, signal: AbortSignal): AsyncIterable<StoredEvent[]> {
    let { session } = this.connection;
    const options = {
      open: (position: Position | undefined, onActivity: () => void) => {
        session = this.connection.session;
        return session.client.subscribeToAll({
          fromPosition: position === undefined ? START : partsOf(position),
          filter: this.ours(onActivity),
        });
      },
      toEvent: (event: AllStreamRecordedEvent) => {
        const stored = this.eventOf(event);
        this.note(session, stored.position);
        return stored;
      },
      end: () => this.recentEnd(),
      silentMs: this.silentMs,
      onLost: (error: unknown) => {
        this.connection.lost(session);
        this.log.warn('EventStoreDB ended a subscription: resuming after the last event', { error });
      },
    };
    return new Follower(options, after).follow(signal);
  }

  /** A checkpoint shows that the server keeps scanning, but not how far (docs/DRIVERS.md#eventstoredb). */
  private ours(checkpointReached: () => void): Filter {
    return this.prefix === ''
      ? excludeSystemEvents({ checkpointReached })
      : streamNameFilter({ prefixes: [this.prefix], checkpointReached });
  }

  /** One read, shared by callers at about the same time. */
  private async recentEnd(): Promise<Position | undefined> {
    const now = performance.now();
    if (now - this.lookedAt < this.silentMs / 2) return this.logEnd.position;
    this.lookedAt = now;
    return this.end();
  }

  /** @throws ServiceUnavailable the server does not respond */
  async check(): Promise<void> {
    await this.reading((session) => this.connection.readAll(session, NEWEST));
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.connection.close();
  }

  /**
   * A failed append may have been stored nevertheless: reads the stream to find out.
   * @throws ServiceUnavailable it was not stored, or the stream can't be read
   */
  private async settled(
    stream: string,
    events: readonly NewStoredEvent[],
    expected: number | 'none',
    failure: unknown,
  ): Promise<Appended> {
    this.log.warn('The outcome of an append is unknown: reading its stream', { error: failure });
    const stored = await this.readWithin(this.patienceMs * SETTLING, stream, expected === 'none' ? 0 : expected + 1);
    const mine = stored.slice(0, events.length);
    if (mine.length < events.length || mine.some(({ id }, index) => id !== events[index]!.id))
      throw new ServiceUnavailable(NAME);
    const { revision, position } = mine.at(-1)!;
    return { revision, position };
  }

  private page(
    stream: string,
    options: { direction: Direction; fromRevision: ReadRevision; maxCount: number },
    ms = this.patienceMs,
  ): Promise<StoredEvent[]> {
    return this.reading(async (session) => {
      try {
        const events = await this.connection.readStream(session, this.prefix + stream, options);
        return events.map((event) => this.eventOf(event));
      } catch (error) {
        if (typeOf(error) === 'stream-not-found') return [];
        throw error;
      }
    }, ms);
  }

  /** @throws ServiceUnavailable no node, no leader, a broken connection: anything but an invalid request */
  private async reading<T>(read: (session: Session) => Promise<T>, ms = this.patienceMs): Promise<T> {
    try {
      return await this.connection.ask(read, { ms, current: true });
    } catch (error) {
      if (error instanceof ServiceUnavailable) throw error;
      const refusal = refusalOf(error, this.target);
      if (refusal) this.log.error(refusal.message);
      else if (REFUSED.includes(typeOf(error) ?? '')) throw error;
      throw new ServiceUnavailable(NAME);
    }
  }

  private isOurs({ streamId }: RecordedEvent): boolean {
    return this.prefix === '' ? !streamId.startsWith('$') : streamId.startsWith(this.prefix);
  }

  private eventOf({ id, type, data, metadata, streamId, revision, position }: RecordedEvent): StoredEvent {
    const stored = {
      id,
      type,
      data: data as Record<string, unknown>,
      metadata: metadata as unknown as EventMetadata,
      stream: streamId.slice(this.prefix.length),
      revision: Number(revision),
      position: toPosition(position!),
    };
    this.logEnd.note(stored.position);
    return stored;
  }

  /** Records the position of one of our events. */
  private note(session: Session, position: Position): Position {
    this.logEnd.note(position);
    return this.connection.note(session, position);
  }
}

const NEWEST = { direction: BACKWARDS, fromPosition: END, maxCount: 1 } as const;
/** Error types of an invalid request. */
const REFUSED = ['invalid-argument', 'stream-deleted', 'maximum-append-size-exceeded'];

/** Parsed here, because the client serializes its input later, when it may have changed. */
function toJsonEvent({ id, type, data, metadata }: EncodedEvent) {
  return jsonEvent({ id, type, data: JSON.parse(data) as JSONType, metadata: JSON.parse(metadata) as EventMetadata });
}
