import { queryOptions } from '@tanstack/react-query';
import { api, body } from './client';

/** Whose sales: one of them. */
export interface SalesOf {
  customer?: string;
  product?: string;
  subscription?: string;
}

/** Paid orders and what they come to, per currency: net, as revenue is counted. */
export function salesQuery(organizationId: string, { customer, product, subscription }: SalesOf) {
  return queryOptions({
    queryKey: ['order', 'totals', organizationId, { customer, product, subscription }],
    queryFn: () =>
      body(
        api.GET('/api/dashboard/orders/totals', {
          params: {
            query: {
              organization_id: [organizationId],
              status: ['paid'],
              ...(customer && { customer_id: [customer] }),
              ...(product && { product_id: [product] }),
              ...(subscription && { subscription_id: [subscription] }),
            },
          },
        }),
      ),
  });
}

/** Active subscriptions of a product or a customer, and what they come to per currency. */
export function subscribersQuery(organizationId: string, { customer, product }: Omit<SalesOf, 'subscription'>) {
  return queryOptions({
    queryKey: ['subscription', 'totals', organizationId, { customer, product }],
    queryFn: () =>
      body(
        api.GET('/api/dashboard/subscriptions/totals', {
          params: {
            query: {
              organization_id: [organizationId],
              status: ['active'],
              ...(customer && { customer_id: [customer] }),
              ...(product && { product_id: [product] }),
            },
          },
        }),
      ),
  });
}
