import { Inject, Injectable } from '@nestjs/common';
import { ConcurrencyConflict } from '../kernel/errors.ts';
import type { Instant } from '../kernel/ports/clock.ts';
import { KeyedMutex } from '../kernel/coordination/mutex.ts';
import type { Vault } from '../kernel/ports/vault.ts';
import { VAULT } from './tokens.ts';

const ATTEMPTS = 50;

/** Values in one entry of the Vault each, as JSON: read, decided, and put by compare-and-set. */
@Injectable()
export class VaultCells {
  private readonly mutex = new KeyedMutex();

  constructor(@Inject(VAULT) private readonly vault: Vault) {}

  async getMany<T>(entries: readonly string[]): Promise<Map<string, T>> {
    const found = await this.vault.getMany(entries);
    return new Map([...found].map(([entry, { value }]) => [entry, JSON.parse(value) as T]));
  }

  /**
   * @param expiresAt machine time, from which the entry does not exist any more
   * @returns what is stored now; undefined if `next` stores nothing
   * @throws ConcurrencyConflict other processes came first each time
   */
  change<T>(
    entry: string,
    next: (stored: T | undefined) => T | undefined,
    expiresAt?: Instant,
  ): Promise<T | undefined> {
    return this.mutex.withLock(entry, async () => {
      for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
        const found = (await this.vault.getMany([entry])).get(entry);
        const before = found && (JSON.parse(found.value) as T);
        const after = next(before);
        if (after === undefined || after === before) return after;
        const condition = {
          ...(found ? { ifVersion: found.version } : { ifAbsent: true }),
          ...(expiresAt !== undefined && { expiresAt }),
        };
        if ((await this.vault.put(entry, JSON.stringify(after), condition)) !== undefined) return after;
      }
      throw new ConcurrencyConflict(entry);
    });
  }

  delete(entry: string): Promise<void> {
    return this.vault.delete(entry);
  }
}
