export interface VaultEntry {
  value: string;
  version: number;
}

export interface PutOptions {
  ifAbsent?: boolean;
  /** The put happens only if the entry is at this version. */
  ifVersion?: number;
  /** Machine time, ISO; after it the entry is as if it were not there. */
  expiresAt?: string;
}

/**
 * What must survive and yet be changed or erased: credentials, one-time tokens, subject keys, secrets that are shown again, webhook and
 * mail bodies, process checkpoints, leases, counters. Keys are `kind/name`; values are text, encrypted at rest.
 */
export interface Vault {
  getMany(keys: readonly string[]): Promise<Map<string, VaultEntry>>;
  /** The version now stored, or undefined where the condition did not hold. */
  put(key: string, value: string, options?: PutOptions): Promise<number | undefined>;
  /** Reads and removes in one step, so that what is single-use is used once. */
  take(key: string): Promise<string | undefined>;
  /** Adds to a counter (from 0) and answers its new value, or undefined, unchanged, if that would pass `max`. */
  add(key: string, n: number, options?: { max?: number; expiresAt?: string }): Promise<number | undefined>;
  delete(key: string): Promise<void>;
  /** The first keys from `from` up to, but not including, `to`, by code point. */
  list(from: string, to: string, limit: number): Promise<string[]>;
  /** Where it keeps files itself: leaves nothing in them of what was overwritten or removed until now. */
  scrub?(): Promise<void>;
}

/** An entry as it is kept. */
export interface KeptEntry {
  key: string;
  /** Of a counter its number. */
  value: string;
  isCounter: boolean;
  expiresAt: string | null;
}

/** A vault that can be gone through, to be moved elsewhere. */
export interface MovableVault extends Vault {
  /** At most `limit` entries behind a key (`''`: from the first), in an order of the store's own; none: that was all. */
  page(after: string, limit: number): Promise<KeptEntry[]>;
}

export async function readVault(vault: Vault, key: string): Promise<string | undefined> {
  return (await vault.getMany([key])).get(key)?.value;
}
