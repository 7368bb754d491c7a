import type { QueryKey } from '@tanstack/react-query';
import { queryClient } from './query-client';

/** The first part of a query's key: what the query is about. */
export type Entity =
  | 'access-token'
  | 'api-key'
  | 'benefit'
  | 'buyers-checkout'
  | 'checkout'
  | 'customer'
  | 'delivery'
  | 'endpoint'
  | 'ledger'
  | 'metrics'
  | 'my-invitation'
  | 'my-organizations'
  | 'order'
  | 'people'
  | 'product'
  | 'subscription'
  | 'user';

/** What a change of an entity shows in, beside its own lists and page. */
export const affects = {
  'access-token': [],
  'api-key': [],
  // Products that have it name it, and its customers lose it with it.
  benefit: ['product', 'customer', 'ledger'],
  checkout: ['metrics', 'ledger'],
  // Rows of orders, subscriptions and checkouts show the customer's e-mail.
  customer: ['order', 'subscription', 'checkout', 'ledger'],
  delivery: [],
  endpoint: ['delivery'],
  'buyers-checkout': [],
  'my-invitation': ['my-organizations'],
  'my-organizations': [],
  people: [],
  product: ['metrics', 'ledger'],
  // Its end takes benefits from the customer and counts in the figures.
  subscription: ['customer', 'benefit', 'metrics', 'ledger'],
  user: [],
} as const satisfies Partial<Record<Entity, readonly Entity[]>>;

export type Changed = keyof typeof affects;

/** After a write: whatever shows the entity is stale, and what is on the screen is loaded again. */
export function changed(entity: Changed): Promise<void> {
  return reload([entity, ...affects[entity]], () => false);
}

/** After a write whose answer is the entity as it is now. */
export function saved(entity: Changed, one: { id: string }): Promise<void> {
  queryClient.setQueryData([entity, 'one', one.id], one);
  return reload(
    [entity, ...affects[entity]],
    ([about, kind, id]) => about === entity && kind === 'one' && id === one.id,
  );
}

/** After a deletion. The entity's page is shown until it is left, and must not ask for what no longer exists. */
export async function deleted(entity: Changed, id: string): Promise<void> {
  const isGone = (key: QueryKey) => key.some((part) => typeof part === 'string' && part.endsWith(id));
  const entities = [entity, ...affects[entity]];
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => isGone(queryKey), refetchType: 'none' });
  await reload(entities, isGone);
}

function reload(entities: readonly Entity[], except: (key: QueryKey) => boolean): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey }) => entities.some((entity) => entity === queryKey[0]) && !except(queryKey),
  });
}
