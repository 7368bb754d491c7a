import { randomUUID } from 'node:crypto';
import {
  MongoBulkWriteError,
  MongoServerError,
  type AnyBulkWriteOperation,
  type Collection as MongoCollection,
  type FindCursor,
} from 'mongodb';
import {
  declaredIndexes,
  type Checkpoint,
  type CheckpointPlace,
  type Collection,
  type Counted,
  type CountedFind,
  type Document,
  type DocumentStore,
  type Find,
  type Found,
  type Loaded,
  type Stored,
  type Summed,
  type Where,
  type Write,
} from '../../kernel/ports/document-store.ts';
import type { Instant } from '../../kernel/ports/clock.ts';
import type { Log } from '../../kernel/ports/log.ts';
import { fieldsOf, filterOf, indexOf, LIVE, placeOf, sortOf } from './document-filter.ts';
import { stagesOf } from './explained.ts';
import { MongoCheckpoints } from './mongo-checkpoints.ts';
import { SharedReads } from './shared-reads.ts';
import { documentOf, rowOf, type MongoRow } from './stored-document.ts';
import {
  answered,
  answeredUntimed,
  DUPLICATE_KEY,
  UNTIMED,
  withRetry,
  type MongoConnection,
} from './mongo-connection.ts';

const PAGE_SIZE = 500;
const NAMESPACE_NOT_FOUND = 26;
const PROGRESS_EVERY_MS = 5_000;
const PREFIX = 'read_models.';
const CHECKPOINTS = `${PREFIX}checkpoints`;

/** Read models on MongoDB, a collection per projection. Per-document positions keep them correct; the checkpoint is written last. */
export class MongoDocumentStore implements DocumentStore {
  private readonly checkpoints: MongoCheckpoints;
  private readonly reads: SharedReads<MongoRow>;

  constructor(
    private readonly connection: MongoConnection,
    private readonly log?: Log,
    private readonly options: { progressEveryMs?: number } = {},
  ) {
    this.checkpoints = new MongoCheckpoints(() => connection.db.collection(CHECKPOINTS), log);
    const byId = (name: string, ids: readonly string[]) =>
      answered(
        this.rows({ name })
          .find({ _id: { $in: [...ids] } })
          .toArray(),
      );
    this.reads = new SharedReads(byId, PAGE_SIZE);
  }

  async ensure(collection: Collection, { toFill }: { toFill?: boolean } = {}): Promise<void> {
    const indexes = declaredIndexes(collection, toFill).map((fields) => ({
      name: fields.join(','),
      key: indexOf(fields),
    }));
    if (indexes.length === 0) return;
    const began = performance.now();
    const report = () => {
      const seconds = Math.round((performance.now() - began) / 1_000);
      this.log?.info(`MongoDB builds indexes of ${collection.name}`, { seconds });
    };
    const reporting = setInterval(report, this.options.progressEveryMs ?? PROGRESS_EVERY_MS);
    try {
      // No time limit: a large collection can take long.
      await withRetry(() => answeredUntimed(this.rows(collection).createIndexes(indexes, UNTIMED)));
    } finally {
      clearInterval(reporting);
    }
  }

  async load<D extends Document>(collection: Collection, ids: readonly string[]): Promise<Map<string, Loaded<D>>> {
    const loaded = new Map<string, Loaded<D>>();
    for (let from = 0; from < ids.length; from += PAGE_SIZE) {
      for (const row of await this.reads.byId(collection.name, ids.slice(from, from + PAGE_SIZE)))
        loaded.set(row._id, { document: documentOf<D>(collection, row), position: row._position });
    }
    return loaded;
  }

  async save(writes: readonly Write[], checkpoint?: { name: string; value: Checkpoint }): Promise<string[]> {
    const moved = (await Promise.all(commandsOf(writes).map((some) => this.saveIn(some[0].collection, some)))).flat();
    if (checkpoint && moved.length === 0) this.checkpoints.save(checkpoint.name, checkpoint.value);
    return moved;
  }

  async find<D extends Document>(collection: Collection, query: CountedFind): Promise<Counted<D>>;
  async find<D extends Document>(collection: Collection, query: Find): Promise<Found<D>>;
  async find<D extends Document>(collection: Collection, query: Find): Promise<Found<D> | Counted<D>> {
    const filter = filterOf(collection, query);
    const key = `${collection.name} ${JSON.stringify(query)}`;
    const [rows, total] = await this.reads.found(key, () =>
      Promise.all([
        query.limit > 0 ? answered(this.page(collection, query).toArray()) : [],
        query.counted ? answered(this.rows(collection).countDocuments(filter)) : undefined,
      ]),
    );
    const items = rows.map((row) => documentOf<D>(collection, row)!);
    return total === undefined ? { items } : { items, total };
  }

  async ids(collection: Collection, query: Find): Promise<string[]> {
    const page = this.page(collection, query).project<Pick<MongoRow, '_id'>>({ _id: 1 });
    return (await answered(page.toArray())).map(({ _id }) => _id);
  }

  async countBy(collection: Collection, where: Where, field: string): Promise<Map<string, number>> {
    const summed = await this.sumBy(collection, where, field, []);
    return new Map([...summed].map(([value, { count }]) => [value, count]));
  }

