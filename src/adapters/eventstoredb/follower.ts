import type { AllStreamResolvedEvent, AllStreamSubscription } from '@eventstore/db-client';
import { BATCH_SIZE, type Position, type StoredEvent } from '../../kernel/ports/event-store.ts';
import { backoff, Notifier, pause } from '../../kernel/coordination/waiting.ts';

/** Events buffered for a slow reader. */
const MAX_WAITING = 2_000;
/** After a subscription that lasted this long, the back-off starts anew. */
const LASTING_MS = 30_000;

interface FollowerOptions<E> {
  /** Subscribes after a position; `onActivity` is called while the server scans other events. */
  open: (after: Position | undefined, onActivity: () => void) => AllStreamSubscription;
  toEvent: (event: E) => StoredEvent;
  /** The recently known end of the log. */
  end: () => Promise<Position | undefined>;
  /** How often a silent subscription is checked; it is replaced at the second check if the log had grown by the first. */
  silentMs: number;
  onLost: (error: unknown) => void;
}

class SilentSubscription extends Error {
  override name = 'SilentSubscription';
}

/**
 * Follows a log indefinitely. The server ends subscriptions when it stops, is disconnected or finds the reader too slow, and does not always
 * report it. They do not resume, so a new one starts after the last received event, with back-off (docs/DRIVERS.md#eventstoredb).
 */
export class Follower<E> {
  private readonly waiting: StoredEvent[] = [];
  /** Rings when an event is received or taken, or on abort. */
  private readonly notifier = new Notifier();
  private activeAt = 0;
  private attempt = 1;

  constructor(
    private readonly options: FollowerOptions<E>,
    /** Position of the last received event. */
    private after: Position | undefined,
  ) {}

  async *follow(signal: AbortSignal): AsyncIterable<StoredEvent[]> {
    const woken = () => this.notifier.ring();
    signal.addEventListener('abort', woken);
    // Not awaited: a subscription with a broken connection may take long to end.
    void this.read(signal);
    try {
      while (!signal.aborted) {
        if (this.waiting.length === 0) await this.notifier.next();
        if (signal.aborted || this.waiting.length === 0) continue;
        const batch = this.waiting.splice(0, BATCH_SIZE);
        this.notifier.ring();
        yield batch;
      }
    } finally {
      signal.removeEventListener('abort', woken);
    }
  }

  private async read(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const openedAt = performance.now();
      this.activeAt = openedAt;
      try {
        await this.subscribe(signal);
      } catch (error) {
        if (!signal.aborted) this.options.onLost(error);
      }
      if (performance.now() - openedAt > LASTING_MS) this.attempt = 1;
      await pause(backoff(this.attempt++), signal);
    }
  }

  /** Runs one subscription until it fails, falls silent or is aborted. */
  private async subscribe(signal: AbortSignal): Promise<void> {
    const subscription = this.options.open(this.after, () => (this.activeAt = performance.now()));
    // Handles errors even after it was replaced.
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
      this.notifier.ring();
      while (this.isFull && !signal.aborted) await this.notifier.next();
      this.activeAt = performance.now();
    }
  }

  /** @throws SilentSubscription the log has grown, and the subscription reported nothing */
  private async watch(signal: AbortSignal): Promise<void> {
    const { silentMs, end } = this.options;
    let missed: Position | undefined;
    while (!signal.aborted) {
      await pause(silentMs, signal);
      const { after } = this;
      if (signal.aborted || this.isFull || performance.now() - this.activeAt < silentMs) missed = undefined;
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
