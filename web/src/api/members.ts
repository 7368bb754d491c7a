import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { LIMIT, type ListSearch } from '@/lib/search';
import { api, body, sortedBy } from './client';
import { forgetPeople, organizationsQuery } from './organizations';
import { queryClient } from './query-client';

export interface MemberSearch extends ListSearch {
  role: string;
  /** Page of the invitations below the members. */
  invited: number;
}

const keyOf = (organizationId: string) => ['organization', organizationId, 'members'];

/** Members by name, address, role and team, which the identity contract's own list can't be asked for. */
export function peopleQuery(organizationId: string, search: Partial<MemberSearch> & { team?: string; limit?: number }) {
  const { page = 1, sorting = 'name', query, role, team, limit = LIMIT } = search;
  return queryOptions({
    queryKey: [...keyOf(organizationId), 'people', search],
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

/** The roles one has oneself. */
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

/** Whether roles let one change what is sold and how, and see its log; all others see the rest. */
export function mayChange(roles: readonly string[]): boolean {
  return roles.some((role) => role === 'owner' || role === 'admin');
}

/** The same of one's own, which the organization's route has asked for before any of its pages shows. */
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

/** Whether one's role allows it; what is not allowed is not offered. */
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

/** Whether one may what a permission names; without one, whether one may change what is sold. */
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
    onSuccess: () => forgetPeople(organizationId),
  });
}

export function useRemoveMember(organizationId: string) {
  return useMutation({
    mutationFn: (memberId: string) =>
      body(api.POST('/api/auth/organization/remove-member', { body: { organizationId, memberIdOrEmail: memberId } })),
    onSuccess: () => forgetPeople(organizationId),
  });
}

export function useLeave(organizationId: string) {
  return useMutation({
    mutationFn: () => body(api.POST('/api/auth/organization/leave', { body: { organizationId } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: organizationsQuery.queryKey }),
  });
}
