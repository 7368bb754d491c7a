import { join } from 'node:path';
import { checkStream, encodeEvents, type EncodedEvent } from '../../kernel/writing/append-limits.ts';
import { WrongExpectedRevision } from '../../kernel/errors.ts';
import {
  BATCH_SIZE,
  type Appended,
  type EventMetadata,
  type EventStore,
  type NewStoredEvent,
  type Position,
  type StoredEvent,
} from '../../kernel/ports/event-store.ts';
import { Notifier } from '../../kernel/coordination/waiting.ts';
import { yieldEvery10Ms } from '../../kernel/coordination/turns.ts';
import { Database, PAGE_SIZE, type OpenOptions } from './database.ts';
import { KeysInFlight } from './keys-in-flight.ts';
import { LOG_FILE, type Placed } from './log-file.ts';
import { Writer } from './writer.ts';

/** Events kept in memory for subscriptions that are up to date, at least as long as they are not larger than `TAIL_LENGTH` in all. */
const TAIL_SIZE = 2_000;
/** Characters of JSON. */
const TAIL_LENGTH = 4 * 1024 * 1024;

/** Streams of which it is remembered where they end. */
const KNOWN_HEADS = 20_000;

/** Events looked through at once for some types. */
const LOOKED_THROUGH = 10_000;

/** Events of other processes are only found by polling. */
const LOOK_AGAIN_MS = 100;

const COLUMNS = 'sequence, stream, revision, id, type, data, metadata';
const READ = `SELECT ${COLUMNS} FROM events WHERE stream = ? AND revision >= ? ORDER BY revision LIMIT ?`;
const LAST = `SELECT ${COLUMNS} FROM events WHERE stream = ? ORDER BY revision DESC LIMIT 1`;
const AT = `SELECT ${COLUMNS} FROM events WHERE sequence = ?`;
const AFTER = `SELECT ${COLUMNS} FROM events WHERE sequence > ? ORDER BY sequence LIMIT ${BATCH_SIZE}`;
/** Events of some types, and the last of the range, whatever its type. */
const AFTER_OF_TYPES = `SELECT ${COLUMNS} FROM events WHERE sequence > ? AND sequence <= ?
  AND (sequence = ? OR type IN (SELECT value FROM json_each(?))) ORDER BY sequence LIMIT ${BATCH_SIZE}`;
const END = 'SELECT max(sequence) AS sequence FROM events';
const LAST_UP_TO = 'SELECT max(sequence) AS sequence FROM events WHERE sequence <= ?';

interface Row {
  sequence: number;
  stream: string;
  revision: number;
  id: string;
  type: string;
  data: string;
  metadata: string;
}

/** The log in `log.db`. Positions are sequence numbers. */
export class SqliteEventStore implements EventStore {
  private readonly db: Database;
  private readonly writer: Writer<(typeof LOG_FILE)['writes']>;
  private readonly news = new Notifier();
  private readonly tail = new Tail();
  /** The revision of a stream's last event, -1 if it has none; always current, because only one process opens the folder for writing. */
  private readonly heads = new Map<string, number>();
  private readonly appending = new KeysInFlight();

  constructor(folder: string, options: OpenOptions = {}) {
    this.db = new Database(join(folder, LOG_FILE.name), LOG_FILE.synchronous, options);
    this.writer = new Writer(this.db, LOG_FILE, options.thread);
  }

  async append(stream: string, events: readonly NewStoredEvent[], expected: number | 'none'): Promise<Appended> {
    checkStream(stream);
    const encoded = encodeEvents(events);
    this.heads.delete(stream);
    const before = expected === 'none' ? -1 : expected;
    const placed = await this.appending.during([stream], () => this.writer.write('append', stream, encoded, before));
    if (!placed) throw new WrongExpectedRevision(stream, expected);
    if (placed.stored) {
      this.tail.add(stream, encoded, placed);
      this.remember(stream, placed.revision);
    }
    this.news.ring();
    return { revision: placed.revision, position: toPosition(placed.sequence) };
  }

  async read(stream: string, from = 0, limit = Infinity): Promise<StoredEvent[]> {
    // Most reads look for what is newer than what the reader remembers.
    if ((this.heads.get(stream) ?? Infinity) < from) return [];
    const events: StoredEvent[] = [];
    const turn = yieldEvery10Ms();
    for (;;) {
      const wanted = Math.min(PAGE_SIZE, limit - events.length);
      const page = this.db.prepare(READ).all(stream, from + events.length, wanted) as Row[];
      for (const row of page) events.push(toEvent(row));
      const isWhole = page.length < wanted;
      if (isWhole && (from === 0 || events.length > 0)) this.remember(stream, from + events.length - 1);
      if (isWhole || events.length === limit) return events;
      await turn();
    }
  }

  async last(stream: string): Promise<StoredEvent | undefined> {
    const row = this.db.prepare(LAST).get(stream) as Row | undefined;
    return row && toEvent(row);
  }

  async at(position: Position): Promise<StoredEvent | undefined> {
    if (!isPosition(position)) return undefined;
    const row = this.db.prepare(AT).get(Number(position)) as Row | undefined;
    return row && toEvent(row);
  }

