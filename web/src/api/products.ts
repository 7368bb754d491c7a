import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { LIMIT, type ListSearch } from '@/lib/search';
import { api, body, sortedBy } from './client';
import { streamOf, streamQuery } from './ledger';
import { queryClient } from './query-client';
import type { Interval, Product } from './types';

export type Shelf = 'on-sale' | 'archived' | 'all';

export function productsQuery(organizationId: string, search: ListSearch & { shelf: Shelf }) {
  const { page, sorting, query, shelf } = search;
  return queryOptions({
    queryKey: ['products', organizationId, search],
    queryFn: () =>
      body(
        api.GET('/v1/products', {
          params: {
            query: {
              organization_id: [organizationId],
              page,
              limit: LIMIT,
              sorting: sortedBy(sorting),
              ...(query && { query }),
              ...(shelf !== 'all' && { is_archived: shelf === 'archived' }),
            },
          },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export function productQuery(id: string) {
  return queryOptions({
    queryKey: ['product', id],
    queryFn: () => body(api.GET('/v1/products/{id}', { params: { path: { id } } })),
  });
}

/** Products to choose from; a hundred at most, the contract's largest page. */
export function productChoicesQuery(organizationId: string) {
  return queryOptions({
    queryKey: ['products', organizationId, 'choices'],
    queryFn: () =>
      body(
        api.GET('/v1/products', {
          params: { query: { organization_id: [organizationId], page: 1, limit: 100, sorting: ['name'] } },
        }),
      ),
  });
}

/** Benefits to choose from; a hundred at most, the contract's largest page. */
export function benefitChoicesQuery(organizationId: string) {
  return queryOptions({
    queryKey: ['benefits', organizationId, 'choices'],
    queryFn: () =>
      body(
        api.GET('/v1/benefits', {
          params: { query: { organization_id: [organizationId], page: 1, limit: 100, sorting: ['description'] } },
        }),
      ),
  });
}

export type NewPrice = { amount_type: 'free' } | { amount_type: 'fixed'; price_amount: number; price_currency: 'usd' };

export interface NewProduct {
  name: string;
  description: string | null;
  recurring_interval: Interval | null;
  prices: NewPrice[];
  benefits: string[];
}

function keep(product: Product): void {
  queryClient.setQueryData(productQuery(product.id).queryKey, product);
  void queryClient.invalidateQueries({ queryKey: streamQuery(streamOf('product', product.id)).queryKey });
  for (const key of ['products', 'metrics']) void queryClient.invalidateQueries({ queryKey: [key] });
}

async function withBenefits(product: Product, benefits: string[]): Promise<Product> {
  const has = product.benefits.map(({ id }) => id);
  if (has.length === benefits.length && has.every((id) => benefits.includes(id))) return product;
  const path = { id: product.id };
  return body(api.POST('/v1/products/{id}/benefits', { params: { path }, body: { benefits } }));
}

export function useCreateProduct(organizationId: string) {
  return useMutation({
    // Two calls: where the second fails the product is there all the same, and must not be made again.
    mutationFn: async ({ benefits, ...product }: NewProduct) => {
      const created = await body(api.POST('/v1/products', { body: { ...product, organization_id: organizationId } }));
      try {
        return { product: await withBenefits(created, benefits), benefitsKept: true };
      } catch {
        return { product: created, benefitsKept: false };
      }
    },
    onSuccess: ({ product }) => keep(product),
  });
}

export interface ProductChange {
  name?: string;
  description?: string | null;
  is_archived?: boolean;
  prices?: ({ id: string } | NewPrice)[];
}

export function useUpdateProduct(id: string) {
  return useMutation({
    mutationFn: async ({ benefits, ...change }: ProductChange & { benefits?: string[] }) => {
      const changed = await body(api.PATCH('/v1/products/{id}', { params: { path: { id } }, body: change }));
      return benefits ? withBenefits(changed, benefits) : changed;
    },
    onSuccess: keep,
  });
}
