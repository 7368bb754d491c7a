import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Metadata } from '@/lib/metadata';
import { priceLabel } from '@/lib/price';
import { isId, type ListSearch } from '@/lib/search';
import { shelfOf } from '@/lib/shelf';
import type { TrialInterval } from '@/lib/trials';
import { saved } from './affects';
import { api, body } from './client';
import { useCreate } from './create';
import { ApiError } from './error';
import { listQuery, oneQuery } from './lists';
import type { Interval, Product } from './types';

export type Shelf = 'on-sale' | 'archived' | 'all';

/** `recurring`: only what is paid again every month or year. */
export type ProductSearch = ListSearch & { shelf: Shelf; limit: number; recurring?: boolean };

export function productsQuery(
  organizationId: string,
  search: Pick<ProductSearch, 'page' | 'sorting'> & Partial<ProductSearch>,
) {
  const { shelf = 'all', recurring } = search;
  return listQuery('product', organizationId, search, (params) =>
    body(
      api.GET('/v1/products', {
        params: {
          query: {
            ...params,
            ...(shelf !== 'all' && { is_archived: shelf === 'archived' }),
            ...(recurring && { is_recurring: true }),
          },
        },
      }),
    ),
  );
}

export function productQuery(id: string) {
  return oneQuery('product', id, (path) => body(api.GET('/v1/products/{id}', { params: { path } })));
}

/** Archived prices of a product, the newest first. */
export function archivedPricesQuery(id: string) {
  return queryOptions({
    queryKey: ['product', 'archived prices', id],
    queryFn: () => body(api.GET('/api/dashboard/products/{id}/archived-prices', { params: { path: { id } } })),
  });
}

/** Products that ask for a custom field. */
export function productsAskingQuery(organizationId: string, customFieldId: string) {
  return queryOptions({
    queryKey: ['product', 'asking', customFieldId],
    queryFn: () => {
      const query = { organization_id: [organizationId], custom_field_id: [customFieldId], sorting: ['name' as const] };
      return body(api.GET('/v1/products', { params: { query: { ...query, limit: 10 } } }));
    },
  });
}

/** What a form sells at first: the product that its address names, else the first on sale by name; null if there is none. */
export function soldProductQuery(organizationId: string, id: string) {
  const offered = async (more: { id?: string[] }) => {
    const query = {
      organization_id: [organizationId],
      is_archived: false,
      visibility: ['private' as const, 'public' as const],
      sorting: ['name' as const],
      limit: 1,
      ...more,
    };
    const { items } = await body(api.GET('/v1/products', { params: { query } }));
    return items[0] ?? null;
  };
  return queryOptions({
    queryKey: ['product', 'sold', organizationId, id],
    queryFn: async () => (isId(id) ? await offered({ id: [id] }) : null) ?? (await offered({})),
  });
}

/** Products whose name contains the typed text. */
export function useProductSearch(organizationId: string, shelf: Shelf = 'on-sale') {
  const [text, setText] = useState('');
  const found = useQuery(productsQuery(organizationId, { page: 1, sorting: 'name', shelf, query: text }));
  const options = found.data?.items.map((product) => {
    const { word, tone } = shelfOf(product);
    return { id: product.id, label: product.name, note: tone === 'good' ? null : word };
  });
  return { options, text, onText: setText };
}

/** Plans that a subscription may change to, with their prices, by name. */
export function usePlanSearch(organizationId: string) {
  const [text, setText] = useState('');
  const search = { page: 1, sorting: 'name', shelf: 'on-sale', recurring: true, query: text } as const;
  const found = useQuery(productsQuery(organizationId, search));
  const options = found.data?.items.map(({ id, name, prices, recurring_interval }) => ({
    id,
    label: name,
    note: priceLabel(prices, recurring_interval),
  }));
  return { options, text, onText: setText };
}

/** For a filter by product: the selected product, and those whose name contains the typed text. */
export function useProductChoices(organizationId: string, pickedId: string) {
  const picked = useQuery({ ...productQuery(pickedId), enabled: pickedId !== '' });
  const { options, ...search } = useProductSearch(organizationId, 'all');
  return {
    ...search,
    picked: pickedId === '' ? undefined : (picked.data?.name ?? (picked.isError ? 'Unknown product' : 'One product')),
    options: options?.slice(0, 10),
  };
}

export type NewPrice =
  | { amount_type: 'free' }
  | { amount_type: 'fixed'; price_amount: number; price_currency: string }
  | {
      amount_type: 'custom';
      minimum_amount: number | null;
      maximum_amount: number | null;
      preset_amount: number | null;
      price_currency: string;
    }
  | {
      amount_type: 'metered_unit';
      meter_id: string;
      /** In minor units, as a decimal. */
      unit_amount: string;
      cap_amount: number | null;
      price_currency: string;
    };

export interface FieldAttachment {
  custom_field_id: string;
  required: boolean;
}

export interface NewProduct {
  name: string;
  description: string | null;
  visibility: Product['visibility'];
  recurring_interval: Interval | null;
  trial_interval: TrialInterval | null;
  trial_interval_count: number | null;
  prices: NewPrice[];
  medias: string[];
  attached_custom_fields: FieldAttachment[];
  metadata: Metadata;
  benefits: string[];
}

async function withBenefits(product: Product, benefits: string[]): Promise<Product> {
  const has = product.benefits.map(({ id }) => id);
  if (has.length === benefits.length && has.every((id) => benefits.includes(id))) return product;
  const path = { id: product.id };
  return body(api.POST('/v1/products/{id}/benefits', { params: { path }, body: { benefits } }));
}

export function useCreateProduct(organizationId: string) {
  return useCreate({
    // Two calls: if the second fails, the product exists and must not be created again.
    mutationFn: async ({ benefits, ...product }: NewProduct, headers) => {
      const created = await body(
        api.POST('/v1/products', { body: { ...product, organization_id: organizationId }, headers }),
      );
      try {
        return { product: await withBenefits(created, benefits), benefitsKept: true };
      } catch {
        return { product: created, benefitsKept: false };
      }
    },
    onSuccess: ({ product }) => saved('product', product),
  });
}

export interface ProductChange {
  name?: string;
  description?: string | null;
  is_archived?: boolean;
  visibility?: Product['visibility'];
  trial_interval?: TrialInterval | null;
  trial_interval_count?: number | null;
  prices?: ({ id: string } | NewPrice)[];
  medias?: string[];
  attached_custom_fields?: FieldAttachment[];
  metadata?: Metadata;
}

export function useUpdateProduct(id: string) {
  return useMutation({
    mutationFn: async ({ benefits, ...change }: ProductChange & { benefits?: string[] }) => {
      const changed = await body(api.PATCH('/v1/products/{id}', { params: { path: { id } }, body: change }));
      if (!benefits) return changed;
      return withBenefits(changed, benefits).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        throw new ApiError(error.status, error.code, `All but the benefits was saved. ${error.message}`);
      });
    },
    onSuccess: (product) => saved('product', product),
  });
}
