import { join } from 'node:path';
import { DomainError } from '../../kernel/errors.ts';
import type { KeptEntry, MovableVault, PutOptions, VaultEntry } from '../../kernel/ports/vault.ts';
import { Database, hasNul, PAGE_SIZE, type OpenOptions } from './database.ts';

export interface SqliteVaultOptions extends OpenOptions {
  /** Machine time in milliseconds since 1970. */
  now?: () => number;
}

// Versions are never reused, even after deletion, so that the version of a deleted entry cannot match its successor.
const SCHEMA = `
  PRAGMA secure_delete = ON;
  CREATE TABLE IF NOT EXISTS entries (
    version INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    value TEXT,
    counter INTEGER,
    expires_at TEXT
  );
  CREATE INDEX IF NOT EXISTS entries_by_expiry ON entries (expires_at) WHERE expires_at IS NOT NULL;`;

const LIVE = '(expires_at IS NULL OR expires_at > ?)';
const GET = `SELECT version, key, value, counter, expires_at FROM entries WHERE key = ? AND ${LIVE}`;
const GET_MANY = `SELECT version, key, value, counter, expires_at FROM entries WHERE key IN (SELECT value FROM json_each(?)) AND ${LIVE}`;
const PAGE = `SELECT version, key, value, counter, expires_at FROM entries WHERE key > ? AND ${LIVE} ORDER BY key LIMIT ?`;
const LIST = `SELECT key FROM entries WHERE key >= ? AND key < ? AND ${LIVE} ORDER BY key LIMIT ?`;
const PUT = 'INSERT OR REPLACE INTO entries (key, value, counter, expires_at) VALUES (?, ?, ?, ?)';
const DELETE = 'DELETE FROM entries WHERE key = ?';
const CLEAR = `DELETE FROM entries WHERE version IN
  (SELECT version FROM entries WHERE expires_at IS NOT NULL AND expires_at <= ? ORDER BY expires_at LIMIT 10)`;

interface Row {
  version: number;
  key: string;
  value: string | null;
  counter: number | null;
  expires_at: string | null;
}

/** The Vault in `vault.db`, to be wrapped by EncryptedVault. Deleted content is overwritten. */
export class SqliteVault implements MovableVault {
  private readonly db: Database;
  private readonly clock: () => number;

  constructor(folder: string, options: SqliteVaultOptions = {}) {
    this.db = new Database(join(folder, 'vault.db'), 'FULL', options);
    this.clock = options.now ?? Date.now;
    if (!options.readOnly) this.db.exec(SCHEMA);
  }

  async getMany(keys: readonly string[]): Promise<Map<string, VaultEntry>> {
    const entries = new Map<string, VaultEntry>();
    for (let from = 0; from < keys.length; from += PAGE_SIZE) {
      const some = JSON.stringify(keys.slice(from, from + PAGE_SIZE));
      const rows = this.db.prepare(GET_MANY).all(some, this.now()) as Row[];
      for (const row of rows) entries.set(row.key, { value: valueOf(row), version: row.version });
    }
    return entries;
  }

  async put(key: string, value: string, options: PutOptions = {}): Promise<number | undefined> {
    checkKey(key);
    return this.db.write(() => {
      const current = this.live(key);
      if (options.ifAbsent && current) return undefined;
      if (options.ifVersion !== undefined && options.ifVersion !== current?.version) return undefined;
      return this.store(key, JSON.stringify(value), null, options.expiresAt ?? null);
    });
  }

  async take(key: string): Promise<string | undefined> {
    checkKey(key);
    const row = await this.db.write(() => {
      const current = this.live(key);
      this.db.prepare(DELETE).run(key);
      return current;
    });
    return row && valueOf(row);
  }

  async add(key: string, n: number, options: { max?: number; expiresAt?: string } = {}): Promise<number | undefined> {
    checkKey(key);
    return this.db.write(() => {
      const current = this.live(key);
      const next = (current ? Number(valueOf(current)) : 0) + n;
      if (!Number.isSafeInteger(next)) throw new Error('A counter holds integers');
      // Decrements are always allowed.
      if (n > 0 && options.max !== undefined && next > options.max) return undefined;
      this.store(key, null, next, current ? current.expires_at : (options.expiresAt ?? null));
      return next;
    });
  }

  async delete(key: string): Promise<void> {
    checkKey(key);
    await this.db.write(() => void this.db.prepare(DELETE).run(key));
  }

  async list(from: string, to: string, limit: number): Promise<string[]> {
    const rows = this.db.prepare(LIST).all(from, to, this.now(), limit) as Pick<Row, 'key'>[];
    return rows.map(({ key }) => key);
  }

  async page(after: string, limit: number): Promise<KeptEntry[]> {
    const rows = this.db.prepare(PAGE).all(after, this.now(), limit) as Row[];
    return rows.map((row) => ({
      key: row.key,
      value: valueOf(row),
      isCounter: row.counter !== null,
      expiresAt: row.expires_at,
    }));
  }

  async scrub(): Promise<void> {
    this.db.scrub();
  }

  /** While on, commits survive a crash of the process but not a power failure: for data that can be rebuilt. */
  relax(on: boolean): void {
    this.db.setSynchronous(on ? 'NORMAL' : 'FULL');
  }

  async close(): Promise<void> {
    this.db.close();
  }

  private live(key: string): Row | undefined {
    return this.db.prepare(GET).get(key, this.now()) as Row | undefined;
  }

  private store(key: string, value: string | null, counter: number | null, expiresAt: string | null): number {
    // Each write of an expiring entry deletes some expired ones, so no sweep is needed.
    if (expiresAt !== null) this.db.prepare(CLEAR).run(this.now());
    return Number(this.db.prepare(PUT).run(key, value, counter, expiresAt).lastInsertRowid);
  }

  private now(): string {
    return new Date(this.clock()).toISOString();
  }
}

/** Values are stored as JSON text, because a NUL would truncate plain text. */
function valueOf(row: Row): string {
  return row.counter === null ? (JSON.parse(row.value!) as string) : String(row.counter);
}

function checkKey(key: string): void {
  if (hasNul(key)) throw new DomainError('InvalidKey', 'A key must not contain NUL', 422);
}
