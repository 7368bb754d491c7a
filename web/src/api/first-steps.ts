import { queryOptions } from '@tanstack/react-query';
import { api, body } from './client';

/** Counts of products, checkouts and orders: the progress of a new organization. */
export function firstStepsQuery(organizationId: string) {
  const params = { query: { organization_id: [organizationId], page: 1, limit: 1 } };
  return queryOptions({
    // Under "metrics", because whatever changes the figures changes the steps.
    queryKey: ['metrics', organizationId, 'first-steps'],
    queryFn: async () => {
      const [products, checkouts, orders] = await Promise.all([
        body(api.GET('/v1/products', { params })),
        body(api.GET('/v1/checkouts', { params })),
        body(api.GET('/v1/orders', { params })),
      ]);
      return {
        products: products.pagination.total_count,
        checkouts: checkouts.pagination.total_count,
        orders: orders.pagination.total_count,
      };
    },
  });
}
