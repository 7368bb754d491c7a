import type {
  Collection,
  Counted,
  CountedFind,
  Document,
  DocumentStore,
  Sort,
  Where,
} from '../../kernel/ports/document-store.ts';
import { collectionOf, type AnyProjection } from '../../kernel/reading/projection.ts';

/** Related entities examined chunk by chunk, before one pass counts the documents of all of them. */
const WALKED = 1_000;
const CHUNK = 500;
const COUNTED_CHUNK = 5_000;

/** An entity whose field a list may be sorted by: documents refer to it by `key`, and it is in the same organization. */
export interface Related {
  projection: AnyProjection;
  /** Such as `customer_id`. */
  key: string;
  /** A text field of each related entity, such as `email_lower`. */
  field: string;
}

export interface RelatedSorting {
  /** By name of the sorting. */
  related: Readonly<Record<string, Related>>;
  /** Restricts related entities to the caller's organizations. */
  organization: Where;
  /** Orders the documents of one related entity if no other key follows, such as `created_at`. */
  within: string;
}

/**
 * Like `find`, where a sorting may be by a related entity's field (`sort.field` is a name in `related`): then the related collection is
 * walked in order, so that no name is ever copied (docs/READ_MODELS.md#projections). As a second key, such a sorting groups by the related
 * entity's id.
 */
export async function findByRelated<D extends Document>(
  documents: DocumentStore,
  projection: AnyProjection,
  query: CountedFind,
  { related, organization, within }: RelatedSorting,
): Promise<Counted<D>> {
  const collection = collectionOf(projection);
  const { where = { and: [] }, skip = 0, limit, sort: asked = [] } = query;
  const sort = asked.map(({ field, direction }) => ({ field: related[field]?.key ?? field, direction }));
  const by = asked[0] && related[asked[0].field];
  if (!by) return documents.find<D>(collection, { ...query, sort });
  const { total } = await documents.find<D>(collection, { where, limit: 0, counted: true });
  const { direction } = sort[0]!;
  const rest = sort.length > 1 ? sort.slice(1) : [{ field: within, direction }];
  // From the nearer end, so that the last page is as cheap as the first.
  const isBackwards = skip + limit / 2 > total / 2;
  const end = Math.min(skip + limit, total);
  const [first, last] = isBackwards ? [total - end, total - skip] : [skip, end];
  const walk = isBackwards ? opposite(direction) : direction;
  const items: D[] = [];
  if (first >= last) return { items, total };
  let passed = 0;
  for await (const { id, count } of ownersInOrder(documents, collection, where, by, organization, walk)) {
    const [from, to] = [Math.max(first - passed, 0), Math.min(last - passed, count)];
    passed += count;
    if (from >= to) continue;
    const own: CountedFind = {
      where: { and: [where, { eq: [by.key, id] }] },
      sort: rest,
      skip: isBackwards ? count - to : from,
      limit: to - from,
      counted: true,
    };
    const found = (await documents.find<D>(collection, own)).items;
    if (isBackwards) items.unshift(...found);
    else items.push(...found);
    if (passed >= last) break;
  }
  return { items, total };
}

/** Related entities ordered by their field, each with its number of documents; those without any are omitted. */
async function* ownersInOrder(
  documents: DocumentStore,
  collection: Collection,
  where: Where,
  { projection, key, field }: Related,
  organization: Where,
  direction: Sort['direction'],
): AsyncGenerator<{ id: string; count: number }> {
  const idsOf = (among: Where, skip: number, limit: number) =>
    documents.ids(collectionOf(projection), { where: among, sort: [{ field, direction }], skip, limit });
  const listed = (ids: readonly string[], counts: ReadonlyMap<string, number>) =>
    ids.flatMap((id) => ({ id, count: counts.get(id) ?? 0 })).filter(({ count }) => count > 0);
  let walked = 0;
  // Where nothing else is asked, an index says how many belong to each; otherwise counting some reads as much as counting all.
  const isFiltered = 'and' in where && where.and.length > 1;
  const seen = new Set<string>();
  for (; !isFiltered && walked < WALKED; walked += CHUNK) {
    const ids = await idsOf(organization, walked, CHUNK);
    yield* listed(ids, await documents.countBy(collection, { and: [where, { in: [key, ids] }] }, key));
    if (ids.length < CHUNK) return;
    for (const id of ids) seen.add(id);
  }
  const counts = await documents.countBy(collection, where, key);
  const left = [...counts.keys()].filter((id) => !seen.has(id));
  if (left.length <= CHUNK) {
    yield* listed(await idsOf({ and: [organization, { in: ['id', left] }] }, 0, CHUNK), counts);
    return;
  }
  for (; ; walked += COUNTED_CHUNK) {
    const ids = await idsOf(organization, walked, COUNTED_CHUNK);
    yield* listed(ids, counts);
    if (ids.length < COUNTED_CHUNK) return;
  }
}

function opposite(direction: Sort['direction']): Sort['direction'] {
  return direction === 'asc' ? 'desc' : 'asc';
}
