import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { valueLabel } from '@/lib/discount-words';
import { LIMIT } from '@/lib/search';
import { endOfDay, startOfDay } from '@/lib/zone';
import { deleted, saved } from './affects';
import { api, body } from './client';
import { useCreate } from './create';
import { listQuery, oneQuery } from './lists';
import type { paths } from './schema';

export interface DiscountSearch {
  page: number;
  sorting: string;
  limit: number;
  /** Name or code. */
  query: string;
  status: 'all' | 'active' | 'scheduled' | 'used_up' | 'ended';
  type: 'all' | 'percentage' | 'fixed';
  duration: 'all' | 'once' | 'repeating' | 'forever';
  /** Days of their creation. */
  from: string;
  to: string;
}

export function discountsQuery(organizationId: string, search: DiscountSearch) {
  const { status, type, duration, from, to } = search;
  return listQuery('discount', organizationId, search, (params) =>
    body(
      api.GET('/v1/discounts', {
        params: {
          query: {
            ...params,
            ...(status !== 'all' && { status: [status] }),
            ...(type !== 'all' && { type: [type] }),
            ...(duration !== 'all' && { duration: [duration] }),
            ...(from && { created_from: startOfDay(from) }),
            ...(to && { created_to: endOfDay(to) }),
          },
        },
      }),
    ),
  );
}

export function discountQuery(id: string) {
  return oneQuery('discount', id, (path) => body(api.GET('/v1/discounts/{id}', { params: { path } })));
}

/** Discounts that apply or will apply, whose name or code contains the typed text. */
export function useDiscountSearch(organizationId: string, status: DiscountSearch['status'] = 'all') {
  const [text, setText] = useState('');
  const any = { type: 'all', duration: 'all', from: '', to: '' } as const;
  const search = { page: 1, sorting: 'name', limit: LIMIT, query: text, status, ...any };
  const found = useQuery(discountsQuery(organizationId, search));
  const options = found.data?.items.map((discount) => ({
    id: discount.id,
    label: discount.name,
    note: [discount.code, valueLabel(discount)].filter(Boolean).join(', '),
  }));
  return { options, text, onText: setText };
}

/** The newest events of a discount, which may have been redeemed very often. */
export function discountEventsQuery(organizationId: string, id: string) {
  const query = { organization_id: [organizationId], stream: [`discount-${id}`], limit: 20 };
  return queryOptions({
    queryKey: ['ledger', 'stream events', `discount-${id}`],
    queryFn: () => body(api.GET('/api/ledger/events', { params: { query } })),
  });
}

type NewDiscount = Omit<
  paths['/v1/discounts']['post']['requestBody']['content']['application/json'],
  'organization_id'
>;
export type DiscountChange = paths['/v1/discounts/{id}']['patch']['requestBody']['content']['application/json'];

export function useCreateDiscount(organizationId: string) {
  return useCreate({
    mutationFn: (discount: NewDiscount, headers) =>
      body(api.POST('/v1/discounts', { body: { ...discount, organization_id: organizationId }, headers })),
    onSuccess: (discount) => saved('discount', discount),
  });
}

export function useUpdateDiscount(id: string) {
  return useMutation({
    mutationFn: (change: DiscountChange) =>
      body(api.PATCH('/v1/discounts/{id}', { params: { path: { id } }, body: change })),
    onSuccess: (discount) => saved('discount', discount),
  });
}

export function useDeleteDiscount(id: string) {
  return useMutation({
    mutationFn: async () => {
      await api.DELETE('/v1/discounts/{id}', { params: { path: { id } } });
    },
    onSuccess: () => deleted('discount', id),
  });
}
