import type { Position, StoredEvent } from '../../kernel/ports/event-store.ts';
import { BATCH_SIZE } from '../../kernel/ports/event-store.ts';
import { Notifier } from '../../kernel/coordination/waiting.ts';

/** Events in memory, for readers that are a little behind. */
const KEPT = 1_000;

/** Subscribes to all events after a position, for as long as the signal allows. */
export type Subscribe = (after: Position | undefined, signal: AbortSignal) => AsyncIterable<StoredEvent[]>;

/**
 * The newest events, received once for all readers of this process; each reader that is further behind has a subscription of its own until it has
 * caught up. Otherwise the server would send each event to every projector and process manager.
 */
export class Tail {
  private readonly recent: StoredEvent[] = [];
  private readonly arrived = new Notifier();
  private begun = false;
  /** `recent` is everything received after this position. */
  private start: Position | undefined;

  constructor(
    private readonly subscribe: Subscribe,
    private readonly closing: AbortSignal,
  ) {}

  /** @param end a position near the end of the log, from which the tail begins if it has not yet */
  async *follow(
    after: Position | undefined,
    end: Position | undefined,
    signal: AbortSignal,
  ): AsyncIterable<StoredEvent[]> {
    this.begin(end);
    const woken = () => this.arrived.ring();
    signal.addEventListener('abort', woken);
    try {
      for (let at = after; !signal.aborted;) {
        if (this.covers(at)) {
          const batch = this.after(at);
          if (batch.length > 0) yield batch;
          else await this.arrived.next();
          at = batch.at(-1)?.position ?? at;
        } else {
          for await (const batch of this.catchUp(at, signal)) {
            yield batch;
            at = batch.at(-1)!.position;
          }
        }
      }
    } finally {
      signal.removeEventListener('abort', woken);
    }
  }

  private begin(end: Position | undefined): void {
    if (this.begun || this.closing.aborted) return;
    this.begun = true;
    this.start = end;
    void this.receive();
  }

  private async receive(): Promise<void> {
    for await (const batch of this.subscribe(this.start, this.closing)) {
      this.recent.push(...batch);
      if (this.recent.length > KEPT) {
        const dropped = this.recent.splice(0, this.recent.length - KEPT / 2);
        this.start = dropped.at(-1)!.position;
      }
      this.arrived.ring();
    }
  }

  private async *catchUp(after: Position | undefined, signal: AbortSignal): AsyncIterable<StoredEvent[]> {
    const caughtUp = new AbortController();
    try {
      for await (const batch of this.subscribe(after, AbortSignal.any([signal, caughtUp.signal]))) {
        yield batch;
        if (this.covers(batch.at(-1)!.position)) return;
      }
    } finally {
      caughtUp.abort();
    }
  }

  /** Whether all events after a position are among the recent ones, now or when they arrive. */
  private covers(position: Position | undefined): boolean {
    return this.start === undefined || (position !== undefined && position >= this.start);
  }

  private after(position: Position | undefined): StoredEvent[] {
    let from = this.recent.length;
    while (from > 0 && (position === undefined || this.recent[from - 1]!.position > position)) from--;
    return this.recent.slice(from, from + BATCH_SIZE);
  }
}
