import { join } from 'node:path';
import type {
  Checkpoint,
  Collection,
  Document,
  DocumentStore,
  Find,
  Loaded,
  Stored,
  Write,
} from '../../kernel/document-store.ts';
import { DomainError } from '../../kernel/errors.ts';
import type { Position } from '../../kernel/event-store.ts';
import { Database, giveWay, hasNul, PAGE_SIZE, type OpenOptions } from './database.ts';
import { schemaOf, tableOf, toSql } from './document-sql.ts';

const CHECKPOINTS = `
  PRAGMA secure_delete = ON;
  CREATE TABLE IF NOT EXISTS ":checkpoints" (
    name TEXT PRIMARY KEY NOT NULL,
    position TEXT NOT NULL,
    body TEXT NOT NULL
  )`;
const GET_CHECKPOINT = 'SELECT position, body FROM ":checkpoints" WHERE name = ?';
const PUT_CHECKPOINT = 'INSERT OR REPLACE INTO ":checkpoints" (name, position, body) VALUES (?, ?, ?)';
const DELETE_CHECKPOINT = 'DELETE FROM ":checkpoints" WHERE name = ?';

/** Rows kept in memory: what is looked at most, such as sessions and what is being folded. */
const CACHED_ROWS = 5_000;

interface Row {
  id: string;
  position: Position;
  /** JSON text; null for a tombstone. */
  body: string | null;
}

/** Read models in `documents.db`: a table per collection, a generated column per field that may be queried. */
export class SqliteDocumentStore implements DocumentStore {
  private readonly db: Database;
  /** Rows by `collection/id`, exact, because whoever opens the folder for writing is alone in it. */
  private readonly cache = new Map<string, Row>();

  constructor(folder: string, options: OpenOptions = {}) {
    this.db = new Database(join(folder, 'documents.db'), 'NORMAL', options);
    if (!options.readOnly) this.db.exec(CHECKPOINTS);
  }

  async ensure(collection: Collection): Promise<void> {
    const table = tableOf(collection);
    await this.db.write(() => {
      const present = this.db.prepare(`PRAGMA table_xinfo(${table})`).all() as { name: string }[];
      const statements = schemaOf(
        collection,
        present.map(({ name }) => name),
      );
      for (const statement of statements) this.db.exec(statement);
    });
  }

  async load<D extends Document>(collection: Collection, ids: readonly string[]): Promise<Map<string, Loaded<D>>> {
    const loaded = new Map<string, Loaded<D>>();
    const keep = ({ id, position, body }: Row): void => {
      // Parsed each time: a document is its caller's own.
      loaded.set(id, { document: body === null ? undefined : (JSON.parse(body) as D), position });
    };
    const missing = ids.filter((id) => {
      const row = this.cache.get(keyOf(collection, id));
      if (row) keep(row);
      return !row;
    });
    const sql = `SELECT id, position, body FROM ${tableOf(collection)} WHERE id IN (SELECT value FROM json_each(?))`;
    const turn = giveWay();
    for (let from = 0; from < missing.length; from += PAGE_SIZE) {
      await turn();
      const rows = this.db.prepare(sql).all(JSON.stringify(missing.slice(from, from + PAGE_SIZE))) as Row[];
      for (const row of rows) {
        keep(row);
        this.remember(collection, row);
      }
    }
    return loaded;
  }

  async save(writes: readonly Write[], checkpoint?: { name: string; value: Checkpoint }): Promise<string[]> {
    return this.db.write(() => {
      const moved = writes
        .filter((write) => !this.replace(write))
        .map(({ collection, id }) => `${collection.name}/${id}`);
      if (checkpoint && moved.length === 0) this.putCheckpoint(checkpoint.name, checkpoint.value);
      return moved;
    });
  }

  async find<D extends Document>(collection: Collection, query: Find): Promise<{ items: D[]; total: number }> {
    const { page, total } = toSql(collection, query);
    const rows = query.limit > 0 ? (this.db.prepare(page.sql).all(...page.params) as { body: string }[]) : [];
    const items = rows.map(({ body }) => JSON.parse(body) as D);
    if (query.uncounted) return { items, total: 0 };
    const counted = this.db.prepare(total.sql).get(...total.params) as { total: number };
    return { items, total: counted.total };
  }

