import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { LIMIT, type ListSearch } from '@/lib/search';
import { deleted, saved } from './affects';
import { api, body } from './client';
import { useCreate } from './create';
import { listQuery, oneQuery } from './lists';
import type { LicenseKeyTerms } from './types';

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

export type BenefitFields = { description: string } & (
  { type: 'custom'; properties: { note: string | null } } | { type: 'license_keys'; properties: LicenseKeyTerms }
);

export function useCreateBenefit(organizationId: string) {
  return useCreate({
    mutationFn: (fields: BenefitFields, headers) =>
      body(api.POST('/v1/benefits', { body: { ...fields, organization_id: organizationId }, headers })),
    onSuccess: (benefit) => saved('benefit', benefit),
  });
}

export function useUpdateBenefit(id: string) {
  return useMutation({
    mutationFn: (fields: BenefitFields) =>
      body(api.PATCH('/v1/benefits/{id}', { params: { path: { id } }, body: fields })),
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
