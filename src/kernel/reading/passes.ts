import { lowestOf, type EventStore, type Position, type StoredEvent } from '../ports/event-store.ts';
import type { Codec, Opened } from '../writing/codec.ts';
import { furthestBehind, Progress, type ProgressReport } from './progress.ts';

/** How long a pass waits for readers that have announced themselves. */
const BOARDING_MS = 5_000;

/** What one reader takes from a pass over the log. */
export interface Part {
  after: Position | undefined;
  until: Position;
  isNeeded(event: { type: string }): boolean;
  /** Ends its part. */
  signal: AbortSignal;
  /** @param last of the batch, of which `opened` has only the events that some reader needs */
  take(opened: readonly Opened[], last: StoredEvent): Promise<void>;
}

/** A place in the next pass. */
export interface Place {
  /** Resolves when the part has been read. */
  read(part: Part): Promise<void>;
  cancel(): void;
}

interface Joined {
  part: Part;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Passes over the log by which the projectors of a process catch up. Those that announce themselves before a pass starts share it: each event is
 * read, parsed and decrypted once for all of them.
 */
export class Passes {
  private announced = 0;
  private joined: Joined[] = [];
  private late: NodeJS.Timeout | undefined;
  private readonly running = new Set<Progress>();

  constructor(private readonly ports: { store: EventStore; codec: Codec }) {}

  /** Of the pass that has the longest way to go. */
  get progress(): ProgressReport | undefined {
    return furthestBehind([...this.running].map(({ report }) => report));
  }

  /** A pass starts when everyone who announced has joined or cancelled. */
  announce(): Place {
    this.announced += 1;
    let isOpen = true;
    const close = (): void => {
      if (isOpen) this.announced -= 1;
      isOpen = false;
      this.startWhenComplete();
    };
    return {
      read: (part) =>
        new Promise((resolve, reject) => {
          this.joined.push({ part, resolve, reject });
          this.late ??= setTimeout(() => this.start(), BOARDING_MS);
          close();
        }),
      cancel: close,
    };
  }

  /** A pass for one reader, at once. */
  alone(part: Part): Promise<void> {
    return new Promise((resolve, reject) => void this.run([{ part, resolve, reject }]));
  }

  private startWhenComplete(): void {
    if (this.announced === 0) this.start();
  }

  private start(): void {
    clearTimeout(this.late);
    this.late = undefined;
    const joined = this.joined.splice(0);
    if (joined.length > 0) void this.run(joined);
  }

  private async run(joined: readonly Joined[]): Promise<void> {
    const reading = new AbortController();
    const active = new Set(joined);
    const leave = (one: Joined): void => {
      if (active.delete(one)) one.resolve();
      if (active.size === 0) reading.abort();
    };
    for (const one of joined) {
      if (one.part.signal.aborted) leave(one);
      else one.part.signal.addEventListener('abort', () => leave(one), { once: true, signal: reading.signal });
    }
    const progress = new Progress(lowest(joined), highest(joined));
    this.running.add(progress);
    try {
      if (active.size > 0) await this.read(joined, active, leave, progress, reading.signal);
      for (const one of active) one.resolve();
    } catch (error) {
      for (const one of active) one.reject(error);
    } finally {
      reading.abort();
      this.running.delete(progress);
    }
  }

  private async read(
    joined: readonly Joined[],
    active: Set<Joined>,
    leave: (one: Joined) => void,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<void> {
    const { store, codec } = this.ports;
    for await (const batch of upTo(highest(joined), store.subscribe(lowest(joined), signal))) {
      const last = batch.at(-1)!;
      const opened = await codec.openForReaders(
        batch.filter((event) => [...active].some(({ part }) => part.isNeeded(event))),
      );
      await Promise.all([...active].map((one) => takenBy(one, opened, last, leave)));
      progress.passed(last.position, batch.length);
      for (const one of [...active]) if (last.position >= one.part.until) leave(one);
    }
  }
}

async function takenBy(
  one: Joined,
  opened: readonly Opened[],
  last: StoredEvent,
  leave: (one: Joined) => void,
): Promise<void> {
  try {
    await one.part.take(opened, last);
  } catch (error) {
    one.reject(error);
    leave(one);
  }
}

/** The batches up to `until`. */
async function* upTo(until: Position, batches: AsyncIterable<StoredEvent[]>): AsyncIterable<StoredEvent[]> {
  for await (const batch of batches) {
    const wanted = batch.filter(({ position }) => position <= until);
    if (wanted.length > 0) yield wanted;
    if (batch.at(-1)!.position >= until) return;
  }
}

function lowest(joined: readonly Joined[]): Position | undefined {
  return lowestOf(joined.map(({ part }) => part.after));
}

function highest(joined: readonly Joined[]): Position {
  return joined.map(({ part }) => part.until).reduce((high, position) => (position > high ? position : high));
}
