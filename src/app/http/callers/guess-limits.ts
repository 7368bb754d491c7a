import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../../config.ts';
import { msOf, type Clock } from '../../../kernel/ports/clock.ts';
import { Keys } from '../../../kernel/secrets/keys.ts';
import { CLOCK, CONFIG } from '../../tokens.ts';
import { RequestCounts, type Limit } from '../sharing/request-counts.ts';

/** One of the counts that a guess is part of. */
export interface GuessCount {
  kind: string;
  /** What is guessed at, and from where; counted by its digest. */
  about: string;
  limit: Limit;
}

/**
 * Limits how often a secret that people type can be guessed: wrong guesses count, right ones do not. A guess is counted before it is checked, so that
 * of many that come together no more are checked than the limit admits, and taken back if it was right.
 */
@Injectable()
export class GuessLimits {
  constructor(
    private readonly counts: RequestCounts,
    private readonly keys: Keys,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Checks a guess, unless one of its counts is exhausted: then none of them counts it.
   * @param check rejects if the guess is wrong
   * @param isWrong whether that is what it rejected with: other errors do not count
   * @param tooMany the error to refuse with, of milliseconds to wait and the limit that is exceeded
   */
  async check<T>(
    counts: readonly GuessCount[],
    check: () => Promise<T>,
    isWrong: (error: unknown) => boolean,
    tooMany: (waitMs: number, exceeded: Limit) => Error,
  ): Promise<T> {
    if (!this.config.auth.rateLimit) return check();
    const at = msOf(this.clock.machineNow());
    const refused = await this.admit(counts, at);
    if (refused) throw tooMany(refused.waitMs, refused.limit);
    try {
      const result = await check();
      await this.withdraw(counts, at);
      return result;
    } catch (error) {
      if (!isWrong(error)) await this.withdraw(counts, at);
      throw error;
    }
  }

  /** Counts a guess, unless one of the counts is exhausted. @returns that one's limit */
  private async admit(
    counts: readonly GuessCount[],
    at: number,
  ): Promise<{ waitMs: number; limit: Limit } | undefined> {
    for (const [index, count] of counts.entries()) {
      const waitMs = await this.counts.admit(this.keyOf(count), count.limit, at);
      if (waitMs === 0) continue;
      await this.withdraw(counts.slice(0, index), at);
      return { waitMs, limit: count.limit };
    }
    return undefined;
  }

  private async withdraw(counts: readonly GuessCount[], at: number): Promise<void> {
    for (const count of counts) await this.counts.withdraw(this.keyOf(count), count.limit, at);
  }

  private keyOf({ kind, about }: GuessCount): string {
    return `guess|${kind}|${this.keys.digest('guess-limit', about)}`;
  }
}
