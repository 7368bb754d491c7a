import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { LIMIT, type ListSearch } from '@/lib/search';
import { api, body, sortedBy } from './client';
import { queryClient } from './query-client';
import type { WebhookEndpoint, WireType } from './types';

export function endpointsQuery(organizationId: string, { page, sorting }: Omit<ListSearch, 'query'>) {
  return queryOptions({
    queryKey: ['webhooks', organizationId, page, sorting],
    queryFn: () =>
      body(
        api.GET('/v1/webhooks/endpoints', {
          params: { query: { organization_id: [organizationId], page, limit: LIMIT, sorting: sortedBy(sorting) } },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export function endpointQuery(id: string) {
  return queryOptions({
    queryKey: ['webhook', id],
    queryFn: () => body(api.GET('/v1/webhooks/endpoints/{id}', { params: { path: { id } } })),
  });
}

const DELIVERIES_REFETCH_MS = 5000;

/** Attempts, newest first; asked again while they are looked at, for messages go out in their own time. */
export function deliveriesQuery(endpointId: string, page: number) {
  return queryOptions({
    queryKey: ['deliveries', endpointId, page],
    queryFn: () =>
      body(
        api.GET('/v1/webhooks/deliveries', { params: { query: { endpoint_id: [endpointId], page, limit: LIMIT } } }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: DELIVERIES_REFETCH_MS,
  });
}

export interface EndpointChange {
  url: string;
  events: string[];
  /** Left out: one is made, or the present one is kept. */
  secret?: string;
}

/** The form knows the wire types as texts. */
function wired<C extends Partial<EndpointChange>>(change: C) {
  return { ...change, events: change.events as C['events'] & WireType[] };
}

function keep(endpoint: WebhookEndpoint): void {
  queryClient.setQueryData(endpointQuery(endpoint.id).queryKey, endpoint);
  void queryClient.invalidateQueries({ queryKey: ['webhooks'] });
}

export function useCreateEndpoint(organizationId: string) {
  return useMutation({
    mutationFn: (endpoint: EndpointChange) =>
      body(
        api.POST('/v1/webhooks/endpoints', {
          body: { ...wired(endpoint), format: 'raw', organization_id: organizationId },
        }),
      ),
    onSuccess: keep,
  });
}

export function useUpdateEndpoint(id: string) {
  return useMutation({
    mutationFn: (change: Partial<EndpointChange>) =>
      body(api.PATCH('/v1/webhooks/endpoints/{id}', { params: { path: { id } }, body: wired(change) })),
    onSuccess: keep,
  });
}

export function useDeleteEndpoint(id: string) {
  return useMutation({
    mutationFn: async () => {
      await api.DELETE('/v1/webhooks/endpoints/{id}', { params: { path: { id } } });
    },
    onSuccess: () => {
      // Not asked for again: the page that shows it is about to be left.
      void queryClient.invalidateQueries({ queryKey: ['webhook', id], refetchType: 'none' });
      void queryClient.invalidateQueries({ queryKey: ['webhooks'] });
    },
  });
}

/** Sends a message once more, under the same id and with the same body. */
export function useRedeliver() {
  return useMutation({
    mutationFn: async (messageId: string) => {
      await api.POST('/v1/webhooks/events/{id}/redeliver', { params: { path: { id: messageId } } });
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['deliveries'] }),
  });
}
