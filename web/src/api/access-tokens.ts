import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { LIMIT, type ListSearch } from '@/lib/search';
import { api, body, sortedBy } from './client';
import { queryClient } from './query-client';
import type { Scope } from './types';

export function accessTokensQuery(organizationId: string, { page, sorting }: Omit<ListSearch, 'query'>) {
  return queryOptions({
    queryKey: ['access-tokens', organizationId, page, sorting],
    queryFn: () =>
      body(
        api.GET('/v1/organization-access-tokens', {
          params: { query: { organization_id: [organizationId], page, limit: LIMIT, sorting: sortedBy(sorting) } },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export interface NewAccessToken {
  comment: string;
  scopes: string[];
  /** An ISO 8601 duration such as `P30D`; null: never. */
  expires_in: string | null;
}

/** Its answer is the only one that ever holds the token. */
export function useCreateAccessToken(organizationId: string) {
  return useMutation({
    mutationFn: (token: NewAccessToken) =>
      body(
        api.POST('/v1/organization-access-tokens', {
          body: { ...token, scopes: token.scopes as Scope[], organization_id: organizationId },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['access-tokens'] }),
    // Kept in the mutation's cache no longer than the screen that shows it.
    gcTime: 0,
  });
}

export function useDeleteAccessToken() {
  return useMutation({
    mutationFn: async (id: string) => {
      await api.DELETE('/v1/organization-access-tokens/{id}', { params: { path: { id } } });
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['access-tokens'] }),
  });
}
