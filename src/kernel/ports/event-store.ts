/**
 * A place in one log: fixed-width text that compares as appended. Found in checkpoints and documents, never in events, ids or answers.
 */
export type Position = string;

export interface Actor {
  kind: 'user' | 'token' | 'customer' | 'system' | 'operator';
  id: string;
  /** The admin who acts as this user. */
  impersonator?: string;
  /** What the actor came through, such as a session or a process. */
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

/** An event as it goes into the store: personal fields are sealed already. */
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
  /** Missing where the store does not tell: then the reader waits for `end()`. */
  position?: Position;
}

/** Facts, for ever. Streams are `{category}-{id}`. */
export interface EventStore {
  /**
   * Appends all or nothing. The same ids with the same expectation again answer as before and store nothing.
   * @param expected revision of the last event there is, or 'none' for a new stream
   * @throws WrongExpectedRevision somebody else was first
   * @throws AppendRefused empty, over 1,000 events or 1 MiB, or an event over 64 KiB
   */
  append(stream: string, events: readonly NewStoredEvent[], expected: number | 'none'): Promise<Appended>;
  /** All events of a stream from a revision on, oldest first; [] for a missing stream. */
  read(stream: string, from?: number): Promise<StoredEvent[]>;
  last(stream: string): Promise<StoredEvent | undefined>;
  /** The event at exactly this position, for checks of checkpoints. */
  at(position: Position): Promise<StoredEvent | undefined>;
  /** Every event after a position, in order, past then future, in batches of at most 500 that hold what is there. Ends when aborted. */
  subscribe(after: Position | undefined, signal: AbortSignal): AsyncIterable<StoredEvent[]>;
  /** Position of the newest event; undefined for an empty log. */
  end(): Promise<Position | undefined>;
  /**
   * Only where a read may lag behind what another process has appended: reads after it show at least what the read models show now.
   * Whoever acts on what a stream does not hold calls it first; an append that follows is safe without, by its expected revision.
   * @throws ServiceUnavailable how far the read models are can't be read
   */
  refresh?(): Promise<void>;
}

export const MAX_EVENT_BYTES = 64 * 1024;
export const MAX_APPEND_BYTES = 1024 * 1024;
export const MAX_APPEND_EVENTS = 1_000;
export const BATCH_SIZE = 500;

/** Every event after a position, in order and in batches, up to where the log ends now. */
export async function* upToEnd(store: EventStore, after?: Position): AsyncIterable<StoredEvent[]> {
  const end = await store.end();
  if (end === undefined || (after !== undefined && after >= end)) return;
  const reading = new AbortController();
  try {
    for await (const batch of store.subscribe(after, reading.signal)) {
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
