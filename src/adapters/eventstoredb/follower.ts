import type { AllStreamResolvedEvent, AllStreamSubscription } from '@eventstore/db-client';
import { BATCH_SIZE, type Position, type StoredEvent } from '../../kernel/event-store.ts';
import { backoff, Bell, pause } from '../../kernel/waiters.ts';

/** Read ahead of a slow reader, no further. */
const MAX_WAITING = 2_000;

interface FollowerOptions<E> {
  /** From behind a position. */
  open: (after: Position | undefined) => AllStreamSubscription;
  toEvent: (event: E) => StoredEvent;
  onLost: (error: unknown) => void;
}

/**
 * Follows a log for ever. The server ends subscriptions when it stops, is cut off, or finds the reader slow; none goes on by itself, so a
 * new one begins behind the last event that came, with back-off (TOOLCHAIN §4).
 */
export class Follower<E> {
  private readonly waiting: StoredEvent[] = [];
  /** Something came, was taken, or is to end. */
  private readonly bell = new Bell();

  constructor(private readonly options: FollowerOptions<E>) {}

  async *follow(after: Position | undefined, signal: AbortSignal): AsyncIterable<StoredEvent[]> {
    const woken = () => this.bell.ring();
    signal.addEventListener('abort', woken);
    // Ends by itself: a subscription whose connection is broken may take its time to say so, and nobody waits for that.
    void this.read(after, signal);
    try {
      while (!signal.aborted) {
        if (this.waiting.length === 0) await this.bell.next();
        if (signal.aborted || this.waiting.length === 0) continue;
        const batch = this.waiting.splice(0, BATCH_SIZE);
        this.bell.ring();
        yield batch;
      }
    } finally {
      signal.removeEventListener('abort', woken);
    }
  }

  private async read(from: Position | undefined, signal: AbortSignal): Promise<void> {
    for (let after = from, attempt = 1; !signal.aborted;) {
      const subscription = this.options.open(after);
      const stop = () => void subscription.unsubscribe().catch(() => undefined);
      signal.addEventListener('abort', stop, { once: true });
      try {
        for await (const { event } of subscription as AsyncIterable<AllStreamResolvedEvent>) {
          if (!event) continue;
          const stored = this.options.toEvent(event as E);
          this.waiting.push(stored);
          after = stored.position;
          attempt = 1;
          this.bell.ring();
          while (this.waiting.length >= MAX_WAITING && !signal.aborted) await this.bell.next();
          if (signal.aborted) break;
        }
      } catch (error) {
        if (!signal.aborted) this.options.onLost(error);
      } finally {
        signal.removeEventListener('abort', stop);
        stop();
      }
      if (!signal.aborted) await pause(backoff(attempt++), signal);
    }
  }
}
