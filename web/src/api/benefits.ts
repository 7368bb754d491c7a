import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { word } from '@/lib/format';
import { LIMIT, type ListSearch } from '@/lib/search';
import { deleted, saved } from './affects';
import { api, body } from './client';
import { useCreate } from './create';
import { filesQuery, type Download } from './files';
import { listQuery, oneQuery } from './lists';
import { queryClient } from './query-client';
import type { Benefit, BenefitGrant, LicenseKeyTerms, MeterCreditTerms, RepositoryPermission } from './types';

export function benefitsQuery(organizationId: string, search: ListSearch) {
  return listQuery('benefit', organizationId, search, (query) => body(api.GET('/v1/benefits', { params: { query } })));
}

export function benefitQuery(id: string) {
  return oneQuery('benefit', id, (path) => body(api.GET('/v1/benefits/{id}', { params: { path } })));
}

/** The files of a benefit that still exist. */
export function benefitFilesQuery(benefit: Benefit) {
  return queryOptions({
    ...filesQuery(benefit.type === 'downloadables' ? benefit.properties.files : []),
    select: (files) => files.filter((file): file is Download => file.service === 'downloadable'),
  });
}

/** Benefits whose description contains the typed text. */
export function useBenefitSearch(organizationId: string) {
  const [text, setText] = useState('');
  const found = useQuery(benefitsQuery(organizationId, { page: 1, sorting: 'description', query: text }));
  const options = found.data?.items.map(({ id, description, type }) => ({ id, label: description, note: word(type) }));
  return { options, text, onText: setText };
}

/** For a filter by benefit: the selected benefit, and those whose description contains the typed text. */
export function useBenefitChoices(organizationId: string, pickedId: string) {
  const search = useBenefitSearch(organizationId);
  const picked = useQuery({ ...benefitQuery(pickedId), enabled: pickedId !== '' });
  return {
    ...search,
    picked:
      pickedId === '' ? undefined : (picked.data?.description ?? (picked.isError ? 'Unknown benefit' : 'One benefit')),
    options: search.options?.slice(0, 10),
  };
}

const PROGRESS_MS = 2_000;

export type GrantState = 'granted' | 'revoked' | 'all';

export function grantsQuery(id: string, search: { page: number; grants: GrantState; customer?: string }) {
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
              ...(search.customer && { customer_id: [search.customer] }),
            },
          },
        }),
      ),
    placeholderData: keepPreviousData,
    // Until the platform has answered.
    refetchInterval: ({ state }) => (state.data?.items.some(isPending) ? PROGRESS_MS : false),
  });
}

function isPending({ is_granted, is_revoked, error }: BenefitGrant): boolean {
  return !is_granted && !is_revoked && error === null;
}

/** Has Discord or GitHub asked again. */
export function useRetryGrant(benefitId: string) {
  return useMutation({
    mutationFn: (id: string) => body(api.POST('/api/dashboard/grants/{id}/retry', { params: { path: { id } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['benefit', 'grants', benefitId] }),
  });
}

/** A change may just have been made. */
const LOOK_MS = 10_000;

/** Changes that have not reached all customers yet. */
export function grantReviewsQuery(organizationId: string) {
  return queryOptions({
    queryKey: ['grant-reviews', organizationId],
    queryFn: async () => {
      const query = { organization_id: organizationId };
      return (await body(api.GET('/api/dashboard/grant-reviews', { params: { query } }))).items;
    },
    refetchInterval: ({ state }) => (state.data?.length ? PROGRESS_MS : LOOK_MS),
  });
}

export type BenefitFields = { description: string } & (
  | { type: 'custom'; properties: { note: string | null } }
  | { type: 'downloadables'; properties: { files: string[]; archived: Record<string, boolean> } }
  | { type: 'license_keys'; properties: LicenseKeyTerms }
  | { type: 'meter_credit'; properties: MeterCreditTerms }
  | { type: 'discord'; properties: { guild_token: string; role_id: string } }
  | {
      type: 'github_repository';
      properties: { repository_owner: string; repository_name: string; permission: RepositoryPermission };
    }
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
