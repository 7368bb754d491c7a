import { queryOptions, useMutation } from '@tanstack/react-query';
import { changed } from './affects';
import { api, body } from './client';

/** The owner of the keys: the user or an organization. */
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
  /** Seconds; without it, the key never expires. */
  expiresIn?: number;
  /** Total uses, for an organization's key only; unlimited without it. */
  remaining?: number;
  rateLimitEnabled?: boolean;
  /** Uses per window. */
  rateLimitMax?: number;
  /** Milliseconds. */
  rateLimitTimeWindow?: number;
}

/** Only this response contains the key. */
export function useCreateApiKey({ organizationId }: KeyOwner) {
  return useMutation({
    mutationFn: (key: NewApiKey) =>
      body(api.POST('/api/auth/api-key/create', { body: { ...key, ...(organizationId && { organizationId }) } })),
    onSuccess: () => changed('api-key'),
    // The mutation's cache drops the secret with the screen that shows it.
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
