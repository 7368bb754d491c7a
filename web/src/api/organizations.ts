import { queryOptions, useMutation } from '@tanstack/react-query';
import { api, body } from './client';
import { ApiError } from './error';
import { queryClient } from './query-client';
import type { Member, Organization, SocialLink, SubscriptionSettings } from './types';

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
      const { items } = await body(api.GET('/v1/organizations', { params: { query: { slug: [slug] } } }));
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

/** Who belongs to it, by the identity contract. */
export function membersQuery(organizationId: string) {
  return queryOptions({
    queryKey: ['organization', organizationId, 'members'],
    queryFn: async () => {
      const query = { organizationId };
      // The document does not say what may be null, as the session and this may.
      const answer = await body(api.GET('/api/auth/organization/get-full-organization', { params: { query } }));
      return (answer as { members: Member[] } | null)?.members ?? [];
    },
    staleTime: 60_000,
  });
}

export interface OrganizationChange {
  name?: string;
  email?: string | null;
  website?: string | null;
  avatar_url?: string | null;
  socials?: SocialLink[];
  subscription_settings?: SubscriptionSettings;
}

export function useUpdateOrganization({ id, slug }: Pick<Organization, 'id' | 'slug'>) {
  return useMutation({
    mutationFn: (change: OrganizationChange) =>
      body(api.PATCH('/v1/organizations/{id}', { params: { path: { id } }, body: change })),
    onSuccess: (organization) => {
      queryClient.setQueryData(organizationQuery(slug).queryKey, organization);
      void queryClient.invalidateQueries({ queryKey: organizationsQuery.queryKey });
    },
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
