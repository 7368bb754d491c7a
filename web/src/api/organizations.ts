import { queryOptions, useMutation } from '@tanstack/react-query';
import { browserZone } from '@/lib/zone';
import { changed, leavingKey } from './affects';
import { api, body } from './client';
import { ApiError } from './error';
import { queryClient } from './query-client';
import type {
  BusinessDetails,
  FeatureSettings,
  InvoiceSettings,
  MailSettings,
  Member,
  Organization,
  SocialLink,
  SubscriptionSettings,
} from './types';

export const organizationsQuery = queryOptions({
  queryKey: ['my-organizations'],
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
    mutationFn: async (organization: { name: string; slug: string }) => {
      const created = await body(api.POST('/api/auth/organization/create', { body: organization }));
      // The identity contract's creation has no time zone. If this fails, the organization has UTC until its settings say otherwise.
      const params = { path: { id: created.id } };
      await body(api.PATCH('/v1/organizations/{id}', { params, body: { time_zone: browserZone() } })).catch(() => null);
      return created;
    },
    onSuccess: () => changed('my-organizations'),
  });
}

/** An organization with its members, invitations and teams, from the identity contract, whose other lists use the active organization. */
export function fullOrganizationQuery(organizationId: string) {
  return queryOptions({
    queryKey: ['people', organizationId, 'full'],
    queryFn: async () => {
      const query = { organizationId };
      const organization = await body(api.GET('/api/auth/organization/get-full-organization', { params: { query } }));
      // null only if no organization is named or active.
      return organization!;
    },
    staleTime: 60_000,
  });
}

/** Its members. */
export function membersQuery(organizationId: string) {
  return queryOptions({ ...fullOrganizationQuery(organizationId), select: ({ members }): Member[] => members });
}

export interface OrganizationChange {
  name?: string;
  email?: string | null;
  website?: string | null;
  avatar_url?: string | null;
  socials?: SocialLink[];
  subscription_settings?: SubscriptionSettings;
  feature_settings?: FeatureSettings;
  details?: BusinessDetails;
  invoice_settings?: InvoiceSettings;
  mail_settings?: MailSettings;
  time_zone?: string;
  currency?: string;
}

export function useUpdateOrganization({ id, slug }: Pick<Organization, 'id' | 'slug'>) {
  return useMutation({
    mutationFn: (change: OrganizationChange) =>
      body(api.PATCH('/v1/organizations/{id}', { params: { path: { id } }, body: change })),
    onSuccess: (organization) => {
      queryClient.setQueryData(organizationQuery(slug).queryKey, organization);
      void changed('my-organizations');
    },
  });
}

/** Only the identity contract can change the slug, with which the paths of all pages begin. */
export function useChangeSlug(organizationId: string) {
  return useMutation({
    mutationFn: (slug: string) =>
      body(api.POST('/api/auth/organization/update', { body: { organizationId, data: { slug } } })),
    onSuccess: () => changed('my-organizations'),
  });
}

export function useDeleteOrganization(organizationId: string) {
  return useMutation({
    mutationKey: leavingKey(organizationId),
    mutationFn: () => body(api.POST('/api/auth/organization/delete', { body: { organizationId } })),
    onSuccess: () => changed('my-organizations'),
  });
}

/** Whether the slug is still free. */
export async function slugIsFree(slug: string): Promise<boolean> {
  try {
    await body(api.POST('/api/auth/organization/check-slug', { body: { slug } }));
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return false;
    throw error;
  }
}
