import type { QueryKey } from '@tanstack/react-query';
import { queryClient } from './query-client';

/** The first part of a query's key: the kind of data. */
export type Entity =
  | 'access-token'
  | 'api-key'
  | 'app'
  | 'benefit'
  | 'buyers-checkout'
  | 'checkout'
  | 'custom-field'
  | 'checkout-link'
  | 'customer'
  | 'customer-meter'
  | 'delivery'
  | 'discount'
  | 'endpoint'
  | 'file'
  | 'finance'
  | 'ledger'
  | 'license-key'
  | 'limit'
  | 'meter'
  | 'metrics'
  | 'my-invitation'
  | 'my-organizations'
  | 'operator'
  | 'order'
  | 'payment'
  | 'people'
  | 'product'
  | 'subscription'
  | 'tax'
  | 'tax-line'
  | 'usage-event'
  | 'user';

/** Queries that a change of an entity affects, besides its own lists and page. */
export const affects = {
  'access-token': [],
  'api-key': [],
  // Clients, and what users have allowed them.
  app: [],
  // Products show their benefits, and a deleted benefit is revoked for its customers, with its license keys.
  benefit: ['product', 'customer', 'license-key', 'ledger'],
  checkout: ['metrics', 'ledger'],
  // Products show the fields that they ask for.
  'custom-field': ['product', 'ledger'],
  'checkout-link': ['ledger'],
  // Orders, subscriptions and checkouts show the customer's e-mail.
  customer: ['order', 'subscription', 'checkout', 'ledger'],
  delivery: [],
  discount: ['ledger'],
  endpoint: ['delivery', 'limit'],
  'buyers-checkout': [],
  file: [],
  'license-key': ['customer', 'ledger'],
  meter: ['ledger', 'limit'],
  'my-invitation': ['my-organizations'],
  // Figures begin with an organization's own currency.
  'my-organizations': ['metrics'],
  operator: [],
  // A refund changes what its order shows, may revoke benefits, and is no revenue.
  order: ['customer', 'benefit', 'metrics', 'finance', 'tax-line', 'ledger'],
  people: [],
  // An archived product leaves its checkout links.
  product: ['metrics', 'checkout-link', 'ledger'],
  // When it ends, the customer loses benefits and the figures change.
  subscription: ['customer', 'benefit', 'metrics', 'ledger'],
  tax: ['ledger', 'limit'],
  'usage-event': ['customer-meter', 'meter', 'subscription', 'ledger'],
  user: [],
} as const satisfies Partial<Record<Entity, readonly Entity[]>>;

export type Changed = keyof typeof affects;

/** The key of a mutation that ends the user's access to an organization. */
export const leavingKey = (organizationId: string) => ['leaving', organizationId];

/** After a write: marks everything that shows the entity as stale and reloads what is on the screen. */
export function changed(entity: Changed): Promise<void> {
  return reload([entity, ...affects[entity]], () => false);
}

/** After a write that returns the updated entity. */
export function saved(entity: Changed, one: { id: string }): Promise<void> {
  queryClient.setQueryData([entity, 'one', one.id], one);
  return reload(
    [entity, ...affects[entity]],
    ([about, kind, id]) => about === entity && kind === 'one' && id === one.id,
  );
}

/** After a deletion. The entity's page is still mounted for a moment and must not load what no longer exists. */
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
