import { saved } from './affects';
import { api, body } from './client';
import { useCreate } from './create';
import { listQuery, oneQuery } from './lists';
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
  const { status, product, customer } = search;
  return listQuery('checkout', organizationId, search, (params) =>
    body(
      api.GET('/v1/checkouts', {
        params: {
          query: {
            ...params,
            ...(status !== 'all' && { status: [status] }),
            ...(product && { product_id: [product] }),
            ...(customer && { customer_id: [customer] }),
          },
        },
      }),
    ),
  );
}

export function sellersCheckoutQuery(id: string) {
  return oneQuery('checkout', id, (path) => body(api.GET('/v1/checkouts/{id}', { params: { path } })));
}

export interface NewCheckout {
  products: string[];
  success_url?: string;
  customer_email?: string;
}

export function useCreateCheckout() {
  return useCreate({
    mutationFn: (checkout: NewCheckout, headers) => body(api.POST('/v1/checkouts', { body: checkout, headers })),
    onSuccess: (checkout) => saved('checkout', checkout),
  });
}
