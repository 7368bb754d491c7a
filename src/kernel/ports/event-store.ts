/**
 * A place in one log: fixed-width text that sorts in append order. Used in checkpoints and documents, never in events, ids or answers.
 */
export type Position = string;

/** The lowest of several readers' positions; undefined if one of them has not begun. */
export function lowestOf(positions: readonly (Position | undefined)[]): Position | undefined {
  return positions.map((position) => position ?? '').sort()[0] || undefined;
}

export interface Actor {
  kind: 'user' | 'token' | 'customer' | 'system' | 'operator';
  id: string;
  /** The administrator who impersonates this user. */
  impersonator?: string;
  /** How the actor authenticated, such as a session, or what acted, such as a process. */
  via?: string;
}

export interface EventMetadata {
  version: number;
  /** Business time. */
  occurredAt: string;
  /** Machine time. */
  recordedAt: string;
  actor: Actor;
  correlationId: string;
  causationId: string;
  commandId: string;
  organizationId?: string;
}

/** An event to be stored: its personal fields are sealed. */
export interface NewStoredEvent {
  /** UUIDv5 of command, stream and index, so that the same append has the same ids. */
  id: string;
  type: string;
  data: Record<string, unknown>;
  metadata: EventMetadata;
}

export interface StoredEvent extends NewStoredEvent {
  stream: string;
  /** Counts from 0 without gaps within its stream. */
  revision: number;
  position: Position;
}

export interface Appended {
  /** Of the last event appended. */
  revision: number;
  /** Missing if the store does not report it: then the reader waits for `end()`. */
  position?: Position;
}

/** The log: events are kept for ever. Streams are named `{category}-{id}`. */
export interface EventStore {
  /**
   * Appends all or nothing. Repeating an append with the same ids and expectation returns the same result and stores nothing.
   * @param expected revision of the stream's last event, or 'none' for a new stream
   * @throws WrongExpectedRevision another writer was first
   * @throws AppendRefused empty, over 1,000 events or 1 MiB, or an event over 64 KiB
   */
  append(stream: string, events: readonly NewStoredEvent[], expected: number | 'none'): Promise<Appended>;
  /** The events of a stream from a revision on, oldest first; [] for a missing stream. @param limit of the events; all by default */
  read(stream: string, from?: number, limit?: number): Promise<StoredEvent[]>;
  last(stream: string): Promise<StoredEvent | undefined>;
  /** The event at exactly this position, for checks of checkpoints. */
  at(position: Position): Promise<StoredEvent | undefined>;
  /**
   * Every event after a position, in order, past then future, in batches of at most 500 without waiting to fill them. Ends when aborted.
   * @param types if given, the store may leave out events of other types, but for the last of each batch: it shows how far the log was read,
   * and soon after an append that is the end
   */
  subscribe(
    after: Position | undefined,
    signal: AbortSignal,
    types?: ReadonlySet<string>,
  ): AsyncIterable<StoredEvent[]>;
  /** Position of the newest event; undefined for an empty log. */
  end(): Promise<Position | undefined>;
  /**
   * Only for stores whose reads may lag behind other processes' appends: reads that begin afterwards return at least what the read models
   * contain now. They may begin before it resolves, but count only if it does.
   * Call it before acting on the absence of an event; an append is safe without it, by its expected revision.
   * @throws ServiceUnavailable the position of the read models cannot be read
   */
  refresh?(): Promise<void>;
}

export const MAX_EVENT_BYTES = 64 * 1024;
export const MAX_APPEND_BYTES = 1024 * 1024;
export const MAX_APPEND_EVENTS = 1_000;
export const BATCH_SIZE = 500;

/**
 * Every event after a position, in order and in batches, up to the current end of the log.
 * @param types if given, events of other types may be left out
 */
export async function* upToEnd(
  store: EventStore,
  after?: Position,
  types?: ReadonlySet<string>,
): AsyncIterable<StoredEvent[]> {
  const end = await store.end();
  if (end === undefined || (after !== undefined && after >= end)) return;
  const reading = new AbortController();
  try {
    for await (const batch of store.subscribe(after, reading.signal, types)) {
      const done = batch[batch.length - 1]!.position >= end;
      yield done ? batch.filter(({ position }) => position <= end) : batch;
      if (done) return;
    }
  } finally {
    reading.abort();
  }
}

/** `order-0198…` → `order`. */
export function categoryOf(stream: string): string {
  return stream.slice(0, stream.indexOf('-'));
}

/** `order-0198…` → `0198…`. */
export function idOf(stream: string): string {
  return stream.slice(stream.indexOf('-') + 1);
}
