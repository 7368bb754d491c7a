import { seal, unseal, type Keys } from './keys.ts';
import type { PutOptions, Vault, VaultEntry } from '../ports/vault.ts';

/** None of the master keys opens a vault entry. */
export class WrongMasterKey extends Error {
  constructor(kind: string) {
    super(`The vault entry of kind ${kind} cannot be opened with any of the master keys`);
    this.name = 'WrongMasterKey';
  }
}

/** A Vault whose values are sealed with the newest master key and bound to their own entry; older master keys still open values. */
export class EncryptedVault implements Vault {
  /** To be read next. */
  private wanted = new Set<string>();
  private reading: Promise<ReadonlyMap<string, VaultEntry>> | undefined;

  constructor(
    private readonly inner: Vault,
    private readonly keys: Keys,
  ) {}

  async getMany(keys: readonly string[]): Promise<Map<string, VaultEntry>> {
    if (keys.length === 0) return new Map();
    const stored = await this.readTogether(keys);
    const opened = new Map<string, VaultEntry>();
    for (const key of keys) {
      const entry = stored.get(key);
      if (entry) opened.set(key, { ...entry, value: this.open(key, entry.value) });
    }
    return opened;
  }

  sizes(keys: readonly string[]): Promise<Map<string, number>> {
    return this.inner.sizes(keys);
  }

  put(key: string, value: string, options?: PutOptions): Promise<number | undefined> {
    const { nonce, ciphertext } = seal(this.keys.master('vault')[0]!, value, key);
    return this.inner.put(key, `${nonce}.${ciphertext}`, options);
  }

  async take(key: string): Promise<string | undefined> {
    const value = await this.inner.take(key);
    return value === undefined ? undefined : this.open(key, value);
  }

  /** Counters are not sealed, because the store itself adds to them. */
  add(key: string, n: number, options?: { max?: number; expiresAt?: string }): Promise<number | undefined> {
    return this.inner.add(key, n, options);
  }

  delete(key: string): Promise<void> {
    return this.inner.delete(key);
  }

  list(from: string, to: string, limit: number): Promise<string[]> {
    return this.inner.list(from, to, limit);
  }

  async scrub(): Promise<void> {
    await this.inner.scrub?.();
  }

  /** One read for all who want entries in the same turn, such as the bodies of fifty messages and their people's keys. */
  private readTogether(keys: readonly string[]): Promise<ReadonlyMap<string, VaultEntry>> {
    for (const key of keys) this.wanted.add(key);
    this.reading ??= Promise.resolve().then(() => {
      const wanted = [...this.wanted];
      this.wanted.clear();
      this.reading = undefined;
      return this.inner.getMany(wanted);
    });
    return this.reading;
  }

  private open(key: string, stored: string): string {
    const [nonce = '', ciphertext = ''] = stored.split('.');
    for (const master of this.keys.master('vault')) {
      try {
        return unseal(master, { nonce, ciphertext }, key);
      } catch {
        continue;
      }
    }
    throw new WrongMasterKey(key.split('/')[0]!);
  }
}
