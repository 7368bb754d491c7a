import { HistoryUnreadable, UnreadableEvent } from '../errors.ts';
import type { EventStore, StoredEvent } from '../ports/event-store.ts';
import type { Codec } from './codec.ts';
import type { AnyDecider } from './decider.ts';
import type { DomainEvent, Recorded } from './events.ts';
import { Histories, type Kept } from './histories.ts';
import { History } from './history.ts';
import type { Snapshots } from './snapshots.ts';

/** A decider whose snapshots a stream may be read from. */
export type Folder = Pick<AnyDecider, 'initial' | 'evolve' | 'snapshot'>;

/** A repeated command is recognized by as many of the commands before a snapshot, and by all after it. */
const COMMANDS = 500;
/** Of a history without events: what it takes in memory, in characters. */
const EMPTY_SIZE = 500;

/**
 * Reads streams, each event once while this process remembers its history (docs/EVENTS_AND_STREAMS.md#deciding): whole, or for a decider
 * with snapshots from the last one on. The two are remembered apart.
 */
export class Streams {
  private readonly histories = new Histories();

  constructor(
    private readonly store: Pick<EventStore, 'read'>,
    private readonly codec: Codec,
    private readonly snapshots?: Snapshots,
  ) {}

  /** A stream as far as it is remembered, unless a person's data in it may have been erased since. */
  async known<E extends DomainEvent>(stream: string, by?: Folder): Promise<Kept<E> | undefined> {
    const kept = this.histories.get<E>(this.keyOf(stream, by));
    if (!kept || (await this.codec.opens(kept.subjects))) return kept;
    this.forget(stream);
    return undefined;
  }

  /**
   * A stream as it is now: only what is new is read.
   * @throws HistoryUnreadable one of its events cannot be read
   */
  async current<E extends DomainEvent>(stream: string, by?: Folder): Promise<Kept<E>> {
    const known = await this.known<E>(stream, by);
    if (known) return this.extended(stream, known, await this.store.read(stream, known.history.revision + 1), by);
    const every = by?.snapshot && this.snapshots?.every;
    const first = await this.store.read(stream, 0, every);
    // A shorter stream has no snapshot.
    const isLong = every !== undefined && first.length >= every;
    const snapshotted = isLong ? await this.fromSnapshot<E>(stream, by) : undefined;
    if (snapshotted) return snapshotted;
    const stored = isLong ? [...first, ...(await this.store.read(stream, first.length))] : first;
    const none = { history: History.empty<E>(), size: EMPTY_SIZE, subjects: new Set<string>() };
    // That a stream is new is remembered, too: most that are read before they exist are about to be created.
    if (stored.length === 0) this.histories.put(this.keyOf(stream, by), none);
    return this.extended(stream, none, stored, by);
  }

  /** Reads a stream that is not remembered yet. */
  async prepare(stream: string): Promise<void> {
    if (!(await this.known(stream))) await this.current(stream);
  }

  /** A stream with the events that follow. */
  async extended<E extends DomainEvent>(
    stream: string,
    kept: Kept<E>,
    stored: StoredEvent[],
    by?: Folder,
  ): Promise<Kept<E>> {
    const [first, last] = [stored[0], stored.at(-1)];
    if (!first || !last) return kept;
    const { organizationId } = first.metadata;
    const extended = {
      history: kept.history.plus(await this.open<E>(stored), { revision: last.revision, organizationId }),
      size: stored.reduce((size, { data }) => size + JSON.stringify(data).length, kept.size),
      subjects: new Set([...kept.subjects, ...this.codec.subjectsOf(stored)]),
    };
    this.histories.put(this.keyOf(stream, by), this.snapshotted(stream, extended, last, by) ?? extended);
    return extended;
  }

  forget(stream: string): void {
    this.histories.drop(stream);
    this.histories.drop(bySnapshot(stream));
  }

  private keyOf(stream: string, by: Folder | undefined): string {
    return this.snapshots && by?.snapshot ? bySnapshot(stream) : stream;
  }

  /** From the last snapshot on, if the log has the event that it was taken at: a restored log may not. */
  private async fromSnapshot<E extends DomainEvent>(
    stream: string,
    by: Folder | undefined,
  ): Promise<Kept<E> | undefined> {
    const snapshot = by?.snapshot && (await this.snapshots?.load(stream, by.snapshot));
    if (!snapshot) return undefined;
    const [at, ...later] = await this.store.read(stream, snapshot.revision);
    if (at?.id !== snapshot.eventId) return undefined;
    const history = History.after<E>({ ...snapshot, position: at.position, by }, evolveOf(by));
    const kept = { history, size: snapshot.size, subjects: new Set<string>() };
    this.histories.put(this.keyOf(stream, by), kept);
    return this.extended(stream, kept, later, by);
  }

  /** Takes a snapshot when enough events have come since the last: what follows is remembered from there on. */
  private snapshotted<E extends DomainEvent>(
    stream: string,
    { history }: Kept<E>,
    last: StoredEvent,
    by: Folder | undefined,
  ): Kept<E> | undefined {
    if (!this.snapshots || !by?.snapshot || history.recent.length < this.snapshots.every) return undefined;
    const { version, encode } = by.snapshot;
    const state = history.fold(by, by.initial, evolveOf(by));
    const { revision, organizationId } = history;
    const snapshot = { revision, organizationId, eventId: last.id, commands: history.lastCommands(COMMANDS) };
    const text = JSON.stringify(encode ? encode(state) : state);
    this.snapshots.save(stream, version, snapshot, text);
    const start = { ...snapshot, position: last.position, by, state };
    return { history: History.after<E>(start, evolveOf(by)), size: text.length, subjects: new Set<string>() };
  }

  private async open<E extends DomainEvent>(stored: readonly StoredEvent[]): Promise<Recorded<E>[]> {
    try {
      return await this.codec.open<E>(stored);
    } catch (error) {
      throw error instanceof UnreadableEvent ? new HistoryUnreadable(error) : error;
    }
  }
}

function bySnapshot(stream: string): string {
  return `${stream} by snapshot`;
}

function evolveOf(by: Folder): (state: unknown, event: Recorded) => unknown {
  return (state, event) => by.evolve(state, event as never);
}
