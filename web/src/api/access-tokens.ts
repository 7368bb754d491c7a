import { useMutation } from '@tanstack/react-query';
import type { ListSearch } from '@/lib/search';
import { changed } from './affects';
import { api, body } from './client';
import { useCreate } from './create';
import { listQuery } from './lists';
import type { Scope } from './types';

export function accessTokensQuery(organizationId: string, search: Omit<ListSearch, 'query'> & { limit?: number }) {
  return listQuery('access-token', organizationId, search, (query) =>
    body(api.GET('/v1/organization-access-tokens', { params: { query } })),
  );
}

export interface NewAccessToken {
  comment: string;
  scopes: string[];
  /** An ISO 8601 duration such as `P30D`; null if the token never expires. */
  expires_in: string | null;
}

/** Only this response contains the token. */
export function useCreateAccessToken(organizationId: string) {
  return useCreate({
    mutationFn: (token: NewAccessToken, headers) =>
      body(
        api.POST('/v1/organization-access-tokens', {
          body: { ...token, scopes: token.scopes as Scope[], organization_id: organizationId },
          headers,
        }),
      ),
    onSuccess: () => changed('access-token'),
    // The mutation's cache drops the secret with the screen that shows it.
    gcTime: 0,
  });
}

export function useDeleteAccessToken() {
  return useMutation({
    mutationFn: async (id: string) => {
      await api.DELETE('/v1/organization-access-tokens/{id}', { params: { path: { id } } });
    },
    onSuccess: () => changed('access-token'),
  });
}
