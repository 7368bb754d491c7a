import type { AllStreamResolvedEvent, AllStreamSubscription } from '@eventstore/db-client';
import { BATCH_SIZE, type Position, type StoredEvent } from '../../kernel/ports/event-store.ts';
import { backoff, Notifier, pause } from '../../kernel/coordination/waiting.ts';

/** Read ahead of a slow reader, no further. */
const MAX_WAITING = 2_000;
/** A subscription that has lasted so long was a good one: the next is tried at once. */
const LASTING_MS = 30_000;

interface FollowerOptions<E> {
  /** From behind a position; `onHeard` is told that the server goes on looking through what is not ours. */
  open: (after: Position | undefined, onHeard: () => void) => AllStreamSubscription;
  toEvent: (event: E) => StoredEvent;
  /** Where the log ends, as far as is known lately. */
  end: () => Promise<Position | undefined>;
  /** How often a subscription that says nothing is looked after: the second time it is given up, if the log had gone on by the first. */
  silentMs: number;
  onLost: (error: unknown) => void;
}

class SilentSubscription extends Error {
  override name = 'SilentSubscription';
}

/**
 * Follows a log for ever. The server ends subscriptions when it stops, is cut off, or finds the reader slow, and not always says so; none goes
 * on by itself, so a new one begins behind the last event that came, with back-off (docs/DRIVERS.md#eventstoredb).
 */
export class Follower<E> {
  private readonly waiting: StoredEvent[] = [];
  /** Something came, was taken, or is to end. */
  private readonly bell = new Notifier();
  private heardAt = 0;
  private attempt = 1;

  constructor(
    private readonly options: FollowerOptions<E>,
    /** Of the last event that came. */
    private after: Position | undefined,
  ) {}

  async *follow(signal: AbortSignal): AsyncIterable<StoredEvent[]> {
    const woken = () => this.bell.ring();
    signal.addEventListener('abort', woken);
    // Ends by itself: a subscription whose connection is broken may take its time to say so, and nobody waits for that.
    void this.read(signal);
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

  private async read(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const openedAt = performance.now();
      this.heardAt = openedAt;
      try {
        await this.subscribe(signal);
      } catch (error) {
        if (!signal.aborted) this.options.onLost(error);
      }
      if (performance.now() - openedAt > LASTING_MS) this.attempt = 1;
      await pause(backoff(this.attempt++), signal);
    }
  }

  /** One subscription, until it breaks, falls silent or is no longer wanted. */
  private async subscribe(signal: AbortSignal): Promise<void> {
    const subscription = this.options.open(this.after, () => (this.heardAt = performance.now()));
    // Also after it was replaced by another.
    subscription.on('error', () => undefined);
    const replaced = new AbortController();
    const until = AbortSignal.any([signal, replaced.signal]);
    const stop = () => void subscription.unsubscribe().catch(() => undefined);
    until.addEventListener('abort', stop, { once: true });
    try {
      await Promise.race([this.take(subscription, until), this.watch(until)]);
    } finally {
      replaced.abort();
    }
  }

  private async take(subscription: AllStreamSubscription, signal: AbortSignal): Promise<void> {
    for await (const { event } of subscription as AsyncIterable<AllStreamResolvedEvent>) {
      if (signal.aborted) return;
      if (!event) continue;
      const stored = this.options.toEvent(event as E);
      this.waiting.push(stored);
      this.after = stored.position;
      this.attempt = 1;
      this.bell.ring();
      while (this.isFull && !signal.aborted) await this.bell.next();
      this.heardAt = performance.now();
    }
  }

  /** @throws SilentSubscription the log has gone on, and nothing was heard of it */
  private async watch(signal: AbortSignal): Promise<void> {
    const { silentMs, end } = this.options;
    let missed: Position | undefined;
    while (!signal.aborted) {
      await pause(silentMs, signal);
      const { after } = this;
      if (signal.aborted || this.isFull || performance.now() - this.heardAt < silentMs) missed = undefined;
      else if (missed !== undefined && isBehind(after, missed)) throw new SilentSubscription();
      else {
        const last = await end().catch(() => undefined);
        missed = last !== undefined && isBehind(after, last) ? last : undefined;
      }
    }
  }

  private get isFull(): boolean {
    return this.waiting.length >= MAX_WAITING;
  }
}

function isBehind(after: Position | undefined, end: Position): boolean {
  return after === undefined || after < end;
}