  async sumBy(
    collection: Collection,
    where: Where,
    field: string,
    integers: readonly string[],
  ): Promise<Map<string, Summed>> {
    const known = fieldsOf(collection);
    const added = Object.fromEntries(integers.map((name, at) => [`s${at}`, { $sum: `$${placeOf(name, known)}` }]));
    const groups = this.rows(collection).aggregate<Record<string, number> & { _id: string | null }>([
      { $match: filterOf(collection, { where }) },
      { $group: { _id: `$${placeOf(field, known)}`, n: { $sum: 1 }, ...added } },
    ]);
    const found = (await answered(groups.toArray())).filter(({ _id }) => _id !== null);
    return new Map(
      found.map(({ _id, n, ...sums }) => [
        _id as string,
        { count: n!, sums: Object.fromEntries(integers.map((name, at) => [name, sums[`s${at}`]!])) },
      ]),
    );
  }

  /** The stages of the plan, outermost first, such as `LIMIT`, `FETCH`, `IXSCAN organization_id,created_at`; for tests. */
  async explain(collection: Collection, query: Find): Promise<string[]> {
    return stagesOf(await answered(this.page(collection, query).explain('queryPlanner')));
  }

  async *each<D extends Document>(collection: Collection): AsyncIterable<Stored<D>> {
    for (let after = ''; ;) {
      const filter = { _id: { $gt: after }, ...LIVE };
      const page = () => this.rows(collection).find(filter).sort({ _id: 1 }).limit(PAGE_SIZE).toArray();
      const rows = await withRetry(() => answered(page()));
      for (const row of rows) yield { document: documentOf<D>(collection, row)!, position: row._position };
      if (rows.length < PAGE_SIZE) return;
      after = rows.at(-1)!._id;
    }
  }

  checkpoint(name: string): Promise<Checkpoint | undefined> {
    return this.checkpoints.get(name);
  }

  moveCheckpoint(name: string, from: CheckpointPlace | undefined, value?: Checkpoint): Promise<boolean> {
    return this.checkpoints.move(name, from, value);
  }

  async drop(collection: Collection): Promise<void> {
    try {
      await answered(this.rows(collection).drop());
    } catch (error) {
      // Servers that only implement the protocol may omit the code.
      const isMissing =
        error instanceof MongoServerError && (error.code === NAMESPACE_NOT_FOUND || error.message === 'ns not found');
      if (!isMissing) throw error;
    }
  }

  async sweep(collection: Collection, before: Instant): Promise<void> {
    await answered(this.rows(collection).deleteMany({ _removed_at: { $lt: before } }));
  }

  async close(): Promise<void> {
    await this.checkpoints.close();
    await this.connection.close();
  }

  private rows(collection: Pick<Collection, 'name'>): MongoCollection<MongoRow> {
    return this.connection.db.collection(`${PREFIX}${collection.name}`);
  }

  private page(collection: Collection, query: Find): FindCursor<MongoRow> {
    const found = this.rows(collection).find(filterOf(collection, query)).sort(sortOf(collection, query.sort));
    return found.skip(query.skip ?? 0).limit(query.limit);
  }

  /** One bulk write; if any write failed, a read finds out which ones were applied. */
  private async saveIn(collection: Collection, writes: readonly Write[]): Promise<string[]> {
    const save = randomUUID();
    const operations = writes.map((write) => operationOf(write, save));
    if (await answered(written(this.rows(collection), operations))) return [];
    const ids = writes.map(({ id }) => id);
    const mine = this.rows(collection).find({ _id: { $in: ids }, _save: save }, { projection: { _id: 1 } });
    const done = new Set((await answered(mine.toArray())).map(({ _id }) => _id));
    return ids.filter((id) => !done.has(id)).map((id) => `${collection.name}/${id}`);
  }
}

function operationOf(write: Write, save: string): AnyBulkWriteOperation<MongoRow> {
  const row = rowOf(write, save);
  if (write.seen === undefined) return { insertOne: { document: row } };
  const { _id, ...replacement } = row;
  return { replaceOne: { filter: { _id, _position: write.seen }, replacement } };
}

/** Whether all writes took effect; a document that already exists or has moved on is not written. */
async function written(
  rows: MongoCollection<MongoRow>,
  operations: AnyBulkWriteOperation<MongoRow>[],
): Promise<boolean> {
  try {
    const { insertedCount, matchedCount } = await rows.bulkWrite(operations, { ordered: false });
    return insertedCount + matchedCount === operations.length;
  } catch (error) {
    if (error instanceof MongoBulkWriteError && error.code === DUPLICATE_KEY) return false;
    throw error;
  }
}

/** The writes of each collection, the new documents apart: the driver sends inserts and replacements one after the other. */
function commandsOf(writes: readonly Write[]): [Write, ...Write[]][] {
  const grouped = new Map<string, [Write, ...Write[]]>();
  for (const write of writes) {
    const key = `${write.collection.name}/${write.seen === undefined}`;
    const some = grouped.get(key);
    if (some) some.push(write);
    else grouped.set(key, [write]);
  }
  return [...grouped.values()];
}
