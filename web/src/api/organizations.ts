import { queryOptions, useMutation } from '@tanstack/react-query';
import { api, body } from './client';
import { ApiError } from './error';
import { queryClient } from './query-client';

export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: () => body(api.GET('/api/auth/organization/list')),
  staleTime: 60_000,
});

/** The organization whose slug is in the address, as the billing contract shows it. */
export function organizationQuery(slug: string) {
  return queryOptions({
    queryKey: ['organization', slug],
    queryFn: async () => {
      const { items } = await body(api.GET('/v1/organizations/', { params: { query: { slug } } }));
      const [organization] = items;
      if (!organization) {
        throw new ApiError(404, 'ResourceNotFound', `You are in no organization called ${slug}. Choose another one.`);
      }
      return organization;
    },
    staleTime: 60_000,
  });
}

export function useCreateOrganization() {
  return useMutation({
    mutationFn: (organization: { name: string; slug: string }) =>
      body(api.POST('/api/auth/organization/create', { body: organization })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: organizationsQuery.queryKey }),
  });
}

/** True where nobody has the slug yet. */
export async function slugIsFree(slug: string): Promise<boolean> {
  try {
    await body(api.POST('/api/auth/organization/check-slug', { body: { slug } }));
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return false;
    throw error;
  }
}
