import { toInstant } from '../../../src/kernel/ports/clock.ts';
import type { KeptEntry, MovableVault, PutOptions, VaultEntry } from '../../../src/kernel/ports/vault.ts';

interface Entry {
  /** A number for a counter. */
  value: string | number;
  version: number;
  expiresAt: string | undefined;
}

/** A vault in memory, to be wrapped by EncryptedVault. */
export class MemoryVault implements MovableVault {
  private readonly entries = new Map<string, Entry>();
  /** Never reused. */
  private version = 0;

  /** @param clock machine time in milliseconds since 1970 */
  constructor(private readonly clock: () => number) {}

  async getMany(keys: readonly string[]): Promise<Map<string, VaultEntry>> {
    const found = keys.flatMap((key): [string, Entry][] => {
      const entry = this.live(key);
      return entry ? [[key, entry]] : [];
    });
    return new Map(found.map(([key, { value, version }]) => [key, { value: String(value), version }]));
  }

  async sizes(keys: readonly string[]): Promise<Map<string, number>> {
    const entries = await this.getMany(keys);
    return new Map([...entries].map(([key, { value }]) => [key, Buffer.byteLength(value)]));
  }

  async put(key: string, value: string, options: PutOptions = {}): Promise<number | undefined> {
    const current = this.live(key);
    if (options.ifAbsent && current) return undefined;
    if (options.ifVersion !== undefined && options.ifVersion !== current?.version) return undefined;
    return this.store(key, value, options.expiresAt);
  }

  async take(key: string): Promise<string | undefined> {
    const current = this.live(key);
    this.entries.delete(key);
    return current && String(current.value);
  }

  async add(key: string, n: number, options: { max?: number; expiresAt?: string } = {}): Promise<number | undefined> {
    const current = this.live(key);
    const next = Number(current?.value ?? 0) + n;
    // Decrements are always allowed.
    if (n > 0 && options.max !== undefined && next > options.max) return undefined;
    this.store(key, next, current ? current.expiresAt : options.expiresAt);
    return next;
  }

  async delete(key: string): Promise<void> {
    this.entries.delete(key);
  }

  async list(from: string, to: string, limit: number): Promise<string[]> {
    return this.keys((key) => key >= from && key < to).slice(0, limit);
  }

  async page(after: string, limit: number): Promise<KeptEntry[]> {
    return this.keys((key) => key > after)
      .slice(0, limit)
      .map((key) => {
        const { value, expiresAt = null } = this.entries.get(key)!;
        return { key, value: String(value), isCounter: typeof value === 'number', expiresAt };
      });
  }

  private keys(isWanted: (key: string) => boolean): string[] {
    return [...this.entries.keys()].filter((key) => isWanted(key) && this.live(key)).sort();
  }

  private live(key: string): Entry | undefined {
    const entry = this.entries.get(key);
    return entry?.expiresAt !== undefined && entry.expiresAt <= toInstant(this.clock()) ? undefined : entry;
  }

  private store(key: string, value: string | number, expiresAt: string | undefined): number {
    this.version += 1;
    this.entries.set(key, { value, version: this.version, expiresAt });
    return this.version;
  }
}
