import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { LIMIT } from '@/lib/search';
import { changed } from './affects';
import { api, body } from './client';

/** The apps that may act for the user, or for an organization whose owner or admin they are; newest first. */
export function oauthGrantsQuery(page: number) {
  return queryOptions({
    queryKey: ['app', 'allowed', page],
    queryFn: () => body(api.GET('/api/dashboard/oauth-grants', { params: { query: { page, limit: LIMIT } } })),
    placeholderData: keepPreviousData,
  });
}

export function useRevokeOAuthGrant() {
  return useMutation({
    mutationFn: async (id: string) => {
      await api.DELETE('/api/dashboard/oauth-grants/{id}', { params: { path: { id } } });
    },
    onSuccess: () => changed('app'),
  });
}
