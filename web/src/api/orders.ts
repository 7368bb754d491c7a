import { queryOptions } from '@tanstack/react-query';
import { api, body } from './client';
import { listQuery, oneQuery } from './lists';

export type BillingType = 'one_time' | 'recurring' | 'all';

export interface OrderSearch {
  page: number;
  sorting: string;
  /** Ids, or '' for any. */
  product: string;
  customer: string;
  billing: BillingType;
}

export function ordersQuery(organizationId: string, search: OrderSearch) {
  const { product, customer, billing } = search;
  return listQuery('order', organizationId, search, (params) =>
    body(
      api.GET('/v1/orders', {
        params: {
          query: {
            ...params,
            ...(product && { product_id: [product] }),
            ...(customer && { customer_id: [customer] }),
            ...(billing !== 'all' && { product_billing_type: [billing] }),
          },
        },
      }),
    ),
  );
}

export function orderQuery(id: string) {
  return oneQuery('order', id, (path) => body(api.GET('/v1/orders/{id}', { params: { path } })));
}

/**
 * The orders of one subscription, newest first. The contract has no filter by subscription: takes those among the newest hundred
 * of its customer and product.
 */
export function subscriptionOrdersQuery(
  organizationId: string,
  { id, customer_id, product_id }: { id: string; customer_id: string; product_id: string },
) {
  return queryOptions({
    queryKey: ['order', 'of-subscription', id],
    queryFn: async () => {
      const { items } = await body(
        api.GET('/v1/orders', {
          params: {
            query: {
              organization_id: [organizationId],
              customer_id: [customer_id],
              product_id: [product_id],
              page: 1,
              limit: 100,
              sorting: ['-created_at'],
            },
          },
        }),
      );
      const own = items.filter(({ subscription_id }) => subscription_id === id);
      return { items: own, pagination: { total_count: own.length, max_page: 1 } };
    },
  });
}

/** The order of a checkout, or null while it has none. */
export function checkoutOrderQuery(organizationId: string, checkoutId: string) {
  return queryOptions({
    queryKey: ['order', 'of-checkout', checkoutId],
    queryFn: async () => {
      const { items } = await body(
        api.GET('/v1/orders', {
          params: { query: { organization_id: [organizationId], checkout_id: [checkoutId], limit: 1 } },
        }),
      );
      return items[0] ?? null;
    },
  });
}
