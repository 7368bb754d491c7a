import type { EnsureQueryDataOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { isId } from '@/lib/search';
import { ApiError } from './error';

interface Context {
  queryClient: QueryClient;
  organization: { id: string };
}

/** How the billing contract's entities name their organization. */
interface Owned {
  organization_id?: string;
  customer?: { organization_id?: string } | null;
  product?: { organization_id?: string } | null;
}

/** For a page's loader: the entity that `query` loads by the id in the address; if the organization has none, the page says so. */
export async function loadOne<One extends object, Key extends QueryKey>(
  { queryClient, organization }: Context,
  id: string,
  query: EnsureQueryDataOptions<One, Error, One, Key>,
): Promise<One> {
  if (!isId(id)) throw notFound();
  const one = await orNotFound(queryClient.ensureQueryData(query));
  if (organizationOf(one) !== organization.id) throw notFound();
  return one;
}

/** Shows the route's not-found page if the server responds with 404. */
export function orNotFound<One>(loading: Promise<One>): Promise<One> {
  return loading.catch((error: unknown) => {
    if (error instanceof ApiError && [404, 422].includes(error.status)) throw notFound();
    throw error;
  });
}

// Orders and subscriptions belong to the organization of their product.
function organizationOf(one: Owned): string | undefined {
  return one.organization_id ?? one.product?.organization_id ?? one.customer?.organization_id;
}
