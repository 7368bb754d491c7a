import { useMutation } from '@tanstack/react-query';
import type { Metadata } from '@/lib/metadata';
import type { ListSearch } from '@/lib/search';
import { deleted, saved } from './affects';
import { api, body } from './client';
import { useCreate } from './create';
import { listQuery, oneQuery } from './lists';

export interface CheckoutLinkSearch extends ListSearch {
  /** Those that offer this product, or ''. */
  product: string;
}

export function checkoutLinksQuery(organizationId: string, search: CheckoutLinkSearch) {
  const { product } = search;
  return listQuery('checkout-link', organizationId, search, (params) =>
    body(
      api.GET('/v1/checkout-links', { params: { query: { ...params, ...(product && { product_id: [product] }) } } }),
    ),
  );
}

export function checkoutLinkQuery(id: string) {
  return oneQuery('checkout-link', id, (path) => body(api.GET('/v1/checkout-links/{id}', { params: { path } })));
}

export interface CheckoutLinkFields {
  label: string | null;
  /** The first is selected. */
  products: string[];
  discount_id: string | null;
  success_url: string | null;
  allow_discount_codes: boolean;
  require_billing_address: boolean;
  metadata: Metadata;
}

export function useCreateCheckoutLink() {
  return useCreate({
    mutationFn: (link: CheckoutLinkFields, headers) => body(api.POST('/v1/checkout-links', { body: link, headers })),
    onSuccess: (link) => saved('checkout-link', link),
  });
}

export function useUpdateCheckoutLink(id: string) {
  return useMutation({
    mutationFn: (link: CheckoutLinkFields) =>
      body(api.PATCH('/v1/checkout-links/{id}', { params: { path: { id } }, body: link })),
    onSuccess: (link) => saved('checkout-link', link),
  });
}

export function useDeleteCheckoutLink(id: string) {
  return useMutation({
    mutationFn: () => body(api.DELETE('/v1/checkout-links/{id}', { params: { path: { id } } })),
    onSuccess: () => deleted('checkout-link', id),
  });
}
