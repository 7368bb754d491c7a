import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { LIMIT, type ListSearch } from '@/lib/search';
import { changed, leavingKey } from './affects';
import { api, body, sortedBy } from './client';

export interface MemberSearch extends ListSearch {
  role: string;
  /** The page of the invitation list below the members. */
  invited: number;
}

const keyOf = (organizationId: string) => ['people', organizationId];

/** Members filtered by name, e-mail, role and team, which the identity contract's own list does not support. */
export function peopleQuery(organizationId: string, search: Partial<MemberSearch> & { team?: string; limit?: number }) {
  const { page = 1, sorting = 'name', query, role, team, limit = LIMIT } = search;
  return queryOptions({
    queryKey: [...keyOf(organizationId), 'list', search],
    queryFn: () =>
      body(
        api.GET('/api/ledger/people', {
          params: {
            query: {
              organization_id: [organizationId],
              page,
              limit,
              sorting: sortedBy(sorting),
              ...(query && { query }),
              ...(role && { role }),
              ...(team && { team_id: team }),
            },
          },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** The user's own roles. */
export function ownRolesQuery(organizationId: string) {
  return queryOptions({
    queryKey: [...keyOf(organizationId), 'own role'],
    queryFn: async () => {
      const query = { organizationId };
      const { role } = await body(api.GET('/api/auth/organization/get-active-member-role', { params: { query } }));
      return role.split(',');
    },
    staleTime: 60_000,
  });
}

/** Whether roles allow changing products and settings and seeing the log; every member sees the rest. */
export function mayChange(roles: readonly string[]): boolean {
  return roles.some((role) => role === 'owner' || role === 'admin');
}

/** The same for the user's own roles, which the organization's route loads before any page renders. */
export function useMayChange(organizationId: string): boolean {
  const { data: own = [] } = useQuery(ownRolesQuery(organizationId));
  return mayChange(own);
}

export type Permission =
  | 'organization:update'
  | 'organization:delete'
  | 'member:update'
  | 'member:delete'
  | 'invitation:create'
  | 'invitation:cancel'
  | 'team:create'
  | 'team:update'
  | 'team:delete';

/** Whether the user's role allows it; an action that is not allowed is not shown. */
export function allowedQuery(organizationId: string, permission: Permission) {
  const [resource, action] = permission.split(':') as [string, string];
  return queryOptions({
    queryKey: [...keyOf(organizationId), 'allowed', permission],
    queryFn: async () => {
      const asked = { organizationId, permissions: { [resource]: [action] } };
      return (await body(api.POST('/api/auth/organization/has-permission', { body: asked }))).success;
    },
    staleTime: 60_000,
  });
}

/** Whether the user has a permission; without one, whether they may change products. */
export function useMay(organizationId: string, permission: Permission | undefined): boolean {
  const changes = useMayChange(organizationId);
  const asked = allowedQuery(organizationId, permission ?? 'organization:update');
  const { data: allowed = changes } = useQuery({ ...asked, enabled: permission !== undefined });
  return permission === undefined ? changes : allowed;
}

export function useChangeRoles(organizationId: string) {
  return useMutation({
    mutationFn: ({ memberId, roles }: { memberId: string; roles: string[] }) =>
      body(api.POST('/api/auth/organization/update-member-role', { body: { organizationId, memberId, role: roles } })),
    onSuccess: () => changed('people'),
  });
}

export function useRemoveMember(organizationId: string) {
  return useMutation({
    mutationFn: (memberId: string) =>
      body(api.POST('/api/auth/organization/remove-member', { body: { organizationId, memberIdOrEmail: memberId } })),
    onSuccess: () => changed('people'),
  });
}

export function useLeave(organizationId: string) {
  return useMutation({
    mutationKey: leavingKey(organizationId),
    mutationFn: () => body(api.POST('/api/auth/organization/leave', { body: { organizationId } })),
    onSuccess: () => changed('my-organizations'),
  });
}
