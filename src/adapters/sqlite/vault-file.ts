import type { PutOptions } from '../../kernel/ports/vault.ts';
import type { Database } from './database.ts';
import type { DatabaseFile } from './writer.ts';

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

/** Takes the present time. */
export const LIVE = '(expires_at IS NULL OR expires_at > ?)';
const GET = `SELECT version, key, value, counter, expires_at FROM entries WHERE key = ? AND ${LIVE}`;
const PUT = 'INSERT OR REPLACE INTO entries (key, value, counter, expires_at) VALUES (?, ?, ?, ?)';
const DELETE = 'DELETE FROM entries WHERE key = ?';
const CLEAR = `DELETE FROM entries WHERE version IN
  (SELECT version FROM entries WHERE expires_at IS NOT NULL AND expires_at <= ? ORDER BY expires_at LIMIT 10)`;

export interface VaultRow {
  version: number;
  key: string;
  value: string | null;
  counter: number | null;
  expires_at: string | null;
}

/** @param now ISO 8601 @returns its version; undefined if a condition does not hold */
function put(
  db: Database,
  now: string,
  key: string,
  value: string,
  { ifAbsent, ifVersion, expiresAt }: PutOptions,
): number | undefined {
  const current = live(db, now, key);
  if (ifAbsent && current) return undefined;
  if (ifVersion !== undefined && ifVersion !== current?.version) return undefined;
  return store(db, now, key, JSON.stringify(value), null, expiresAt ?? null);
}

function take(db: Database, now: string, key: string): string | undefined {
  const current = live(db, now, key);
  remove(db, key);
  return current && valueOf(current);
}

function add(
  db: Database,
  now: string,
  key: string,
  n: number,
  { max, expiresAt }: { max?: number; expiresAt?: string },
): number | undefined {
  const current = live(db, now, key);
  const next = (current ? Number(valueOf(current)) : 0) + n;
  if (!Number.isSafeInteger(next)) throw new Error('A counter holds integers');
  // Decrements are always allowed.
  if (n > 0 && max !== undefined && next > max) return undefined;
  store(db, now, key, null, next, current ? current.expires_at : (expiresAt ?? null));
  return next;
}

function remove(db: Database, key: string): void {
  db.prepare(DELETE).run(key);
}

/** Values are stored as JSON text, because a NUL would truncate plain text. */
export function valueOf(row: VaultRow): string {
  return row.counter === null ? (JSON.parse(row.value!) as string) : String(row.counter);
}

function live(db: Database, now: string, key: string): VaultRow | undefined {
  return db.prepare(GET).get(key, now) as VaultRow | undefined;
}

function store(
  db: Database,
  now: string,
  key: string,
  value: string | null,
  counter: number | null,
  expiresAt: string | null,
): number {
  // Each write of an expiring entry deletes some expired ones, so no sweep is needed.
  if (expiresAt !== null) db.prepare(CLEAR).run(now);
  return Number(db.prepare(PUT).run(key, value, counter, expiresAt).lastInsertRowid);
}

export const VAULT_FILE = {
  name: 'vault.db',
  synchronous: 'FULL',
  schema: SCHEMA,
  writes: { put, take, add, remove },
} satisfies DatabaseFile;
