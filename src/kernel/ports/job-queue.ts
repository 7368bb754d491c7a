/** Wake-ups: hints that something may be due. Losing one loses nothing, because handlers read the log. */
export interface JobQueue {
  /** @param at machine time, ISO; now by default */
  wake(id: string, at?: string): Promise<void>;
  /** Calls `handle` for each wake-up whose id starts with `{kind}/`, at most `concurrency` at a time. */
  work(kind: string, handle: (id: string) => Promise<void>, concurrency?: number): void;
  close(): Promise<void>;
}
