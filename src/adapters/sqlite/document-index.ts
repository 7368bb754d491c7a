import type { Collection, Scalar, Sort, Where } from '../../kernel/ports/document-store.ts';

/** An index in SQLite: its columns in order, including `id`, followed by the other columns it covers. */
export interface Index {
  name: string;
  columns: readonly string[];
}

/** The declared indexes, and for each sorting of a list one that covers everything the list can filter or sort by. */
export function indexesOf(collection: Collection): readonly Index[] {
  const known = indexesByCollection.get(collection);
  if (known) return known;
  const columns = [...collection.indexes.map(closedById), ...listIndexes(collection)];
  const indexes = columns.map((fields) => ({ name: `${collection.name}:${fields.join(',')}`, columns: fields }));
  indexesByCollection.set(collection, indexes);
  return indexes;
}

const indexesByCollection = new WeakMap<Collection, readonly Index[]>();

function listIndexes({ lists }: Collection): string[][] {
  if (!lists) return [];
  const { scope, sortings, filters, sums = [] } = lists;
  return sortings.map((sorting) => [
    ...new Set([...closedById([...scope, sorting]), ...scope, ...sortings, ...filters, ...sums]),
  ]);
}

function closedById(fields: readonly string[]): string[] {
  return [...fields.filter((field) => field !== 'id'), 'id'];
}

/** The conditions of a conjunction. */
export function conditionsOf(where: Where | undefined): Where[] {
  if (!where) return [];
  return 'and' in where ? where.and.flatMap(conditionsOf) : [where];
}

export function and(...conditions: readonly (Where | undefined)[]): Where {
  return { and: conditions.flatMap(conditionsOf) };
}

/** Whether nothing can match, as for an empty list of organizations: SQLite would not use an index for that. */
export function isImpossible(where: Where): boolean {
  return conditionsOf(where).some(
    (one) => ('or' in one && one.or.length === 0) || ('in' in one && one.in[1].length === 0),
  );
}

/** Fields that must equal one value. */
export function equalitiesOf(where: Where): Map<string, Where> {
  const held = new Map<string, Where>();
  for (const condition of conditionsOf(where)) {
    if ('eq' in condition) held.set(condition.eq[0], condition);
    if ('in' in condition && condition.in[1].length === 1) held.set(condition.in[0], condition);
  }
  return held;
}

/** How many leading columns of an index must equal one value. */
export function depthOf({ columns }: Index, held: ReadonlyMap<string, Where>): number {
  const first = columns.findIndex((column) => !held.has(column));
  return first < 0 ? columns.length : first;
}

/** Whether an index has all fields of a condition. */
export function covers(index: Index, where: Where): boolean {
  if ('and' in where) return where.and.every((part) => covers(index, part));
  if ('or' in where) return where.or.every((part) => covers(index, part));
  const [field] = Object.values(where)[0] as [string, unknown];
  return index.columns.includes(field);
}

/**
 * The index that yields exactly this order after equalities on its leading columns, and covers all conditions; among several, the one with
 * the most equalities, because its range is the smallest.
 */
export function walkable(indexes: readonly Index[], where: Where, keys: readonly Sort[]): Index | undefined {
  const held = equalitiesOf(where);
  let best: { index: Index; depth: number } | undefined;
  for (const index of indexes) {
    const depth = depthOf(index, held);
    const isOrder = keys.every(
      ({ field, direction }, n) => index.columns[depth + n] === field && direction === keys[0]!.direction,
    );
    if (isOrder && covers(index, where) && depth > (best?.depth ?? -1)) best = { index, depth };
  }
  return best?.index;
}

/** Matches what sorts before a value; nulls sort first. */
export function before({ field, direction }: Sort, value: Scalar): Where {
  if (direction === 'asc')
    return value === null
      ? { or: [] }
      : { or: [{ exists: [field, false] }, { lt: [field, value as string | number] }] };
  return value === null ? { exists: [field, true] } : { gt: [field, value as string | number] };
}

/** Matches what sorts after a value. */
export function behind({ field, direction }: Sort, value: Scalar): Where {
  return before({ field, direction: direction === 'asc' ? 'desc' : 'asc' }, value);
}
