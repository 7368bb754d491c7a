import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { LIMIT } from '@/lib/search';
import { api, body, sortedBy } from './client';
import { queryClient } from './query-client';
import type { CheckoutStatus } from './types';

export interface CheckoutSearch {
  page: number;
  sorting: string;
  status: CheckoutStatus | 'all';
  /** Ids, or '' for any. */
  product: string;
  customer: string;
}

/** Checkouts as the seller sees them; the buyer's side is in `checkout.ts`. */
export function checkoutsQuery(organizationId: string, search: CheckoutSearch) {
  const { page, sorting, status, product, customer } = search;
  return queryOptions({
    queryKey: ['checkouts', organizationId, search],
    queryFn: () =>
      body(
        api.GET('/v1/checkouts', {
          params: {
            query: {
              organization_id: [organizationId],
              page,
              limit: LIMIT,
              sorting: sortedBy(sorting),
              ...(status !== 'all' && { status: [status] }),
              ...(product && { product_id: [product] }),
              ...(customer && { customer_id: [customer] }),
            },
          },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export function sellersCheckoutQuery(id: string) {
  return queryOptions({
    queryKey: ['sellers-checkout', id],
    queryFn: () => body(api.GET('/v1/checkouts/{id}', { params: { path: { id } } })),
  });
}

export interface NewCheckout {
  products: string[];
  success_url?: string;
  customer_email?: string;
}

export function useCreateCheckout() {
  return useMutation({
    mutationFn: (checkout: NewCheckout) => body(api.POST('/v1/checkouts', { body: checkout })),
    onSuccess: (checkout) => {
      queryClient.setQueryData(sellersCheckoutQuery(checkout.id).queryKey, checkout);
      for (const key of ['checkouts', 'metrics']) void queryClient.invalidateQueries({ queryKey: [key] });
    },
  });
}
