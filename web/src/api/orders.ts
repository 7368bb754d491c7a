import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { LIMIT } from '@/lib/search';
import { api, body, sortedBy } from './client';

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
  const { page, sorting, product, customer, billing } = search;
  return queryOptions({
    queryKey: ['orders', organizationId, search],
    queryFn: () =>
      body(
        api.GET('/v1/orders', {
          params: {
            query: {
              organization_id: [organizationId],
              page,
              limit: LIMIT,
              sorting: sortedBy(sorting),
              ...(product && { product_id: [product] }),
              ...(customer && { customer_id: [customer] }),
              ...(billing !== 'all' && { product_billing_type: [billing] }),
            },
          },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export function orderQuery(id: string) {
  return queryOptions({
    queryKey: ['order', id],
    queryFn: () => body(api.GET('/v1/orders/{id}', { params: { path: { id } } })),
  });
}

/**
 * The orders of one subscription, newest first. The contract filters orders by customer and product but not by subscription:
 * of the newest hundred of the two, those of this one.
 */
export function subscriptionOrdersQuery(
  organizationId: string,
  { id, customer_id, product_id }: { id: string; customer_id: string; product_id: string },
) {
  return queryOptions({
    queryKey: ['orders', organizationId, 'of-subscription', id],
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

/** What a checkout led to, or null where it has not. */
export function checkoutOrderQuery(organizationId: string, checkoutId: string) {
  return queryOptions({
    queryKey: ['orders', organizationId, 'of-checkout', checkoutId],
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
