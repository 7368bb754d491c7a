import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { LIMIT, type ListSearch } from '@/lib/search';
import { deleted, saved } from './affects';
import { api, body } from './client';
import { useCreate } from './create';
import { listQuery, oneQuery } from './lists';

export function benefitsQuery(organizationId: string, search: ListSearch) {
  return listQuery('benefit', organizationId, search, (query) => body(api.GET('/v1/benefits', { params: { query } })));
}

export function benefitQuery(id: string) {
  return oneQuery('benefit', id, (path) => body(api.GET('/v1/benefits/{id}', { params: { path } })));
}

export type GrantState = 'granted' | 'revoked' | 'all';

export function grantsQuery(id: string, search: { page: number; grants: GrantState }) {
  return queryOptions({
    queryKey: ['benefit', 'grants', id, search],
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
  /** Shown to customers who have the benefit. */
  note: string | null;
}

export function useCreateBenefit(organizationId: string) {
  return useCreate({
    mutationFn: ({ description, note }: BenefitFields, headers) =>
      body(
        api.POST('/v1/benefits', {
          body: { type: 'custom', description, properties: { note }, organization_id: organizationId },
          headers,
        }),
      ),
    onSuccess: (benefit) => saved('benefit', benefit),
  });
}

export function useUpdateBenefit(id: string) {
  return useMutation({
    mutationFn: ({ description, note }: BenefitFields) =>
      body(api.PATCH('/v1/benefits/{id}', { params: { path: { id } }, body: { description, properties: { note } } })),
    onSuccess: (benefit) => saved('benefit', benefit),
  });
}

export function useDeleteBenefit(id: string) {
  return useMutation({
    mutationFn: async () => {
      await api.DELETE('/v1/benefits/{id}', { params: { path: { id } } });
    },
    onSuccess: () => deleted('benefit', id),
  });
}
