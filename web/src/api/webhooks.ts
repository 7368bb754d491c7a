import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { between, type DeliveryFilters } from '@/lib/list-filters';
import { LIMIT, type ListSearch } from '@/lib/search';
import { changed, deleted, saved } from './affects';
import { api, body } from './client';
import { useCreate } from './create';
import { listQuery, oneQuery } from './lists';
import { heard } from './live';
import type { WebhookEndpoint, WireType } from './types';

const ATTEMPTS = 100;
const FOLLOWED_MS = 2_000;

export function endpointsQuery(organizationId: string, search: Omit<ListSearch, 'query'>) {
  return listQuery('endpoint', organizationId, search, (query) =>
    body(api.GET('/v1/webhooks/endpoints', { params: { query } })),
  );
}

export function endpointQuery(id: string) {
  const query = oneQuery('endpoint', id, (path) => body(api.GET('/v1/webhooks/endpoints/{id}', { params: { path } })));
  return {
    ...query,
    // While a replay runs, its progress.
    refetchInterval: ({ state }: { state: { data?: WebhookEndpoint } }) =>
      state.data?.replay?.status === 'running' && FOLLOWED_MS,
  };
}

/** How many messages wait to be sent, or to be sent again, and how many attempts there were; followed while any waits. */
export function courseQuery(id: string) {
  return queryOptions({
    queryKey: ['delivery', id, 'course'],
    queryFn: async () => {
      const endpoint = api.GET('/v1/webhooks/endpoints/{id}', { params: { path: { id } } });
      const newest = api.GET('/v1/webhooks/deliveries', { params: { query: { endpoint_id: [id], limit: 1 } } });
      const [{ waiting }, { pagination }] = await Promise.all([body(endpoint), body(newest)]);
      return { waiting, attempts: pagination.total_count };
    },
    refetchInterval: ({ state }) => (state.data?.waiting ?? 0) > 0 && FOLLOWED_MS,
  });
}

/** Attempts are not in the log, so the server reports none of them: while messages wait, asks for new ones. */
export function useAttemptsFollowed(id: string): void {
  const { data } = useQuery(courseQuery(id));
  const attempts = data?.attempts;
  const known = useRef(attempts);
  useEffect(() => {
    if (known.current !== undefined && known.current !== attempts) heard({ entities: ['delivery'], ids: [] });
    known.current = attempts;
  }, [attempts]);
}

/** The filters as the server knows them. */
export function deliveryFilters({ outcome = 'all', type, ...days }: Partial<DeliveryFilters>) {
  return {
    ...(outcome !== 'all' && { outcome: [outcome] }),
    ...(type && { event_type: [type as WireType] }),
    ...between('created', days),
  };
}

/** Attempts, newest first. */
export function deliveriesQuery(endpointId: string, page: number, filters: Partial<DeliveryFilters>) {
  return queryOptions({
    queryKey: ['delivery', 'list', endpointId, { page, ...deliveryFilters(filters) }],
    queryFn: () => deliveries(endpointId, page, filters),
    placeholderData: keepPreviousData,
  });
}

/** The newest attempts, also while someone reads the list. */
export function newestDeliveriesQuery(endpointId: string) {
  return queryOptions({
    queryKey: ['delivery', endpointId, 'newest'],
    queryFn: () => deliveries(endpointId, 1, {}),
    placeholderData: keepPreviousData,
  });
}

function deliveries(endpointId: string, page: number, filters: Partial<DeliveryFilters>) {
  const query = { endpoint_id: [endpointId], page, limit: LIMIT, ...deliveryFilters(filters) };
  return body(api.GET('/v1/webhooks/deliveries', { params: { query } }));
}

/** The attempts of one message, newest first: at most ten per round. */
export function attemptsQuery(messageId: string) {
  return queryOptions({
    queryKey: ['delivery', 'message', messageId],
    queryFn: () =>
      body(
        api.GET('/v1/webhooks/deliveries', { params: { query: { webhook_event_id: [messageId], limit: ATTEMPTS } } }),
      ),
  });
}

export interface EndpointChange {
  url: string;
  format: 'raw' | 'discord' | 'slack';
  api_version: WebhookEndpoint['api_version'];
  events: string[];
  /** Without it, one is generated, or the current one is kept. */
  secret?: string;
}

/** The form knows the wire types as texts. */
function wired<C extends Partial<EndpointChange>>(change: C) {
  return { ...change, events: change.events as C['events'] & WireType[] };
}

export function useCreateEndpoint(organizationId: string) {
  return useCreate({
    mutationFn: (endpoint: EndpointChange, headers) =>
      body(
        api.POST('/v1/webhooks/endpoints', {
          body: { ...wired(endpoint), organization_id: organizationId },
          headers,
        }),
      ),
    onSuccess: (endpoint) => saved('endpoint', endpoint),
  });
}

export function useUpdateEndpoint(id: string) {
  return useMutation({
    mutationFn: (change: Partial<EndpointChange>) =>
      body(api.PATCH('/v1/webhooks/endpoints/{id}', { params: { path: { id } }, body: wired(change) })),
    onSuccess: (endpoint) => saved('endpoint', endpoint),
  });
}

export function useDeleteEndpoint(id: string) {
  return useMutation({
    mutationFn: async () => {
      await api.DELETE('/v1/webhooks/endpoints/{id}', { params: { path: { id } } });
    },
    onSuccess: () => deleted('endpoint', id),
  });
}

/** Sends a message once more, under the same id and with the same body. */
export function useRedeliver() {
  return useMutation({
    mutationFn: async (messageId: string) => {
      await api.POST('/v1/webhooks/events/{id}/redeliver', { params: { path: { id: messageId } } });
    },
    onSuccess: () => changed('delivery'),
  });
}

/** Creates a new secret; messages are signed with the former one, too, for a day. */
export function useRotateSecret(id: string) {
  return useMutation({
    mutationFn: () => body(api.PATCH('/v1/webhooks/endpoints/{id}/secret', { params: { path: { id } } })),
    onSuccess: (endpoint) => saved('endpoint', endpoint),
  });
}

export function useSendTest(id: string) {
  return useMutation({
    mutationFn: (type: WireType) =>
      body(api.POST('/v1/webhooks/endpoints/{id}/test', { params: { path: { id } }, body: { type } })),
    onSuccess: () => changed('delivery'),
  });
}

/** Of a disabled endpoint: what it missed is sent or skipped. */
export function useEnableEndpoint(id: string) {
  return useMutation({
    mutationFn: (retry_missed: boolean) =>
      body(api.POST('/v1/webhooks/endpoints/{id}/enable', { params: { path: { id } }, body: { retry_missed } })),
    onSuccess: (endpoint) => saved('endpoint', endpoint),
  });
}

export function useReplay(id: string) {
  return useMutation({
    mutationFn: (from: string) =>
      body(api.POST('/v1/webhooks/endpoints/{id}/replay', { params: { path: { id } }, body: { from } })),
    onSuccess: (endpoint) => saved('endpoint', endpoint),
  });
}

export function useStopReplay(id: string) {
  return useMutation({
    mutationFn: () => body(api.DELETE('/v1/webhooks/endpoints/{id}/replay', { params: { path: { id } } })),
    onSuccess: (endpoint) => saved('endpoint', endpoint),
  });
}
