import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { LIMIT } from '@/lib/search';
import { deleted, saved } from './affects';
import { api, body } from './client';
import { useCreate } from './create';
import { oneQuery } from './lists';
import type { OAuthClient, OAuthClientConfiguration } from './types';

/** The clients that the user has registered, newest first. */
export function oauthClientsQuery(page: number) {
  return queryOptions({
    queryKey: ['app', 'list', page],
    queryFn: async () => {
      const query = { page, limit: LIMIT, sorting: ['-created_at' as const] };
      const { items, pagination } = await body(api.GET('/v1/oauth2', { params: { query } }));
      return { items: items.map(withId), pagination };
    },
    placeholderData: keepPreviousData,
  });
}

export function oauthClientQuery(clientId: string) {
  return oneQuery('app', clientId, async () =>
    withId(await body(api.GET('/v1/oauth2/register/{client_id}', { params: { path: { client_id: clientId } } }))),
  );
}

export function useRegisterOAuthClient() {
  return useCreate({
    mutationFn: (configuration: OAuthClientConfiguration, headers) =>
      body(api.POST('/v1/oauth2/register', { body: configuration, headers })),
    onSuccess: (client) => saved('app', withId(client)),
  });
}

/** Replaces the whole configuration. */
export function useUpdateOAuthClient(clientId: string) {
  return useMutation({
    mutationFn: (configuration: OAuthClientConfiguration) =>
      body(
        api.PUT('/v1/oauth2/register/{client_id}', {
          params: { path: { client_id: clientId } },
          body: { ...configuration, client_id: clientId },
        }),
      ),
    onSuccess: (client) => saved('app', withId(client)),
  });
}

export function useRemoveOAuthClient(clientId: string) {
  return useMutation({
    mutationFn: async () => {
      await api.DELETE('/v1/oauth2/register/{client_id}', { params: { path: { client_id: clientId } } });
    },
    onSuccess: () => deleted('app', clientId),
  });
}

/** With the id under the name that every other entity has. */
function withId(client: OAuthClient): OAuthClient & { id: string } {
  return { ...client, id: client.client_id };
}
