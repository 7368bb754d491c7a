import { checkoutFilters, type CheckoutFilters } from '@/lib/list-filters';
import { saved } from './affects';
import { api, body } from './client';
import { useCreate } from './create';
import { listQuery, oneQuery } from './lists';

export interface CheckoutSearch extends CheckoutFilters {
  page: number;
  sorting: string;
  limit: number;
}

type AnyCheckoutSearch = Pick<CheckoutSearch, 'page' | 'sorting'> & Partial<CheckoutSearch>;

/** Checkouts as the seller sees them; the buyer's side is in `checkout.ts`. */
export function checkoutsQuery(organizationId: string, search: AnyCheckoutSearch) {
  return listQuery('checkout', organizationId, search, (params) =>
    body(api.GET('/v1/checkouts', { params: { query: { ...params, ...checkoutFilters(search) } } })),
  );
}

export function sellersCheckoutQuery(id: string) {
  return oneQuery('checkout', id, (path) => body(api.GET('/v1/checkouts/{id}', { params: { path } })));
}

export interface NewCheckout {
  products: string[];
  success_url?: string;
  customer_email?: string;
  discount_id?: string;
  /** In cents, of a product whose price the buyer chooses. */
  amount?: number;
}

export function useCreateCheckout() {
  return useCreate({
    mutationFn: (checkout: NewCheckout, headers) => body(api.POST('/v1/checkouts', { body: checkout, headers })),
    onSuccess: (checkout) => saved('checkout', checkout),
  });
}
