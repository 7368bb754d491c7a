import { join } from 'node:path';
import type {
  Checkpoint,
  Collection,
  Counted,
  CountedFind,
  Document,
  DocumentStore,
  Find,
  Found,
  Loaded,
  Stored,
  Summed,
  Where,
  Write,
} from '../../kernel/ports/document-store.ts';
import { DomainError } from '../../kernel/errors.ts';
import { StorageUnavailable } from '../../kernel/storage-unavailable.ts';
import type { Instant } from '../../kernel/ports/clock.ts';
import type { Position } from '../../kernel/ports/event-store.ts';
import { Database, yieldEvery10Ms, hasNul, PAGE_SIZE, type OpenOptions } from './database.ts';
import { DocumentLists } from './document-lists.ts';
import { IS_LIVE, keysOf, schemaOf, selection, tableOf, type Fragment } from './document-sql.ts';
import { insertion, replacement, type Row } from './document-write.ts';

/** Pages of the file in memory, in KiB: a rebuild touches many. */
const CACHED_KIB = 65_536;
/** Pages of the WAL, 32 MB, before it is moved into the file: every batch touches the same index pages, and each move waits for the disk twice. */
const WAL_PAGES = 8_000;
const CHECKPOINTS = `
  PRAGMA secure_delete = ON;
  PRAGMA cache_size = -${CACHED_KIB};
  PRAGMA wal_autocheckpoint = ${WAL_PAGES};
  CREATE TABLE IF NOT EXISTS ":checkpoints" (
    name TEXT PRIMARY KEY NOT NULL,
    position TEXT NOT NULL,
    body TEXT NOT NULL
  )`;
const GET_CHECKPOINT = 'SELECT position, body FROM ":checkpoints" WHERE name = ?';
const PUT_CHECKPOINT = 'INSERT OR REPLACE INTO ":checkpoints" (name, position, body) VALUES (?, ?, ?)';
/** Not back: `save` promises so. */
const ADVANCE_CHECKPOINT = `INSERT INTO ":checkpoints" (name, position, body) VALUES (?, ?, ?)
  ON CONFLICT (name) DO UPDATE SET position = excluded.position, body = excluded.body WHERE excluded.position >= position`;
const DELETE_CHECKPOINT = 'DELETE FROM ":checkpoints" WHERE name = ?';

/** Rows cached in memory: frequently read ones, such as sessions and documents being folded. */
const CACHED_ROWS = 5_000;

/** Of the tables; a file of another format is rebuilt from the log. */
const FORMAT = 1;

/** Read models in `documents.db`: a table per collection, a column per queryable field. */
export class SqliteDocumentStore implements DocumentStore {
  private opened: Database | undefined;
  /** Rows by `collection/id`; always current, because only one process opens the folder for writing. */
  private readonly cache = new Map<string, Row>();
  /** Shared by all lists, so that many short reads in a row yield too. */
  private readonly turn = yieldEvery10Ms();
  private watch: ((statement: Fragment) => void) | undefined;

  /** @throws StorageUnavailable */
  constructor(
    private readonly folder: string,
    private readonly options: OpenOptions = {},
  ) {
    if (!options.readOnly) this.db.exec(CHECKPOINTS);
  }

  /** If read-only, opened at the first read: many operator commands need no read models. */
  private get db(): Database {
    return (this.opened ??= this.open());
  }

  async ensure(collection: Collection, { toFill = false }: { toFill?: boolean } = {}): Promise<void> {
    const schema = () => {
      const names = (sql: string) => (this.db.prepare(sql).all() as { name: string }[]).map(({ name }) => name);
      const columns = names(`PRAGMA table_xinfo(${tableOf(collection)})`);
      const indexes = names(`SELECT name FROM pragma_index_list('${collection.name}') WHERE origin = 'c'`);
      return schemaOf(collection, { columns, indexes, toFill });
    };
    const indexes = await this.db.write(() => {
      const { tables, indexes } = schema();
      for (const statement of tables) this.db.exec(statement);
      return indexes;
    });
    // Each in a commit of its own, because an index of many rows takes a while.
    for (const index of indexes) await this.db.write(() => this.db.exec(index));
  }

