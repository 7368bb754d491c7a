import { join } from 'node:path';
import { DomainError } from '../../kernel/errors.ts';
import type { KeptEntry, MovableVault, PutOptions, VaultEntry } from '../../kernel/ports/vault.ts';
import { Database, hasNul, PAGE_SIZE, type OpenOptions } from './database.ts';
import { LIVE, VAULT_FILE, valueOf, type VaultRow } from './vault-file.ts';
import { Writer } from './writer.ts';

export interface SqliteVaultOptions extends OpenOptions {
  /** Machine time in milliseconds since 1970. */
  now?: () => number;
}

const GET_MANY = `SELECT version, key, value, counter, expires_at FROM entries WHERE key IN (SELECT value FROM json_each(?)) AND ${LIVE}`;
// Unlike length(), it does not read the value.
const SIZES = `SELECT key, octet_length(value) size FROM entries WHERE key IN (SELECT value FROM json_each(?)) AND value IS NOT NULL AND ${LIVE}`;
const PAGE = `SELECT version, key, value, counter, expires_at FROM entries WHERE key > ? AND ${LIVE} ORDER BY key LIMIT ?`;
const LIST = `SELECT key FROM entries WHERE key >= ? AND key < ? AND ${LIVE} ORDER BY key LIMIT ?`;

/** The Vault in `vault.db`, to be wrapped by EncryptedVault. Deleted content is overwritten. */
export class SqliteVault implements MovableVault {
  private readonly db: Database;
  private readonly writer: Writer<(typeof VAULT_FILE)['writes']>;
  private readonly clock: () => number;

  constructor(folder: string, options: SqliteVaultOptions = {}) {
    this.db = new Database(join(folder, VAULT_FILE.name), VAULT_FILE.synchronous, options);
    this.clock = options.now ?? Date.now;
    this.writer = new Writer(this.db, VAULT_FILE, options.thread);
  }

  async getMany(keys: readonly string[]): Promise<Map<string, VaultEntry>> {
    const entries = new Map<string, VaultEntry>();
    for (let from = 0; from < keys.length; from += PAGE_SIZE) {
      const some = JSON.stringify(keys.slice(from, from + PAGE_SIZE));
      const rows = this.db.prepare(GET_MANY).all(some, this.now()) as VaultRow[];
      for (const row of rows) entries.set(row.key, { value: valueOf(row), version: row.version });
    }
    return entries;
  }

  async sizes(keys: readonly string[]): Promise<Map<string, number>> {
    const sizes = new Map<string, number>();
    for (let from = 0; from < keys.length; from += PAGE_SIZE) {
      const some = JSON.stringify(keys.slice(from, from + PAGE_SIZE));
      const rows = this.db.prepare(SIZES).all(some, this.now()) as { key: string; size: number }[];
      for (const { key, size } of rows) sizes.set(key, size);
    }
    return sizes;
  }

  async put(key: string, value: string, options: PutOptions = {}): Promise<number | undefined> {
    checkKey(key);
    return this.writer.write('put', this.now(), key, value, options);
  }

  async take(key: string): Promise<string | undefined> {
    checkKey(key);
    return this.writer.write('take', this.now(), key);
  }

  async add(key: string, n: number, options: { max?: number; expiresAt?: string } = {}): Promise<number | undefined> {
    checkKey(key);
    return this.writer.write('add', this.now(), key, n, options);
  }

  async delete(key: string): Promise<void> {
    checkKey(key);
    await this.writer.write('remove', key);
  }

  async list(from: string, to: string, limit: number): Promise<string[]> {
    const rows = this.db.prepare(LIST).all(from, to, this.now(), limit) as Pick<VaultRow, 'key'>[];
    return rows.map(({ key }) => key);
  }

  async page(after: string, limit: number): Promise<KeptEntry[]> {
    const rows = this.db.prepare(PAGE).all(after, this.now(), limit) as VaultRow[];
    return rows.map((row) => ({
      key: row.key,
      value: valueOf(row),
      isCounter: row.counter !== null,
      expiresAt: row.expires_at,
    }));
  }

  async scrub(): Promise<void> {
    await this.writer.scrub();
  }

  /** While on, commits survive a crash of the process but not a power failure: for data that can be rebuilt. */
  relax(on: boolean): Promise<void> {
    return this.writer.setSynchronous(on ? 'NORMAL' : 'FULL');
  }

  async close(): Promise<void> {
    await this.writer.close();
  }

  private now(): string {
    return new Date(this.clock()).toISOString();
  }
}

function checkKey(key: string): void {
  if (hasNul(key)) throw new DomainError('InvalidKey', 'A key must not contain NUL', 422);
}
