import { useMutation } from '@tanstack/react-query';
import type { ListSearch } from '@/lib/search';
import { saved } from './affects';
import { api, body } from './client';
import { useCreate } from './create';
import { listQuery, oneQuery } from './lists';
import type { Meter } from './types';

export function metersQuery(organizationId: string, search: ListSearch) {
  return listQuery('meter', organizationId, search, (query) => body(api.GET('/v1/meters', { params: { query } })));
}

export function meterQuery(id: string) {
  return oneQuery('meter', id, (path) => body(api.GET('/v1/meters/{id}', { params: { path } })));
}

export type MeterContent = Pick<Meter, 'name' | 'filter' | 'aggregation'>;

export function useCreateMeter(organizationId: string) {
  return useCreate({
    mutationFn: (content: MeterContent, headers) =>
      body(api.POST('/v1/meters', { body: { ...content, organization_id: organizationId }, headers })),
    onSuccess: (meter) => saved('meter', meter),
  });
}

export function useUpdateMeter(id: string) {
  return useMutation({
    mutationFn: (content: MeterContent) =>
      body(api.PATCH('/v1/meters/{id}', { params: { path: { id } }, body: content })),
    onSuccess: (meter) => saved('meter', meter),
  });
}
