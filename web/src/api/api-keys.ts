import { queryOptions, useMutation } from '@tanstack/react-query';
import { changed } from './affects';
import { api, body } from './client';

/** Whose keys: the user's own, or an organization's. */
export type KeyOwner = { organizationId?: string };

export function apiKeysQuery({ organizationId }: KeyOwner) {
  return queryOptions({
    queryKey: ['api-key', organizationId ?? 'own'],
    queryFn: async () => {
      const params = { query: organizationId ? { organizationId } : {} };
      const keys = await body(api.GET('/api/auth/api-key/list', { params }));
      return keys.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
    },
  });
}

export interface NewApiKey {
  name: string;
  prefix?: string;
  /** Seconds; left out: the key never expires. */
  expiresIn?: number;
  /** Of an organization's key alone. Total uses; left out: any number. */
  remaining?: number;
  rateLimitEnabled?: boolean;
  /** Uses in a window. */
  rateLimitMax?: number;
  /** Milliseconds. */
  rateLimitTimeWindow?: number;
}

/** Its answer is the only one that ever holds the key. */
export function useCreateApiKey({ organizationId }: KeyOwner) {
  return useMutation({
    mutationFn: (key: NewApiKey) =>
      body(api.POST('/api/auth/api-key/create', { body: { ...key, ...(organizationId && { organizationId }) } })),
    onSuccess: () => changed('api-key'),
    // Kept in the mutation's cache no longer than the screen that shows it.
    gcTime: 0,
  });
}

export function useUpdateApiKey() {
  return useMutation({
    mutationFn: (change: { keyId: string; enabled?: boolean; name?: string }) =>
      body(api.POST('/api/auth/api-key/update', { body: change })),
    onSuccess: () => changed('api-key'),
  });
}

export function useDeleteApiKey() {
  return useMutation({
    mutationFn: (keyId: string) => body(api.POST('/api/auth/api-key/delete', { body: { keyId } })),
    onSuccess: () => changed('api-key'),
  });
}
