import type { Find, Where } from '../../kernel/ports/document-store.ts';
import type { AnyProjection } from '../../kernel/reading/projection.ts';
import type { TenantScope } from '../../kernel/writing/scope.ts';
import { folded } from '../../kernel/folding.ts';

/** If more related entities match, only documents of the newest are found (docs/BILLING.md#lists). */
const MOST = 1_000;

/** What a list's `query` finds: documents that match themselves, and those of related entities that match. */
export interface Search {
  own(text: string): Where[];
  related: readonly SearchedEntity[];
}

/** An entity that documents refer to by `key`, in the same organization, and whose folded `fields` are searched. */
export interface SearchedEntity {
  projection: AnyProjection;
  /** Such as `customer_id`. */
  key: string;
  fields: readonly string[];
  /** An index key after `organization_id` that sorts by time of creation. */
  order: readonly string[];
}

interface Ids {
  idsOf(projection: AnyProjection, query: Find, scope: TenantScope): Promise<string[]>;
}

/** The condition on documents. Documents hold no copies of names, so related entities are searched first. */
export async function searched(
  documents: Ids,
  { own, related }: Search,
  text: string,
  scope: TenantScope,
): Promise<Where> {
  const sought = folded(text);
  const byEntity = related.map(async ({ projection, key, fields, order }): Promise<Where[]> => {
    const where: Where = { or: fields.map((field): Where => ({ contains: [field, sought] })) };
    const sort = order.map((field) => ({ field, direction: 'desc' as const }));
    const ids = await documents.idsOf(projection, { where, sort, limit: MOST }, scope);
    return ids.length > 0 ? [{ in: [key, ids] }] : [];
  });
  const found = [...own(text.trim()), ...(await Promise.all(byEntity)).flat()];
  return found.length === 1 ? found[0]! : { or: found };
}
