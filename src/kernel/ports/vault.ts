export interface VaultEntry {
  value: string;
  version: number;
}

export interface PutOptions {
  ifAbsent?: boolean;
  /** The put happens only if the entry is at this version. */
  ifVersion?: number;
  /** Machine time, ISO; after it the entry counts as absent. */
  expiresAt?: string;
}

/**
 * Data that must be durable and yet can be changed or erased: credentials, one-time tokens, subject keys, secrets that are shown again, bodies
 * of webhooks and mails, process checkpoints, leases, counters. Keys are `kind/name`; values are text, encrypted at rest.
 */
export interface Vault {
  getMany(keys: readonly string[]): Promise<Map<string, VaultEntry>>;
  /** How many bytes entries take as they are stored, without reading them: more than their values have. */
  sizes(keys: readonly string[]): Promise<Map<string, number>>;
  /** The version now stored, or undefined if the condition did not hold. */
  put(key: string, value: string, options?: PutOptions): Promise<number | undefined>;
  /** Reads and removes in one step, so that a single-use entry is used once. */
  take(key: string): Promise<string | undefined>;
  /** Adds to a counter (from 0) and answers its new value, or undefined, unchanged, if that would pass `max`. */
  add(key: string, n: number, options?: { max?: number; expiresAt?: string }): Promise<number | undefined>;
  delete(key: string): Promise<void>;
  /** The first keys from `from` up to, but not including, `to`, by code point. */
  list(from: string, to: string, limit: number): Promise<string[]>;
  /** If it has files of its own: purges overwritten and removed data from them. */
  scrub?(): Promise<void>;
}

/** An entry as stored. */
export interface KeptEntry {
  key: string;
  /** The number, for a counter. */
  value: string;
  isCounter: boolean;
  expiresAt: string | null;
}

/** A vault whose entries can be listed, to copy it. */
export interface MovableVault extends Vault {
  /** At most `limit` entries after a key (`''`: from the first), in the store's own order; empty at the end. */
  page(after: string, limit: number): Promise<KeptEntry[]>;
}

export async function readVault(vault: Vault, key: string): Promise<string | undefined> {
  return (await vault.getMany([key])).get(key)?.value;
}
