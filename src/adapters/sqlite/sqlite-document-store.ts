import { join } from 'node:path';
import type {
  Checkpoint,
  CheckpointPlace,
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
import { yieldEvery10Ms } from '../../kernel/coordination/turns.ts';
import { Database, hasNul, PAGE_SIZE, type OpenOptions } from './database.ts';
import { DOCUMENTS_FILE, GET_CHECKPOINT, type CheckpointRow } from './documents-file.ts';
import { DocumentLists } from './document-lists.ts';
import { IS_LIVE, keysOf, selection, tableOf, type Fragment } from './document-sql.ts';
import { insertion, replacement, type Row } from './document-write.ts';
import { KeysInFlight } from './keys-in-flight.ts';
import { KnownFinds } from './known-finds.ts';
import { Writer } from './writer.ts';

/** Rows cached in memory: frequently read ones, such as sessions and documents being folded. */
const CACHED_ROWS = 5_000;

/** Of the tables; a file of another format is rebuilt from the log. */
const FORMAT = 1;

/** The file, and what writes it. */
interface Opened {
  db: Database;
  writer: Writer<(typeof DOCUMENTS_FILE)['writes']>;
}

/** Read models in `documents.db`: a table per collection, a column per queryable field. */
export class SqliteDocumentStore implements DocumentStore {
  private opened: Opened | undefined;
  /** Rows by `collection/id`; always current, because only one process opens the folder for writing. */
  private readonly cache = new Map<string, Row>();
  /** Always current, too. */
  private readonly finds = new KnownFinds();
  private readonly saving = new KeysInFlight();
  /** Shared by all lists, so that many short reads in a row yield too. */
  private readonly turn = yieldEvery10Ms();
  private watch: ((statement: Fragment) => void) | undefined;

  /** @throws StorageUnavailable */
  constructor(
    private readonly folder: string,
    private readonly options: OpenOptions = {},
  ) {
    if (!options.readOnly) this.opened = this.open();
  }

  /** If read-only, opened at the first read: many operator commands need no read models. */
  private get db(): Database {
    return (this.opened ??= this.open()).db;
  }

  private get writer(): Opened['writer'] {
    return (this.opened ??= this.open()).writer;
  }

  async ensure(collection: Collection, { toFill = false }: { toFill?: boolean } = {}): Promise<void> {
    const { name, indexes, fields, lists } = collection;
    const missing = await this.writer.write('createTable', { name, indexes, fields, lists }, toFill);
    // Each in a commit of its own, because an index of many rows takes a while.
    for (const index of missing) await this.writer.write('createIndex', index);
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
    const keys = writes.map(({ collection, id }) => keyOf(collection, id));
    const statements = writes.map((write, n) => this.statementOf(write, keys[n]!));
    const saved = checkpoint && rowOf(checkpoint.name, checkpoint.value);
    const collections = [...new Set(writes.map(({ collection }) => collection.name))];
    for (const name of collections) this.finds.forget(name);
    const changed = await this.saving.during([...keys, ...collections], () =>
      this.writer.write('save', statements, saved),
    );
    return keys.filter((_, n) => !changed[n]);
  }

  async find<D extends Document>(collection: Collection, query: CountedFind): Promise<Counted<D>>;
  async find<D extends Document>(collection: Collection, query: Find): Promise<Found<D>>;
  async find<D extends Document>(collection: Collection, query: Find): Promise<Found<D> | Counted<D>> {
    if (!query.counted) {
      await this.turn();
      const bodies = query.limit > 0 ? this.bodies(collection, query) : [];
      return { items: bodies.map((body) => JSON.parse(body) as D) };
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

  async moveCheckpoint(name: string, from: CheckpointPlace | undefined, value?: Checkpoint): Promise<boolean> {
    return this.writer.write('moveCheckpoint', name, from, value && rowOf(name, value));
  }

  async drop({ name }: Collection): Promise<void> {
    await this.changingRows(() => this.writer.write('dropTable', { name }));
  }

  async scrub(): Promise<void> {
    await this.writer.scrub();
  }

  async sweep({ name }: Collection, before: Instant): Promise<void> {
    await this.changingRows(() => this.writer.write('sweep', { name }, before));
  }

  /** Runs `read` on one consistent state of documents and checkpoints; for stores opened read-only. */
  snapshot<T>(read: () => Promise<T>): Promise<T> {
    return this.db.snapshot(read);
  }

  async close(): Promise<void> {
    await this.opened?.writer.close();
  }

  /** @throws StorageUnavailable it is damaged, or of another format */
  private open(): Opened {
    const db = new Database(join(this.folder, DOCUMENTS_FILE.name), DOCUMENTS_FILE.synchronous, this.options);
    const { user_version: format } = db.prepare('PRAGMA user_version').get() as { user_version: number };
    const isNew = format !== FORMAT && !db.readOnly && db.prepare('SELECT 1 FROM sqlite_schema').get() === undefined;
    if (isNew) db.exec(`PRAGMA user_version = ${FORMAT}`);
    if (isNew || format === FORMAT) return { db, writer: new Writer(db, DOCUMENTS_FILE, this.options.thread) };
    db.close();
    throw new StorageUnavailable('outdated', db.file, new Error(`Format ${format} instead of ${FORMAT}`));
  }

  private lists(collection: Collection): DocumentLists {
    return new DocumentLists(collection, (statement) => this.read(statement), this.turn);
  }

  private bodies(collection: Collection, query: Find): readonly string[] {
    const { name } = collection;
    const asked = JSON.stringify(query);
    const known = this.watch ? undefined : this.finds.get(name, asked);
    if (known) return known;
    const rows = this.read(bodiesOf(collection, query)) as { body: string }[];
    const bodies = rows.map(({ body }) => body);
    if (!this.db.readOnly && !this.saving.has(name)) this.finds.keep(name, asked, bodies);
    return bodies;
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
    if (this.db.readOnly || this.saving.has(keyOf(collection, row.id))) return;
    if (this.cache.size >= CACHED_ROWS) this.cache.delete(this.cache.keys().next().value!);
    this.cache.set(keyOf(collection, row.id), row);
  }

  /** Changes nothing if the document has changed since it was loaded. */
  private statementOf(write: Write, key: string): Fragment {
    const { id, seen } = write;
    if (hasNul(id)) throw new DomainError('InvalidId', 'An id must not contain NUL');
    const known = this.cache.get(key);
    // Whether or not the commit succeeds, the next read loads the stored row.
    this.cache.delete(key);
    return seen === undefined
      ? insertion(write)
      : replacement(write, seen, known?.position === seen ? known : undefined);
  }

  /** Forgets all rows, because `write` may change any. */
  private async changingRows(write: () => Promise<void>): Promise<void> {
    this.cache.clear();
    this.finds.clear();
    await this.saving.duringAll(write);
  }
}

function bodiesOf(collection: Collection, { where, sort, skip = 0, limit }: Find): Fragment {
  return selection(collection, { select: 'body', where, order: keysOf(sort), skip, limit });
}

function rowOf(name: string, checkpoint: Checkpoint): CheckpointRow {
  return { name, position: checkpoint.position, body: JSON.stringify(checkpoint) };
}

function keyOf(collection: Collection, id: string): string {
  return `${collection.name}/${id}`;
}
