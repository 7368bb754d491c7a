import { equalTo } from '../http/lists/filters.ts';
import type { Find, Where } from '../../kernel/ports/document-store.ts';
import type { AnyProjection } from '../../kernel/reading/projection.ts';
import type { TenantScope } from '../../kernel/writing/scope.ts';

/** If more match, the list has documents of some of them alone; requests name far fewer. */
const MOST = 1_000;

/** A filter by another name than the id of a related entity of the same organization, such as a customer's external id. */
export interface NamedEntity {
  /** Such as `external_customer_id`. */
  filter: string;
  projection: AnyProjection;
  /** Of the entity, indexed after `organization_id`. */
  field: string;
  /** What documents refer to it by, such as `customer_id`. */
  key: string;
}

interface Ids {
  idsOf(projection: AnyProjection, query: Find, scope: TenantScope): Promise<string[]>;
}

/** The conditions of a list with the ids of the entities that it names otherwise. */
export async function withIds(
  documents: Ids,
  { filter, projection, field, key }: NamedEntity,
  conditions: readonly Where[],
  scope: TenantScope,
): Promise<Where[]> {
  return Promise.all(
    conditions.map(async (condition): Promise<Where> => {
      const names = equalTo([condition], filter);
      if (!names) return condition;
      return { in: [key, await documents.idsOf(projection, { where: { in: [field, names] }, limit: MOST }, scope)] };
    }),
  );
}
