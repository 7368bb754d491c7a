import {
  isAt,
  isReplacedBy,
  type Checkpoint,
  type CheckpointPlace,
  type Collection,
} from '../../kernel/ports/document-store.ts';
import type { Instant } from '../../kernel/ports/clock.ts';
import type { Position } from '../../kernel/ports/event-store.ts';
import type { Database } from './database.ts';
import { schemaOf, tableOf, type Fragment } from './document-sql.ts';
import type { DatabaseFile } from './writer.ts';

/** Pages of the file in memory, in KiB: a rebuild touches many. */
const CACHED_KIB = 65_536;
/** Pages of the WAL, 32 MB, before it is moved into the file: every batch touches the same index pages, and each move waits for the disk twice. */
const WAL_PAGES = 8_000;
const SCHEMA = `
  PRAGMA secure_delete = ON;
  PRAGMA cache_size = -${CACHED_KIB};
  PRAGMA wal_autocheckpoint = ${WAL_PAGES};
  CREATE TABLE IF NOT EXISTS ":checkpoints" (
    name TEXT PRIMARY KEY NOT NULL,
    position TEXT NOT NULL,
    body TEXT NOT NULL
  )`;
export const GET_CHECKPOINT = 'SELECT position, body FROM ":checkpoints" WHERE name = ?';
const PUT_CHECKPOINT = 'INSERT OR REPLACE INTO ":checkpoints" (name, position, body) VALUES (?, ?, ?)';
const DELETE_CHECKPOINT = 'DELETE FROM ":checkpoints" WHERE name = ?';

/** A checkpoint as it is stored. */
export interface CheckpointRow {
  name: string;
  position: Position;
  /** JSON text. */
  body: string;
}

/** Creates or extends the table. @returns statements that create missing indexes */
function createTable(db: Database, collection: Collection, toFill: boolean): string[] {
  const names = (sql: string) => (db.prepare(sql).all() as { name: string }[]).map(({ name }) => name);
  const columns = names(`PRAGMA table_xinfo(${tableOf(collection)})`);
  const indexes = names(`SELECT name FROM pragma_index_list('${collection.name}') WHERE origin = 'c'`);
  const missing = schemaOf(collection, { columns, indexes, toFill });
  for (const statement of missing.tables) db.exec(statement);
  return missing.indexes;
}

function createIndex(db: Database, statement: string): void {
  db.exec(statement);
}

function dropTable(db: Database, collection: Pick<Collection, 'name'>): void {
  db.exec(`DROP TABLE IF EXISTS ${tableOf(collection)}`);
}

/** Saves the checkpoint if every statement changed its document. @returns whether each did */
function save(db: Database, statements: readonly Fragment[], checkpoint: CheckpointRow | undefined): boolean[] {
  const changed = statements.map(({ sql, params }) => db.prepare(sql).run(...params).changes === 1);
  if (checkpoint && changed.every(Boolean)) advanceCheckpoint(db, checkpoint);
  return changed;
}

/** @param to undefined deletes it @returns whether it was at `from`; undefined: absent */
function moveCheckpoint(
  db: Database,
  name: string,
  from: CheckpointPlace | undefined,
  to: CheckpointRow | undefined,
): boolean {
  if (!isAt(getCheckpoint(db, name), from)) return false;
  if (to) putCheckpoint(db, to);
  else db.prepare(DELETE_CHECKPOINT).run(name);
  return true;
}

function advanceCheckpoint(db: Database, to: CheckpointRow): void {
  if (isReplacedBy(getCheckpoint(db, to.name), JSON.parse(to.body) as Checkpoint)) putCheckpoint(db, to);
}

function getCheckpoint(db: Database, name: string): Checkpoint | undefined {
  const row = db.prepare(GET_CHECKPOINT).get(name) as CheckpointRow | undefined;
  return row && (JSON.parse(row.body) as Checkpoint);
}

function putCheckpoint(db: Database, { name, position, body }: CheckpointRow): void {
  db.prepare(PUT_CHECKPOINT).run(name, position, body);
}

/** Deletes tombstones from before an instant of machine time. */
function sweep(db: Database, collection: Pick<Collection, 'name'>, before: Instant): void {
  db.prepare(`DELETE FROM ${tableOf(collection)} WHERE removed_at < ?`).run(before);
}

export const DOCUMENTS_FILE = {
  name: 'documents.db',
  synchronous: 'NORMAL',
  schema: SCHEMA,
  writes: { createTable, createIndex, dropTable, save, moveCheckpoint, sweep },
} satisfies DatabaseFile;
