import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { closeSync, existsSync, fsyncSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { StartRefused } from '../../kernel/errors.ts';
import type { Position } from '../../kernel/ports/event-store.ts';
import { StorageUnavailable } from '../../kernel/storage-unavailable.ts';
import { toPosition } from './sqlite-event-store.ts';
import { onFile, storageFault } from './storage-fault.ts';

const PRIVATE = 0o600;

/** The contents of a copy of a data folder. */
export interface FolderContents {
  events: number;
  /** The last event and its position; null if the log is empty. */
  end: { position: Position; eventId: string } | null;
  /** Number of entries in the vault. */
  entries: number;
}

interface Entry {
  key: string;
  value: string | null;
  counter: number | null;
  expires_at: string | null;
}

/**
 * Copies `log.db` and then `vault.db`, each in one consistent state, without blocking a running writer. In this order the vault has every key
 * that the log needs.
 * @param to an empty folder
 * @param earlier key prefix of vault entries to copy before the log: the checkpoints of readers must not be ahead of it
 */
export function copyFolder(from: string, to: string, earlier: string): FolderContents {
  const before = reading(from, 'vault.db', (vault) => entriesOf(vault, earlier));
  reading(from, 'log.db', (log) => copyInto(log, join(to, 'log.db')));
  reading(from, 'vault.db', (vault) => copyInto(vault, join(to, 'vault.db')));
  putBack(join(to, 'vault.db'), earlier, before);
  for (const name of ['log.db', 'vault.db', '.']) sync(join(to, name));
  return contentsOf(to);
}

export function contentsOf(folder: string): FolderContents {
  const { events } = reading(folder, 'log.db', (log) => log.prepare('SELECT count(*) AS events FROM events').get()) as {
    events: number;
  };
  const last = reading(folder, 'log.db', (log) =>
    log.prepare('SELECT sequence, id FROM events ORDER BY sequence DESC LIMIT 1').get(),
  ) as { sequence: number; id: string } | undefined;
  const { entries } = reading(folder, 'vault.db', (vault) =>
    vault.prepare('SELECT count(*) AS entries FROM entries').get(),
  ) as { entries: number };
  return { events, end: last ? { position: toPosition(last.sequence), eventId: last.id } : null, entries };
}

/** Flushes a file or folder to disk. */
export function sync(path: string): void {
  const file = openSync(path, 'r');
  fsyncSync(file);
  closeSync(file);
}

function reading<T>(folder: string, name: string, read: (database: DatabaseSyncInstance) => T): T {
  const path = join(folder, name);
  if (!existsSync(path)) throw new StartRefused(`There is no ${path}`);
  return onFile(path, () => {
    const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
    try {
      return read(database);
    } finally {
      database.close();
    }
  });
}

/** One read transaction, which blocks no writer in WAL mode. Deleted data is not copied. */
function copyInto(database: DatabaseSyncInstance, path: string): void {
  try {
    closeSync(openSync(path, 'wx', PRIVATE));
    database.prepare('VACUUM INTO ?').run(path);
  } catch (error) {
    const fault = storageFault(error, path);
    // Only the source can be damaged, not the new file.
    throw fault instanceof StorageUnavailable && fault.fault === 'damaged' ? error : fault;
  }
}

function entriesOf(vault: DatabaseSyncInstance, earlier: string): Entry[] {
  const sql = 'SELECT key, value, counter, expires_at FROM entries WHERE substr(key, 1, ?) = ?';
  return vault.prepare(sql).all(earlier.length, earlier) as Entry[];
}

function putBack(path: string, earlier: string, entries: readonly Entry[]): void {
  const vault = new DatabaseSync(path);
  try {
    vault.exec('PRAGMA secure_delete = ON; BEGIN');
    vault.prepare('DELETE FROM entries WHERE substr(key, 1, ?) = ?').run(earlier.length, earlier);
    const insert = vault.prepare('INSERT INTO entries (key, value, counter, expires_at) VALUES (?, ?, ?, ?)');
    for (const { key, value, counter, expires_at } of entries) insert.run(key, value, counter, expires_at);
    vault.exec('COMMIT');
  } finally {
    vault.close();
  }
}
