/** Keys kept per window; the oldest go first. */
const MAX_KEYS = 100_000;

interface Count {
  /** Milliseconds. */
  admittedAt: number;
  count: number;
}

/** Where the rate limiter counts: in this process, or in a server that several share. */
export abstract class RequestCounts {
  /**
   * Counts a request, or refuses it where `max` were admitted and the last of them less than `window` seconds ago. Only a pause longer than
   * that forgets them; refused requests change nothing (docs/IDENTITY.md#rate-limits).
   * @param now milliseconds of machine time
   * @returns milliseconds to wait; 0: admitted
   */
  abstract admit(key: string, limit: { max: number; window: number }, now: number): Promise<number>;

  async close(): Promise<void> {
    // What is in memory ends with the process.
  }
}

/** Counts of this process, in memory that is bounded. */
export class ProcessRequestCounts extends RequestCounts {
  /** By window, since entries of one window grow old in the order in which they were admitted last. */
  private readonly windows = new Map<number, Map<string, Count>>();

  override async admit(key: string, { max, window }: { max: number; window: number }, now: number): Promise<number> {
    const counts = this.countsOf(window);
    const known = counts.get(key);
    const isOver = !known || now - known.admittedAt > window * 1000;
    if (!isOver && known.count >= max && now - known.admittedAt < window * 1000)
      return known.admittedAt + window * 1000 - now;
    counts.delete(key);
    forgetOld(counts, now - window * 1000);
    counts.set(key, { admittedAt: now, count: isOver ? 1 : known.count + 1 });
    return 0;
  }

  private countsOf(window: number): Map<string, Count> {
    let counts = this.windows.get(window);
    if (!counts) this.windows.set(window, (counts = new Map()));
    return counts;
  }
}

function forgetOld(counts: Map<string, Count>, before: number): void {
  for (const [key, { admittedAt }] of counts) {
    if (admittedAt >= before && counts.size < MAX_KEYS) return;
    counts.delete(key);
  }
}
