import { randomUUID } from 'node:crypto';
import type {
  EventMetadata,
  EventStore,
  NewStoredEvent,
  Position,
  StoredEvent,
} from '../../src/kernel/ports/event-store.ts';

/** What a suite needs of an adapter, whose store may hold other data. */
export interface Opened<S> {
  store: S;
  /** Closes it as a restart would and opens it again on the same data. */
  reopen(): Promise<S>;
  close(): Promise<void>;
}

const metadata: EventMetadata = {
  version: 1,
  occurredAt: '2026-03-01T10:00:00.000Z',
  recordedAt: '2026-03-01T10:00:00.001Z',
  actor: { kind: 'system', id: 'contract' },
  correlationId: 'correlation',
  causationId: 'causation',
  commandId: 'command',
};

export function newEvent(data: Record<string, unknown> = {}): NewStoredEvent {
  return { id: randomUUID(), type: 'ThingHappened', data, metadata };
}

export function newEvents(count: number): NewStoredEvent[] {
  return Array.from({ length: count }, (_, n) => newEvent({ n }));
}

/** A stream that no other test or run uses. */
export function newStream(): string {
  return `thing-${randomUUID()}`;
}

/** Reads on from a position until `enough`, keeping only the events of these streams. */
export async function follow(
  store: EventStore,
  after: Position | undefined,
  streams: ReadonlySet<string>,
  enough: (events: readonly StoredEvent[]) => boolean,
  perBatch: (batch: readonly StoredEvent[]) => Promise<void> = () => Promise.resolve(),
): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  const reading = new AbortController();
  if (enough(events)) return events;
  for await (const batch of store.subscribe(after, reading.signal)) {
    for (const event of batch) if (streams.has(event.stream)) events.push(event);
    if (enough(events)) reading.abort();
    else await perBatch(batch);
  }
  return events;
}

/** The same numbers for the same seed (mulberry32). */
export class Random {
  constructor(protected state: number) {}

  /** From 0 to below 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 to below `limit`. */
  int(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  pick<T>(of: readonly T[]): T {
    return of[this.int(of.length)]!;
  }

  /** A shuffled copy. */
  shuffle<T>(of: readonly T[]): T[] {
    const left = [...of];
    return of.map(() => left.splice(this.int(left.length), 1)[0]!);
  }
}

/** Values and rejection reasons of settled promises. */
export async function outcomes<T>(promises: readonly Promise<T>[]): Promise<{ won: T[]; lost: unknown[] }> {
  const settled = await Promise.allSettled(promises);
  return {
    won: settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
    lost: settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : [])),
  };
}
