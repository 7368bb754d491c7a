import { networkOf } from '../networks.ts';

/** Keys kept per window; the oldest go first. */
const MAX_KEYS = 100_000;

export interface Limit {
  /** Requests. */
  max: number;
  /** Seconds. */
  window: number;
}

interface Count {
  /** Milliseconds. */
  admittedAt: number;
  /** The admission before that one. */
  before: number;
  count: number;
}

/** Counts of the rate limiter: in this process, or on a server that several processes share. */
export abstract class RequestCounts {
  /**
   * Counts a request, or refuses it if `max` were admitted, the last of them less than `window` seconds ago. Only a longer pause resets the
   * count; refused requests do not change it (docs/IDENTITY.md#rate-limits).
   * @param now milliseconds of machine time
   * @returns milliseconds to wait; 0 if admitted
   */
  abstract admit(key: string, limit: Limit, now: number): Promise<number>;

  /**
   * Takes back a request that was admitted and turns out not to count, so that a pause that it interrupted goes on.
   * @param at when it was admitted, as passed to `admit`
   */
  abstract withdraw(key: string, limit: Limit, at: number): Promise<void>;

  /** `admit` for a kind of requests from one client address; an IPv6 network counts as one. */
  admitFrom(address: string, kind: string, limit: Limit, now: number): Promise<number> {
    return this.admit(`${kind}|${networkOf(address)}`, limit, now);
  }

  async close(): Promise<void> {
    // Counts in memory need no closing.
  }
}

/** Counts of this process, in bounded memory. */
export class ProcessRequestCounts extends RequestCounts {
  /** One map per window length, whose entries expire in the order of their last admission. */
  private readonly windows = new Map<number, Map<string, Count>>();

  override async admit(key: string, { max, window }: Limit, now: number): Promise<number> {
    const counts = this.countsOf(window);
    const known = counts.get(key);
    const isOver = !known || now - known.admittedAt > window * 1000;
    if (!isOver && known.count >= max && now - known.admittedAt < window * 1000)
      return known.admittedAt + window * 1000 - now;
    counts.delete(key);
    forgetOld(counts, now - window * 1000);
    counts.set(key, { admittedAt: now, before: known?.admittedAt ?? now, count: isOver ? 1 : known.count + 1 });
    return 0;
  }

  override async withdraw(key: string, { window }: Limit, at: number): Promise<void> {
    const known = this.countsOf(window).get(key);
    if (!known) return;
    known.count = Math.max(0, known.count - 1);
    if (known.admittedAt === at) known.admittedAt = known.before;
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
