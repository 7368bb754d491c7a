import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { LIMIT } from '@/lib/search';
import { api, body } from './client';

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
        api.GET('/v1/orders/', {
          params: {
            query: {
              organization_id: [organizationId],
              page,
              limit: LIMIT,
              sorting: [sorting],
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
