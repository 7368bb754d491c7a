/** Wake-ups: a hint that something may be due. Losing one loses nothing, because whoever wakes looks at the log. */
export interface JobQueue {
  /** @param at machine time, ISO; now where it is left out */
  wake(id: string, at?: string): Promise<void>;
  /** Calls `handle` for each wake-up whose id starts with `{kind}/`, at most `concurrency` at a time. */
  work(kind: string, handle: (id: string) => Promise<void>, concurrency?: number): void;
  close(): Promise<void>;
}
