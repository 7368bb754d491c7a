import type { Instant } from '../../../src/kernel/ports/clock.ts';
import {
  isAt,
  isReplacedBy,
  type Checkpoint,
  type CheckpointPlace,
  type Collection,
  type Counted,
  type CountedFind,
  type Document,
  type DocumentStore,
  type Find,
  type Loaded,
  type Stored,
  type Summed,
  type Where,
  type Write,
} from '../../../src/kernel/ports/document-store.ts';
import { DomainError } from '../../../src/kernel/errors.ts';
import type { Position } from '../../../src/kernel/ports/event-store.ts';
import { findIn } from '../../support/contract-query-model.ts';

interface Row {
  position: Position;
  /** undefined for a tombstone. */
  document: Document | undefined;
  removedAt: Instant | undefined;
}

type Rows = Map<string, Row>;

/** Read models in memory, which answers queries by looking through a whole collection. */
export class MemoryDocumentStore implements DocumentStore {
  private readonly collections = new Map<string, Rows>();
  private readonly checkpoints = new Map<string, string>();

  async ensure(collection: Collection): Promise<void> {
    this.collections.set(collection.name, this.rowsOf(collection));
  }

  async load<D extends Document>(collection: Collection, ids: readonly string[]): Promise<Map<string, Loaded<D>>> {
    const rows = this.rowsOf(collection);
    const found = new Map<string, Loaded<D>>();
    for (const id of ids) {
      const row = rows.get(id);
      if (row) found.set(id, { document: row.document && copyOf(row.document as D), position: row.position });
    }
    return found;
  }

  async save(writes: readonly Write[], checkpoint?: { name: string; value: Checkpoint }): Promise<string[]> {
    const moved: string[] = [];
    for (const { collection, id, seen, position, document, removedAt } of writes) {
      const rows = this.rowsOf(collection);
      if (rows.get(id)?.position !== seen) moved.push(`${collection.name}/${id}`);
      else rows.set(id, { position, document: document && copyOf(document), removedAt });
    }
    if (checkpoint && moved.length === 0) this.advance(checkpoint.name, checkpoint.value);
    return moved;
  }

  async find<D extends Document>(collection: Collection, query: CountedFind): Promise<Counted<D>>;
  async find<D extends Document>(collection: Collection, query: Find): Promise<{ items: D[] }>;
  async find<D extends Document>(collection: Collection, query: Find): Promise<{ items: D[]; total?: number }> {
    const { items, total } = this.query<D>(collection, query);
    return { items: items.map(copyOf), ...(query.counted && { total }) };
  }

  async ids(collection: Collection, query: Find): Promise<string[]> {
    return this.query(collection, query).items.map(({ id }) => id);
  }

  async countBy(collection: Collection, where: Where, field: string): Promise<Map<string, number>> {
    const groups = await this.sumBy(collection, where, field, []);
    return new Map([...groups].map(([value, { count }]) => [value, count]));
  }

  async sumBy(
    collection: Collection,
    where: Where,
    field: string,
    integers: readonly string[],
  ): Promise<Map<string, Summed>> {
    const groups = new Map<string, Summed>();
    for (const document of this.query(collection, { where, limit: Infinity }).items) {
      const value: unknown = Reflect.get(document, field);
      if (typeof value !== 'string') continue;
      const group = groups.get(value) ?? { count: 0, sums: Object.fromEntries(integers.map((one) => [one, 0])) };
      group.count += 1;
      for (const one of integers) group.sums[one]! += Number(Reflect.get(document, one) ?? 0);
      groups.set(value, group);
    }
    return groups;
  }

  async *each<D extends Document>(collection: Collection): AsyncIterable<Stored<D>> {
    const rows = this.rowsOf(collection);
    for (const id of [...rows.keys()].sort()) {
      const { document, position } = rows.get(id)!;
      if (document) yield { document: copyOf(document as D), position };
    }
  }

  async checkpoint(name: string): Promise<Checkpoint | undefined> {
    return this.checkpointOf(name);
  }

  async moveCheckpoint(name: string, from: CheckpointPlace | undefined, value?: Checkpoint): Promise<boolean> {
    if (!isAt(this.checkpointOf(name), from)) return false;
    if (value) this.checkpoints.set(name, JSON.stringify(value));
    else this.checkpoints.delete(name);
    return true;
  }

  async drop(collection: Collection): Promise<void> {
    this.collections.delete(collection.name);
  }

  async sweep(collection: Collection, before: Instant): Promise<void> {
    const rows = this.rowsOf(collection);
    for (const [id, { document, removedAt }] of rows)
      if (!document && (removedAt === undefined || removedAt < before)) rows.delete(id);
  }

  private rowsOf({ name }: Collection): Rows {
    const rows = this.collections.get(name) ?? new Map<string, Row>();
    this.collections.set(name, rows);
    return rows;
  }

  private advance(name: string, value: Checkpoint): void {
    if (isReplacedBy(this.checkpointOf(name), value)) this.checkpoints.set(name, JSON.stringify(value));
  }

  private checkpointOf(name: string): Checkpoint | undefined {
    const found = this.checkpoints.get(name);
    return found === undefined ? undefined : (JSON.parse(found) as Checkpoint);
  }

  /** @throws DomainError it asks for an undeclared field, or compares with an object */
  private query<D extends Document>(collection: Collection, query: Find): { items: D[]; total: number } {
    const { indexes, fields = [], lists } = collection;
    const { scope = [], sortings = [], filters = [], sums = [] } = lists ?? {};
    const declared = new Set(['id', ...indexes.flat(), ...fields, ...scope, ...sortings, ...filters, ...sums]);
    const asked = [...(query.sort ?? []).map(({ field }) => field), ...(query.where ? fieldsOf(query.where) : [])];
    for (const field of asked)
      if (!declared.has(field)) throw new DomainError('InvalidQuery', `${JSON.stringify(field)} can't be queried`);
    return findIn(this.live<D>(collection), query);
  }

  private live<D extends Document>(collection: Collection): D[] {
    return [...this.rowsOf(collection).values()].flatMap(({ document }) => (document ? [document as D] : []));
  }
}

/** The fields that a condition is about. @throws DomainError it compares one with an object */
function fieldsOf(where: Where): string[] {
  if ('and' in where) return where.and.flatMap(fieldsOf);
  if ('or' in where) return where.or.flatMap(fieldsOf);
  const [field, value] = Object.values(where)[0] as [string, unknown];
  if ([value].flat().some((one) => typeof one === 'object' && one !== null))
    throw new DomainError('InvalidQuery', 'A value is text, a number or a boolean');
  return [field];
}

function copyOf<D>(document: D): D {
  return JSON.parse(JSON.stringify(document)) as D;
}