  /** SQLite's plan for the page of a query, a line per step. */
  explain(collection: Collection, query: Find): string[] {
    const { page } = toSql(collection, query);
    const steps = this.db.prepare(`EXPLAIN QUERY PLAN ${page.sql}`).all(...page.params) as { detail: string }[];
    return steps.map(({ detail }) => detail);
  }

  async *each<D extends Document>(collection: Collection): AsyncIterable<Stored<D>> {
    const sql = `SELECT id, position, body FROM ${tableOf(collection)} WHERE id > ? AND body IS NOT NULL ORDER BY id LIMIT ${PAGE_SIZE}`;
    const turn = giveWay();
    for (let after = ''; ;) {
      const page = this.db.prepare(sql).all(after) as (Row & { body: string })[];
      for (const { body, position } of page) yield { document: JSON.parse(body) as D, position };
      if (page.length < PAGE_SIZE) return;
      after = page[page.length - 1]!.id;
      await turn();
    }
  }

  async checkpoint(name: string): Promise<Checkpoint | undefined> {
    const row = this.db.prepare(GET_CHECKPOINT).get(name) as { body: string } | undefined;
    return row && (JSON.parse(row.body) as Checkpoint);
  }

  async moveCheckpoint(name: string, from: Position | undefined, value: Checkpoint | undefined): Promise<boolean> {
    return this.db.write(() => {
      const row = this.db.prepare(GET_CHECKPOINT).get(name) as { position: Position } | undefined;
      if (row?.position !== from) return false;
      if (value) this.putCheckpoint(name, value);
      else this.db.prepare(DELETE_CHECKPOINT).run(name);
      return true;
    });
  }

  async drop(collection: Collection): Promise<void> {
    const table = tableOf(collection);
    await this.db.write(() => {
      this.cache.clear();
      this.db.exec(`DROP TABLE IF EXISTS ${table}`);
    });
  }

  async scrub(): Promise<void> {
    this.db.scrub();
  }

  async sweep(collection: Collection, upTo: Position): Promise<void> {
    const sql = `DELETE FROM ${tableOf(collection)} WHERE body IS NULL AND position <= ?`;
    await this.db.write(() => {
      this.cache.clear();
      this.db.prepare(sql).run(upTo);
    });
  }

  /** Runs `read` on one state of documents and checkpoints, whatever is written meanwhile; for stores opened read-only. */
  snapshot<T>(read: () => Promise<T>): Promise<T> {
    return this.db.snapshot(read);
  }

  async close(): Promise<void> {
    this.db.close();
  }

  private remember(collection: Collection, row: Row): void {
    if (this.db.readOnly) return;
    if (this.cache.size >= CACHED_ROWS) this.cache.delete(this.cache.keys().next().value!);
    this.cache.set(keyOf(collection, row.id), row);
  }

  /** False where the document is no longer as it was loaded. */
  private replace({ collection, id, seen, position, document }: Write): boolean {
    if (hasNul(id)) throw new DomainError('InvalidId', 'An id holds no NUL');
    // Whether the commit succeeds or not: the next to look reads what is there.
    this.cache.delete(keyOf(collection, id));
    const table = tableOf(collection);
    const body = document === undefined ? null : JSON.stringify(document);
    const insert = `INSERT INTO ${table} (id, position, body) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING`;
    const update = `UPDATE ${table} SET position = ?, body = ? WHERE id = ? AND position = ?`;
    const { changes } =
      seen === undefined
        ? this.db.prepare(insert).run(id, position, body)
        : this.db.prepare(update).run(position, body, id, seen);
    return changes === 1;
  }

  private putCheckpoint(name: string, value: Checkpoint): void {
    this.db.prepare(PUT_CHECKPOINT).run(name, value.position, JSON.stringify(value));
  }
}

function keyOf(collection: Collection, id: string): string {
  return `${collection.name}/${id}`;
}
