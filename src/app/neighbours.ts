import type { Document, DocumentStore, Find, Sort, Where } from '../kernel/document-store.ts';
import { collectionOf, type AnyProjection } from '../kernel/projection.ts';

const CHUNK = 500;

/** Whose field a list may be sorted by: documents name it by `key`, and it is in the same organization. */
export interface Neighbour {
  projection: AnyProjection;
  /** Such as `customer_id`. */
  key: string;
  /** Of the neighbour, such as `email_lower`. */
  field: string;
}

/**
 * Like `find`, where a sorting may be by a neighbour's field (`sort.field` is a name in `neighbours`): then the neighbour's collection is
 * walked in order, so that no name is ever copied (DESIGN §5). Behind a first key of its own, a neighbour's sorting groups by its id.
 */
export async function findByNeighbour<D extends Document>(
  documents: DocumentStore,
  projection: AnyProjection,
  query: Find,
  organization: Where,
  neighbours: Readonly<Record<string, Neighbour>>,
): Promise<{ items: D[]; total: number }> {
  const keys = (query.sort ?? []).map(({ field, direction }) => ({
    field: neighbours[field]?.key ?? field,
    direction,
  }));
  const [first, ...others] = query.sort ?? [];
  const neighbour = first && neighbours[first.field];
  const collection = collectionOf(projection);
  if (!neighbour) return documents.find<D>(collection, { ...query, sort: keys });
  const { total } = await documents.find<D>(collection, { ...query, sort: [], skip: 0, limit: 1 });
  const until = (query.skip ?? 0) + query.limit;
  const items: D[] = [];
  for (let skip = 0; items.length < until && items.length < total; skip += CHUNK) {
    const page = await documents.find(collectionOf(neighbour.projection), {
      where: organization,
      sort: [{ field: neighbour.field, direction: first.direction }],
      skip,
      limit: CHUNK,
    });
    if (page.items.length === 0) break;
    const ids = page.items.map(({ id }) => id);
    const found = await all<D>(documents, projection, { and: [query.where!, { in: [neighbour.key, ids] }] });
    items.push(...sorted(found, neighbour.key, ids, keys.slice(1, 1 + others.length)));
  }
  return { items: items.slice(query.skip ?? 0, until), total };
}

async function all<D extends Document>(
  documents: DocumentStore,
  projection: AnyProjection,
  where: Where,
): Promise<D[]> {
  const found: D[] = [];
  for (;;) {
    const { items } = await documents.find<D>(collectionOf(projection), { where, skip: found.length, limit: CHUNK });
    found.push(...items);
    if (items.length < CHUNK) return found;
  }
}

/** In the order of their neighbours, then by the other keys, then by id. */
function sorted<D extends Document>(
  found: readonly D[],
  key: string,
  ids: readonly string[],
  keys: readonly Sort[],
): D[] {
  const rank = new Map(ids.map((id, index) => [id, index]));
  const value = (document: D, field: string) => (document as unknown as Record<string, string | number | null>)[field];
  return [...found].sort((a, b) => {
    const byNeighbour = rank.get(value(a, key) as string)! - rank.get(value(b, key) as string)!;
    if (byNeighbour !== 0) return byNeighbour;
    for (const { field, direction } of keys) {
      const order = compare(value(a, field), value(b, field));
      if (order !== 0) return direction === 'asc' ? order : -order;
    }
    return compare(a.id, b.id);
  });
}

/** Nulls first. */
function compare(a: string | number | null | undefined, b: string | number | null | undefined): number {
  if (a === b) return 0;
  if (a === null || a === undefined) return -1;
  if (b === null || b === undefined) return 1;
  return a < b ? -1 : 1;
}
