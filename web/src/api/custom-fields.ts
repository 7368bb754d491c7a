import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CustomFieldShape } from '@/lib/custom-fields';
import type { ListSearch } from '@/lib/search';
import { deleted, saved } from './affects';
import { api, body } from './client';
import { useCreate } from './create';
import { listQuery, oneQuery } from './lists';
import type { components } from './schema';
import type { CustomFieldType } from './types';

export interface CustomFieldSearch extends ListSearch {
  type: CustomFieldType | 'all';
}

export function customFieldsQuery(organizationId: string, search: CustomFieldSearch) {
  return listQuery('custom-field', organizationId, search, (query) =>
    body(
      api.GET('/v1/custom-fields', {
        params: { query: { ...query, ...(search.type !== 'all' && { type: [search.type] }) } },
      }),
    ),
  );
}

export function customFieldQuery(id: string) {
  return oneQuery('custom-field', id, (path) => body(api.GET('/v1/custom-fields/{id}', { params: { path } })));
}

/** The fields of a buyer's values, which are 50 at most. */
export function namedFieldsQuery(organizationId: string, slugs: string[]) {
  return queryOptions({
    queryKey: ['custom-field', 'named', organizationId, slugs],
    queryFn: async (): Promise<readonly CustomFieldShape[]> => {
      const query = { organization_id: [organizationId], slug: slugs, limit: 100 };
      return (await body(api.GET('/v1/custom-fields', { params: { query } }))).items;
    },
    enabled: slugs.length > 0,
  });
}

/** Custom fields whose name or slug contains the typed text. */
export function useCustomFieldSearch(organizationId: string) {
  const [text, setText] = useState('');
  const found = useQuery(customFieldsQuery(organizationId, { page: 1, sorting: 'name', query: text, type: 'all' }));
  const options = found.data?.items.map(({ id, name, slug }) => ({ id, label: name, note: slug }));
  return { options, text, onText: setText };
}

/** The whole field; its type never changes. */
export type CustomFieldContent = Pick<
  components['schemas']['CustomFieldCreate'],
  'type' | 'slug' | 'name' | 'properties' | 'metadata'
>;

export function useCreateCustomField(organizationId: string) {
  return useCreate({
    mutationFn: (content: CustomFieldContent, headers) =>
      body(api.POST('/v1/custom-fields', { body: { ...content, organization_id: organizationId }, headers })),
    onSuccess: (field) => saved('custom-field', field),
  });
}

export function useUpdateCustomField(id: string) {
  return useMutation({
    mutationFn: (content: CustomFieldContent) =>
      body(api.PATCH('/v1/custom-fields/{id}', { params: { path: { id } }, body: content })),
    onSuccess: (field) => saved('custom-field', field),
  });
}

export function useDeleteCustomField(id: string) {
  return useMutation({
    mutationFn: async () => {
      await api.DELETE('/v1/custom-fields/{id}', { params: { path: { id } } });
    },
    onSuccess: () => deleted('custom-field', id),
  });
}
