/** Wake-ups: hints that something may be due. Losing one loses nothing, because handlers read the log. */
export interface JobQueue {
  /** Replaces a later wake-up of the id, a retry too. @param at machine time, ISO; now by default */
  wake(id: string, at?: string): Promise<void>;
  /** Wakes now, unless the id has a wake-up or a retry to come, or is being handled: for sweepers. */
  remind(id: string): Promise<void>;
  /**
   * Calls `handle` for each wake-up whose id starts with `{kind}/`, one at a time per id.
   * @param handle `attempt` counts from 1; what it throws is retried as `retryAfter` says
   */
  work(kind: string, handle: (id: string, attempt: number) => Promise<void>, options?: WorkOptions): void;
  /** Resolves when no wake-up of a kind is due or being handled; those to come, and retries, do not count. */
  idle(kind: string): Promise<void>;
  close(): Promise<void>;
}

/** `payment/0198…` → `payment`. */
export function kindOf(id: string): string {
  return id.slice(0, id.indexOf('/'));
}

export interface WorkOptions {
  /** At a time in this process; 1 by default. */
  concurrency?: number;
  /** Begun at most so often, by all processes that share the queue. */
  limit?: Rate;
  /** Milliseconds until the retry of a failed attempt, which counts from 1; without it, a failed wake-up counts as handled. */
  retryAfter?: (attempt: number) => number;
}

export interface Rate {
  max: number;
  perMs: number;
}
