import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { usageEventFilters, type UsageEventFilters } from '@/lib/list-filters';
import type { Metadata } from '@/lib/metadata';
import { changed, saved } from './affects';
import { api, body } from './client';
import { useCreate } from './create';
import { withWordsForWhole } from './form-errors';
import { listQuery, oneQuery } from './lists';
import { heard } from './live';
import type { MeterFilter } from './types';

export interface UsageEventSearch extends UsageEventFilters {
  page: number;
  sorting: string;
  limit: number;
}

export function usageEventsQuery(organizationId: string, search: UsageEventSearch) {
  return listQuery('usage-event', organizationId, search, (params) =>
    body(api.GET('/v1/events', { params: { query: { ...params, ...usageEventFilters(search) } } })).catch(
      (error: unknown) => {
        throw withWordsForWhole(error, TOO_MANY);
      },
    ),
  );
}

const TOO_MANY = 'Too many events to search with these filters together. Choose a shorter range of dates.';

const DAY = 86_400_000;

/** How many events of the last day a filter lets through. @param now in milliseconds */
export function matchingQuery(organizationId: string, filter: MeterFilter, now: number) {
  const hour = Math.floor(now / 3_600_000) * 3_600_000;
  const start_timestamp = new Date(hour - DAY).toISOString();
  const query = { organization_id: [organizationId], filter: JSON.stringify(filter), start_timestamp, limit: 1 };
  return queryOptions({
    queryKey: ['usage-event', 'matching', query],
    queryFn: async () => (await body(api.GET('/v1/events', { params: { query } }))).pagination.total_count,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

export function usageEventQuery(id: string) {
  return oneQuery('usage-event', id, (path) => body(api.GET('/v1/events/{id}', { params: { path } })));
}

const MOST_NAMES = 50;

interface UsageNameSearch {
  page: number;
  sorting: string;
  limit: number;
  query?: string;
  /** An id, or '' for any. */
  customer: string;
}

export function usageNamesQuery(organizationId: string, search: UsageNameSearch) {
  const { customer, sorting, query: text, ...page } = search;
  const query = {
    ...page,
    organization_id: [organizationId],
    sorting: [sorting as never],
    ...(text && { query: text }),
    ...(customer && { customer_id: [customer] }),
  };
  return queryOptions({
    queryKey: ['usage-event', 'names', organizationId, search],
    queryFn: () => body(api.GET('/v1/events/names', { params: { query } })),
    placeholderData: keepPreviousData,
  });
}

/** The names of usage events that contain the typed text, the last seen first; a customer's if one is given. */
export function useUsageNames(organizationId: string, customer: string) {
  const [text, setText] = useState('');
  const search = { page: 1, sorting: '-last_seen', limit: MOST_NAMES, query: text, customer };
  return { found: useQuery(usageNamesQuery(organizationId, search)), text, onText: setText };
}

/** How many events the names have in each of the last days. */
export function useUsageDays(organizationId: string, names: readonly string[]) {
  const query = { organization_id: [organizationId], name: [...names] };
  return useQuery(
    queryOptions({
      queryKey: ['usage-event', 'days', organizationId, names],
      queryFn: () => body(api.GET('/api/dashboard/events/days', { params: { query } })),
      placeholderData: keepPreviousData,
      enabled: names.length > 0,
    }),
  );
}

/** Between two looks. */
const TAIL_MS = 2_000;

/** Looks for new events while the tab is visible: sellers may send too many for the server to announce each. */
export function useLiveTail(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const look = () => {
      if (document.visibilityState === 'visible') heard({ entities: ['usage-event'], ids: [] });
    };
    look();
    const timer = setInterval(look, TAIL_MS);
    return () => clearInterval(timer);
  }, [isOn]);
}

/** Takes an event off what meters counted, for a reason. */
export function useVoidUsageEvent(id: string) {
  return useMutation({
    mutationFn: (reason: string) =>
      body(api.POST('/v1/events/{id}/void', { params: { path: { id } }, body: { reason } })),
    onSuccess: (event) => saved('usage-event', event),
  });
}

export interface NewUsageEvent {
  name: string;
  customer_id?: string;
  external_customer_id?: string;
  metadata?: Metadata;
}

export function useSendUsageEvent(organizationId: string) {
  return useCreate({
    mutationFn: (event: NewUsageEvent, headers) =>
      body(
        api.POST('/v1/events/ingest', { body: { events: [{ ...event, organization_id: organizationId }] }, headers }),
      ),
    onSuccess: () => changed('usage-event'),
  });
}