  async *subscribe(
    after: Position | undefined,
    signal: AbortSignal,
    types?: ReadonlySet<string>,
  ): AsyncIterable<StoredEvent[]> {
    if (after !== undefined && !isPosition(after)) throw new Error(`${after} is not a position of this log`);
    let sequence = after === undefined ? 0 : Number(after);
    const turn = yieldEvery10Ms();
    const wake = () => this.news.ring();
    signal.addEventListener('abort', wake);
    try {
      while (!signal.aborted && this.db.isOpen) {
        const page = this.tail.after(sequence) ?? this.pageAfter(sequence, types);
        if (page.length === 0) {
          await this.news.next(this.db.readOnly ? LOOK_AGAIN_MS : undefined);
          continue;
        }
        sequence = Number(page[page.length - 1]!.position);
        yield types ? page.filter(({ type }, n) => n === page.length - 1 || types.has(type)) : page;
        await turn();
      }
    } finally {
      signal.removeEventListener('abort', wake);
    }
  }

  async end(): Promise<Position | undefined> {
    const { sequence } = this.db.prepare(END).get() as { sequence: number | null };
    return sequence === null ? undefined : toPosition(sequence);
  }

  /** While on, commits survive a crash of the process but not a power failure: for data that can be rebuilt. */
  relax(on: boolean): Promise<void> {
    return this.writer.setSynchronous(on ? 'NORMAL' : 'FULL');
  }

  /** Commits pending writes and ends subscriptions. */
  async close(): Promise<void> {
    await this.writer.close();
    this.news.ring();
  }

  private remember(stream: string, head: number): void {
    if (this.db.readOnly || this.appending.has(stream)) return;
    this.heads.delete(stream);
    this.heads.set(stream, head);
    if (this.heads.size > KNOWN_HEADS) this.heads.delete(this.heads.keys().next().value!);
  }

  private pageAfter(sequence: number, types: ReadonlySet<string> | undefined): StoredEvent[] {
    if (!types) return (this.db.prepare(AFTER).all(sequence) as Row[]).map(toEvent);
    const { sequence: last } = this.db.prepare(LAST_UP_TO).get(sequence + LOOKED_THROUGH) as {
      sequence: number | null;
    };
    return (this.db.prepare(AFTER_OF_TYPES).all(sequence, last, last, JSON.stringify([...types])) as Row[]).map(
      toEvent,
    );
  }
}

/** The newest events in commit order, so that up-to-date subscriptions need not read them from the file. */
class Tail {
  private events: Kept[] = [];
  private length = 0;

  add(stream: string, events: readonly EncodedEvent[], { revision, sequence }: Placed): void {
    const before = sequence - events.length;
    if (this.newest !== before) this.keep(0);
    events.forEach((event, index) => {
      this.events.push(
        new Kept({ ...event, stream, revision: revision - events.length + 1 + index, sequence: before + 1 + index }),
      );
      this.length += event.data.length;
    });
    // Not at every append, because what follows is moved.
    if (this.events.length > 2 * TAIL_SIZE) this.keep(TAIL_SIZE);
    if (this.length > 2 * TAIL_LENGTH) this.keep(this.countWithin(TAIL_LENGTH));
  }

  /** Drops all but the newest. */
  private keep(count: number): void {
    this.events = this.events.slice(this.events.length - count);
    this.length = this.events.reduce((sum, { row }) => sum + row.data.length, 0);
  }

  /** How many of the newest have so many characters at most. */
  private countWithin(length: number): number {
    let sum = 0;
    const larger = this.events.findLastIndex(({ row }) => (sum += row.data.length) > length);
    return this.events.length - 1 - larger;
  }

  /** At most a batch of the following events; undefined if they start before the tail. */
  after(sequence: number): StoredEvent[] | undefined {
    const newest = this.newest;
    if (newest === undefined || sequence > newest) return undefined;
    const first = newest - this.events.length + 1;
    if (sequence + 1 < first) return undefined;
    return this.events.slice(sequence + 1 - first, sequence + 1 - first + BATCH_SIZE).map(({ event }) => event);
  }

  private get newest(): number | undefined {
    return this.events[this.events.length - 1]?.row.sequence;
  }
}

/** Parsed lazily from the stored text, because the caller's objects may change or contain what JSON does not. */
class Kept {
  private made: StoredEvent | undefined;

  constructor(readonly row: Row) {}

  get event(): StoredEvent {
    return (this.made ??= toEvent(this.row));
  }
}

function toEvent(row: Row): StoredEvent {
  return {
    id: row.id,
    type: row.type,
    data: JSON.parse(row.data) as Record<string, unknown>,
    metadata: JSON.parse(row.metadata) as EventMetadata,
    stream: row.stream,
    revision: row.revision,
    position: toPosition(row.sequence),
  };
}

export function toPosition(sequence: number): Position {
  return String(sequence).padStart(20, '0');
}

function isPosition(text: string): boolean {
  return /^\d{20}$/.test(text);
}