  async load<D extends Document>(collection: Collection, ids: readonly string[]): Promise<Map<string, Loaded<D>>> {
    const loaded = new Map<string, Loaded<D>>();
    const keep = ({ id, position, body }: Row): void => {
      // Parsed each time, because callers may modify their document.
      loaded.set(id, { document: body === null ? undefined : (JSON.parse(body) as D), position });
    };
    const missing = ids.filter((id) => {
      const row = this.cache.get(keyOf(collection, id));
      if (row) keep(row);
      return !row;
    });
    const sql = `SELECT id, log_position AS position, body FROM ${tableOf(collection)} WHERE id IN (SELECT value FROM json_each(?))`;
    const turn = yieldEvery10Ms();
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
      if (checkpoint && moved.length === 0) this.putCheckpoint(checkpoint.name, checkpoint.value, ADVANCE_CHECKPOINT);
      return moved;
    });
  }

  async find<D extends Document>(collection: Collection, query: CountedFind): Promise<Counted<D>>;
  async find<D extends Document>(collection: Collection, query: Find): Promise<Found<D>>;
  async find<D extends Document>(collection: Collection, query: Find): Promise<Found<D> | Counted<D>> {
    if (!query.counted) {
      await this.turn();
      const found = query.limit > 0 ? this.read(bodiesOf(collection, query)) : [];
      return { items: (found as { body: string }[]).map(({ body }) => JSON.parse(body) as D) };
    }
    const lists = this.lists(collection);
    const { rows, total } = await lists.page(query as CountedFind);
    // Null if it was removed meanwhile.
    const bodies = lists.pick<{ body: string | null }>('body', rows);
    return { items: bodies.flatMap(({ body }) => (body === null ? [] : [JSON.parse(body) as D])), total };
  }

  ids(collection: Collection, query: Find): Promise<string[]> {
    return this.lists(collection).ids(query);
  }

  countBy(collection: Collection, where: Where, field: string): Promise<Map<string, number>> {
    return this.lists(collection).countBy(where, field);
  }

  sumBy(
    collection: Collection,
    where: Where,
    field: string,
    integers: readonly string[],
  ): Promise<Map<string, Summed>> {
    return this.lists(collection).sumBy(where, field, integers);
  }

  /** SQLite's plan for the page of an uncounted query, a line per step. */
  explain(collection: Collection, query: Find): string[] {
    return this.plan(bodiesOf(collection, query));
  }

  /** SQLite's plans of all statements that read while `ask` runs; for tests. */
  async explainAll(ask: () => Promise<unknown>): Promise<string[][]> {
    const plans: string[][] = [];
    this.watch = (statement) => void plans.push(this.plan(statement));
    try {
      await ask();
    } finally {
      this.watch = undefined;
    }
    return plans;
  }

  async *each<D extends Document>(collection: Collection): AsyncIterable<Stored<D>> {
    const sql = `SELECT id, log_position AS position, body FROM ${tableOf(collection)} WHERE id > ? AND ${IS_LIVE} ORDER BY id LIMIT ${PAGE_SIZE}`;
    const turn = yieldEvery10Ms();
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

  async sweep(collection: Collection, before: Instant): Promise<void> {
    const sql = `DELETE FROM ${tableOf(collection)} WHERE removed_at < ?`;
    await this.db.write(() => {
      this.cache.clear();
      this.db.prepare(sql).run(before);
    });
  }

  /** Runs `read` on one consistent state of documents and checkpoints; for stores opened read-only. */
  snapshot<T>(read: () => Promise<T>): Promise<T> {
    return this.db.snapshot(read);
  }

  async close(): Promise<void> {
    this.opened?.close();
  }

  /** @throws StorageUnavailable it is damaged, or of another format */
  private open(): Database {
    const opened = new Database(join(this.folder, 'documents.db'), 'NORMAL', this.options);
    const { user_version: format } = opened.prepare('PRAGMA user_version').get() as { user_version: number };
    if (format === FORMAT) return opened;
    const isNew = opened.prepare('SELECT 1 FROM sqlite_schema').get() === undefined;
    if (isNew && !opened.readOnly) {
      opened.exec(`PRAGMA user_version = ${FORMAT}`);
      return opened;
    }
    opened.close();
    throw new StorageUnavailable('outdated', opened.file, new Error(`Format ${format} instead of ${FORMAT}`));
  }

  private lists(collection: Collection): DocumentLists {
    return new DocumentLists(collection, (statement) => this.read(statement), this.turn);
  }

  private plan({ sql, params }: Fragment): string[] {
    const steps = this.db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...params) as { detail: string }[];
    return steps.map(({ detail }) => detail);
  }

  private read(statement: Fragment): unknown[] {
    this.watch?.(statement);
    return this.db.prepare(statement.sql).all(...statement.params);
  }

  private remember(collection: Collection, row: Row): void {
    if (this.db.readOnly) return;
    if (this.cache.size >= CACHED_ROWS) this.cache.delete(this.cache.keys().next().value!);
    this.cache.set(keyOf(collection, row.id), row);
  }

  /** False if the document has changed since it was loaded. */
  private replace(write: Write): boolean {
    const { collection, id, seen } = write;
    if (hasNul(id)) throw new DomainError('InvalidId', 'An id must not contain NUL');
    const key = keyOf(collection, id);
    const known = this.cache.get(key);
    // Whether or not the commit succeeds, the next read loads the stored row.
    this.cache.delete(key);
    const { sql, params } =
      seen === undefined ? insertion(write) : replacement(write, seen, known?.position === seen ? known : undefined);
    return this.db.prepare(sql).run(...params).changes === 1;
  }

  private putCheckpoint(name: string, value: Checkpoint, sql = PUT_CHECKPOINT): void {
    this.db.prepare(sql).run(name, value.position, JSON.stringify(value));
  }
}

function bodiesOf(collection: Collection, { where, sort, skip = 0, limit }: Find): Fragment {
  return selection(collection, { select: 'body', where, order: keysOf(sort), skip, limit });
}

function keyOf(collection: Collection, id: string): string {
  return `${collection.name}/${id}`;
}
