import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListSearch } from '@/lib/search';
import { saved } from './affects';
import { api, body } from './client';
import { useCreate } from './create';
import { listQuery, oneQuery } from './lists';
import { MEASURED_MS } from './live-usage';
import type { Meter } from './types';

export function metersQuery(organizationId: string, search: ListSearch) {
  return listQuery('meter', organizationId, search, (query) => body(api.GET('/v1/meters', { params: { query } })));
}

export function meterQuery(id: string) {
  return oneQuery('meter', id, (path) => body(api.GET('/v1/meters/{id}', { params: { path } })));
}

interface QuantityRange {
  interval: 'hour' | 'day' | 'week' | 'month' | 'year';
  start: string;
  end: string;
}

/** What a meter measured, by interval; the previous range stays on the screen until the next has loaded. */
export function quantitiesQuery(id: string, { interval, start, end }: QuantityRange) {
  const query = { interval, start_timestamp: start, end_timestamp: end };
  return queryOptions({
    queryKey: ['meter', 'quantities', id, query],
    queryFn: () => body(api.GET('/v1/meters/{id}/quantities', { params: { path: { id }, query } })),
    placeholderData: keepPreviousData,
    refetchInterval: MEASURED_MS,
  });
}

/** What the meters of a list have measured this month, by their ids. */
export function useMetersThisMonth(organizationId: string, ids: readonly string[]) {
  const query = { organization_id: [organizationId], meter_id: [...ids] };
  return useQuery(
    queryOptions({
      queryKey: ['meter', 'this-month', organizationId, ids],
      queryFn: () => body(api.GET('/api/dashboard/meters/this-month', { params: { query } })),
      select: ({ meters }) => new Map(meters.map(({ meter_id, quantity }) => [meter_id, quantity])),
      placeholderData: keepPreviousData,
      refetchInterval: MEASURED_MS,
      enabled: ids.length > 0,
    }),
  );
}

/** Meters whose name contains the typed text. */
export function useMeterSearch(organizationId: string) {
  const [text, setText] = useState('');
  const found = useQuery(metersQuery(organizationId, { page: 1, sorting: 'name', query: text }));
  const options = found.data?.items.map(({ id, name }) => ({ id, label: name }));
  return { options, text, onText: setText };
}

/** For a filter by meter: the selected meter, and those whose name contains the typed text. */
export function useMeterChoices(organizationId: string, pickedId: string) {
  const picked = useQuery({ ...meterQuery(pickedId), enabled: pickedId !== '' });
  const search = useMeterSearch(organizationId);
  const unnamed = picked.isError ? 'Unknown meter' : 'One meter';
  return { ...search, picked: pickedId === '' ? undefined : (picked.data?.name ?? unnamed) };
}

export type MeterContent = Pick<Meter, 'name' | 'filter' | 'aggregation' | 'metadata'>;

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
