import { ServiceUnavailable } from '../errors.ts';
import type { Position } from '../ports/event-store.ts';

/** Lets others wait until a reader has passed a position. */
export class PositionWaiter {
  private passed: Position | undefined;
  private readonly waiting = new Set<{ position: Position; done: (passed: boolean) => void }>();
  private resting: AbortController | undefined;
  private hasEnded = false;

  get position(): Position | undefined {
    return this.passed;
  }

  /** Whether there are waiters. */
  get hasWaiters(): boolean {
    return this.waiting.size > 0;
  }

  isPast(position: Position): boolean {
    return this.passed !== undefined && this.passed >= position;
  }

  /** Pauses, at most until somebody waits. */
  async rest(ms: number): Promise<void> {
    if (this.hasWaiters || this.hasEnded) return;
    this.resting = new AbortController();
    await pause(ms, this.resting.signal);
    this.resting = undefined;
  }

  /** Reports that everything up to a position is done. */
  advance(position: Position | undefined): void {
    if (position === undefined) return;
    this.passed = position;
    for (const waiter of this.waiting) if (waiter.position <= position) waiter.done(true);
  }

  /** Reports that nothing more will be done, so that nobody waits for it. */
  end(): void {
    this.hasEnded = true;
    for (const waiter of this.waiting) waiter.done(false);
  }

  /** True once the position is passed, false when `timeoutMs` ran out or everything ended first. */
  waitFor(position: Position, timeoutMs: number): Promise<boolean> {
    if (this.isPast(position)) return Promise.resolve(true);
    if (this.hasEnded) return Promise.resolve(false);
    return new Promise((resolve) => {
      const done = (passed: boolean): void => {
        clearTimeout(timer);
        this.waiting.delete(waiter);
        resolve(passed);
      };
      const waiter = { position, done };
      const timer = setTimeout(() => done(false), timeoutMs);
      this.waiting.add(waiter);
      this.resting?.abort();
    });
  }
}

/** A promise that is awaited later: until then, its failure is nobody's. */
export function later<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

/** Wakes all waiters when something may have changed; each then checks for itself. */
export class Notifier {
  private waiting: { promise: Promise<void>; notify: () => void } | undefined;

  ring(): void {
    this.waiting?.notify();
    this.waiting = undefined;
  }

  /** @param withinMs resolves after this time anyway, for changes without notification */
  next(withinMs?: number): Promise<void> {
    if (!this.waiting) {
      let ring!: () => void;
      const promise = new Promise<void>((resolve) => (ring = resolve));
      this.waiting = { promise, notify: ring };
      if (withinMs !== undefined) setTimeout(() => this.ring(), withinMs);
    }
    return this.waiting.promise;
  }
}

/** Waits, or less if aborted. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
    function done(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    }
  });
}

/** Parts of a time limit: a pause of the whole process, such as a write to a slow disk, uses up one of them at most. */
const TICKS = 10;

/** The result of a promise, or that of `late` if the promise takes longer; its later outcome is ignored. */
export async function withTimeout<T>(promise: Promise<T>, ms: number, late: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<void>((resolve) => {
    const wait = (ticks: number): void => {
      // After a pause, timers run before what arrived meanwhile is read, and `setImmediate` runs after it.
      timer = setTimeout(() => (ticks > 1 ? wait(ticks - 1) : setImmediate(resolve)), ms / TICKS);
    };
    wait(TICKS);
  });
  try {
    return await Promise.race([promise, tooLate.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}

/** 100 ms doubling with each attempt, at most 30 s. */
export function backoff(attempt: number): number {
  return Math.min(100 * 2 ** (attempt - 1), 30_000);
}

/** A reader of the log that stopped at an event retries at least this often, so that it soon continues after a skipped one. */
export const READ_AGAIN_WITHIN_MS = 5_000;

/** As `backoff`, but 1 s for an unavailable server, which may be back at any moment. */
export function retryAfter(error: unknown, attempt: number): number {
  return error instanceof ServiceUnavailable ? 1_000 : backoff(attempt);
}
