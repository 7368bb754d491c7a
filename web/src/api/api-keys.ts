import { queryOptions, useMutation } from '@tanstack/react-query';
import { api, body } from './client';
import { queryClient } from './query-client';

/** Whose keys: one's own, or an organization's. */
export type KeyOwner = { organizationId?: string };

export function apiKeysQuery({ organizationId }: KeyOwner) {
  return queryOptions({
    queryKey: ['api-keys', organizationId ?? 'own'],
    queryFn: async () => {
      const params = { query: organizationId ? { organizationId } : {} };
      const keys = await body(api.GET('/api/auth/api-key/list', { params }));
      return keys.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
    },
  });
}

function forgetKeys(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['api-keys'] });
}

export interface NewApiKey {
  name: string;
  prefix?: string;
  /** Seconds; left out: the key never expires. */
  expiresIn?: number;
  /** Of an organization's key alone. Uses in all; left out: any number. */
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
    onSuccess: forgetKeys,
    // Kept in the mutation's cache no longer than the screen that shows it.
    gcTime: 0,
  });
}

export function useUpdateApiKey() {
  return useMutation({
    mutationFn: (change: { keyId: string; enabled?: boolean; name?: string }) =>
      body(api.POST('/api/auth/api-key/update', { body: change })),
    onSuccess: forgetKeys,
  });
}

export function useDeleteApiKey() {
  return useMutation({
    mutationFn: (keyId: string) => body(api.POST('/api/auth/api-key/delete', { body: { keyId } })),
    onSuccess: forgetKeys,
  });
}
