import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { LIMIT, type ListSearch } from '@/lib/search';
import { api, body, sortedBy } from './client';
import { streamOf, streamQuery } from './ledger';
import { queryClient } from './query-client';
import type { Benefit } from './types';

export function benefitsQuery(organizationId: string, search: ListSearch) {
  const { page, sorting, query } = search;
  return queryOptions({
    queryKey: ['benefits', organizationId, search],
    queryFn: () =>
      body(
        api.GET('/v1/benefits', {
          params: {
            query: {
              organization_id: [organizationId],
              page,
              limit: LIMIT,
              sorting: sortedBy(sorting),
              ...(query && { query }),
            },
          },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export function benefitQuery(id: string) {
  return queryOptions({
    queryKey: ['benefit', id],
    queryFn: () => body(api.GET('/v1/benefits/{id}', { params: { path: { id } } })),
  });
}

export type GrantState = 'granted' | 'revoked' | 'all';

export function grantsQuery(id: string, search: { page: number; grants: GrantState }) {
  return queryOptions({
    queryKey: ['benefit', id, 'grants', search],
    queryFn: () =>
      body(
        api.GET('/v1/benefits/{id}/grants', {
          params: {
            path: { id },
            query: {
              page: search.page,
              limit: LIMIT,
              ...(search.grants !== 'all' && { is_granted: search.grants === 'granted' }),
            },
          },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export interface BenefitFields {
  description: string;
  /** Shown to those who have the benefit. */
  note: string | null;
}

function keep(benefit: Benefit): void {
  queryClient.setQueryData(benefitQuery(benefit.id).queryKey, benefit);
  void queryClient.invalidateQueries({ queryKey: ['benefits'] });
  void queryClient.invalidateQueries({ queryKey: streamQuery(streamOf('benefit', benefit.id)).queryKey });
}

export function useCreateBenefit(organizationId: string) {
  return useMutation({
    mutationFn: ({ description, note }: BenefitFields) =>
      body(
        api.POST('/v1/benefits', {
          body: { type: 'custom', description, properties: { note }, organization_id: organizationId },
        }),
      ),
    onSuccess: keep,
  });
}

export function useUpdateBenefit(id: string) {
  return useMutation({
    mutationFn: ({ description, note }: BenefitFields) =>
      body(api.PATCH('/v1/benefits/{id}', { params: { path: { id } }, body: { description, properties: { note } } })),
    onSuccess: keep,
  });
}

export function useDeleteBenefit(id: string) {
  return useMutation({
    mutationFn: async () => {
      await api.DELETE('/v1/benefits/{id}', { params: { path: { id } } });
    },
    onSuccess: () => {
      // Its page is still shown until it is left, and must not ask for what is gone.
      void queryClient.invalidateQueries({ queryKey: ['benefit', id], refetchType: 'none' });
      // Products that had it no longer do.
      for (const key of ['benefits', 'products', 'product', 'customer']) {
        void queryClient.invalidateQueries({ queryKey: [key] });
      }
    },
  });
}
