import { Notifier } from '../../../src/kernel/coordination/waiting.ts';
import { WrongExpectedRevision } from '../../../src/kernel/errors.ts';
import {
  BATCH_SIZE,
  type Appended,
  type EventStore,
  type NewStoredEvent,
  type Position,
  type StoredEvent,
} from '../../../src/kernel/ports/event-store.ts';
import { checkStream, encodeEvents, type EncodedEvent } from '../../../src/kernel/writing/append-limits.ts';

/** An event as text, so that nobody can change what is stored. */
interface Row extends EncodedEvent {
  stream: string;
  revision: number;
}

/** A log in memory. The n-th event is at position n. */
export class MemoryEventStore implements EventStore {
  private readonly rows: Row[] = [];
  /** Indexes in `rows`, by stream. */
  private readonly streams = new Map<string, number[]>();
  private readonly news = new Notifier();
  private isOpen = true;

  async append(stream: string, events: readonly NewStoredEvent[], expected: number | 'none'): Promise<Appended> {
    checkStream(stream);
    const encoded = encodeEvents(events);
    const places = this.streams.get(stream) ?? [];
    const first = expected === 'none' ? 0 : expected + 1;
    const last = first + encoded.length - 1;
    if (places.length !== first) {
      const isRepeated = encoded.every(({ id }, n) => this.rows[places[first + n] ?? -1]?.id === id);
      if (!isRepeated) throw new WrongExpectedRevision(stream, expected);
      return { revision: last, position: toPosition(places[last]!) };
    }
    for (const event of encoded) {
      places.push(this.rows.length);
      this.rows.push({ ...event, stream, revision: places.length - 1 });
    }
    this.streams.set(stream, places);
    this.news.ring();
    return { revision: last, position: toPosition(places[last]!) };
  }

  async read(stream: string, from = 0, limit = Infinity): Promise<StoredEvent[]> {
    return (this.streams.get(stream) ?? []).slice(from, from + limit).map((place) => this.eventAt(place));
  }

  async last(stream: string): Promise<StoredEvent | undefined> {
    const place = this.streams.get(stream)?.at(-1);
    return place === undefined ? undefined : this.eventAt(place);
  }

  async at(position: Position): Promise<StoredEvent | undefined> {
    const place = placeOf(position);
    return place in this.rows ? this.eventAt(place) : undefined;
  }

  async end(): Promise<Position | undefined> {
    return this.rows.length === 0 ? undefined : toPosition(this.rows.length - 1);
  }

  async *subscribe(
    after: Position | undefined,
    signal: AbortSignal,
    types?: ReadonlySet<string>,
  ): AsyncIterable<StoredEvent[]> {
    let next = after === undefined ? 0 : placeOf(after) + 1;
    if (Number.isNaN(next)) throw new Error(`${after} is not a position of this log`);
    const wake = () => this.news.ring();
    signal.addEventListener('abort', wake);
    try {
      while (!signal.aborted && this.isOpen) {
        const batch = this.batchFrom(next, types);
        if (batch.length === 0) await this.news.next();
        else {
          next = placeOf(batch.at(-1)!.position) + 1;
          yield batch;
        }
      }
    } finally {
      signal.removeEventListener('abort', wake);
    }
  }

  /** Ends subscriptions. */
  async close(): Promise<void> {
    this.isOpen = false;
    this.news.ring();
  }

  /** Ids and texts of all events, in order. */
  get texts(): readonly string[] {
    return this.rows.map(({ stream, id, type, data }) => `${stream} ${id} ${type} ${data}`);
  }

  /** At most a batch, whose last event may be of any type. */
  private batchFrom(first: number, types: ReadonlySet<string> | undefined): StoredEvent[] {
    const until = Math.min(first + BATCH_SIZE, this.rows.length);
    const batch: StoredEvent[] = [];
    for (let place = first; place < until; place++)
      if (!types || place === until - 1 || types.has(this.rows[place]!.type)) batch.push(this.eventAt(place));
    return batch;
  }

  private eventAt(place: number): StoredEvent {
    const { data, metadata, ...row } = this.rows[place]!;
    return {
      ...row,
      data: JSON.parse(data) as StoredEvent['data'],
      metadata: JSON.parse(metadata) as StoredEvent['metadata'],
      position: toPosition(place),
    };
  }
}

function toPosition(place: number): Position {
  return String(place + 1).padStart(20, '0');
}

/** NaN for what is not a position. */
function placeOf(position: Position): number {
  return /^\d{20}$/.test(position) ? Number(position) - 1 : NaN;
}
