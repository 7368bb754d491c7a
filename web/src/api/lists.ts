import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { LIMIT } from '@/lib/search';
import type { Entity } from './affects';

interface PageSearch {
  page: number;
  sorting: string;
  query?: string;
  limit?: number;
}

/** The parameters that every list of the billing contract has. */
export interface ListParams {
  organization_id: string[];
  page: number;
  limit: number;
  /** As in the address, not validated here: the server refuses unknown sortings. */
  sorting: never[];
  query?: string;
}

/** One page of an organization's entities; the previous page stays on the screen until it has loaded. */
export function listQuery<Search extends PageSearch, Page>(
  entity: Entity,
  organizationId: string,
  search: Search,
  load: (params: ListParams) => Promise<Page>,
) {
  const { page, sorting, query, limit = LIMIT } = search;
  const params: ListParams = {
    organization_id: [organizationId],
    page,
    limit,
    sorting: [sorting as never],
    ...(query && { query }),
  };
  return queryOptions({
    queryKey: [entity, 'list', organizationId, search],
    queryFn: () => load(params),
    placeholderData: keepPreviousData,
  });
}

/** One entity by its id. */
export function oneQuery<One>(entity: Entity, id: string, load: (path: { id: string }) => Promise<One>) {
  return queryOptions({ queryKey: [entity, 'one', id], queryFn: () => load({ id }) });
}

/** The sums of a list's rows; those of the previous filters stay on the screen until they have loaded. */
export function totalsQuery<Filters extends object, Totals>(
  entity: Entity,
  organizationId: string,
  filters: Filters,
  load: (params: Filters & { organization_id: string[] }) => Promise<Totals>,
) {
  return queryOptions({
    queryKey: [entity, 'totals', organizationId, filters],
    queryFn: () => load({ organization_id: [organizationId], ...filters }),
    placeholderData: keepPreviousData,
  });
}
