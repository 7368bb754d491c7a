import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { changed, deleted } from './affects';
import { api, body } from './client';
import { ApiError } from './error';
import { pageOf, sortOf, windowOf } from './paging';

export interface UserSearch {
  page: number;
  sorting: string;
  query: string;
  /** The field that `query` searches. */
  by: 'email' | 'name';
  only: '' | 'admin' | 'banned';
}

const only = {
  '': {},
  admin: { filterField: 'role', filterOperator: 'contains', filterValue: 'admin' },
  banned: { filterField: 'banned', filterOperator: 'eq', filterValue: 'true' },
} as const;

export function usersQuery(search: UserSearch) {
  return queryOptions({
    queryKey: ['user', 'list', search],
    queryFn: async () => {
      const { page, sorting, query, by } = search;
      const { users, total } = await body(
        api.GET('/api/auth/admin/list-users', {
          params: {
            query: {
              ...textsOf(windowOf(page)),
              ...sortOf(sorting),
              ...(query && { searchValue: query, searchField: by }),
              ...only[search.only],
            },
          },
        }),
      );
      return pageOf(users, total);
    },
    placeholderData: keepPreviousData,
  });
}

export function userQuery(id: string) {
  return queryOptions({
    queryKey: ['user', 'one', id],
    queryFn: async () => {
      const query = { filterField: 'id', filterOperator: 'eq', filterValue: id, limit: '1' } as const;
      const [user] = (await body(api.GET('/api/auth/admin/list-users', { params: { query } }))).users;
      if (!user) throw new ApiError(404, 'USER_NOT_FOUND', 'There is no such user; the account may have been removed.');
      return user;
    },
  });
}

export function userSessionsQuery(userId: string) {
  return queryOptions({
    queryKey: ['user', 'sessions', userId],
    queryFn: async () =>
      (await body(api.POST('/api/auth/admin/list-user-sessions', { body: { userId } }))).sessions.toSorted(
        (a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt),
      ),
  });
}

/** The organizations that a user is in, in the order they joined. */
export function userOrganizationsQuery(userId: string) {
  return queryOptions({
    queryKey: ['user', 'organizations', userId],
    queryFn: async () =>
      (await body(api.POST('/api/auth/admin/list-user-organizations', { body: { userId } }))).organizations,
  });
}

// The contract's list takes numbers as strings.
function textsOf({ limit, offset }: { limit: number; offset: number }): { limit: string; offset: string } {
  return { limit: String(limit), offset: String(offset) };
}

export interface NewUser {
  email: string;
  name: string;
  password: string;
  role: string;
}

export function useCreateUser() {
  return useMutation({
    mutationFn: (user: NewUser) => body(api.POST('/api/auth/admin/create-user', { body: user })),
    onSuccess: () => changed('user'),
  });
}

export function useSetRole(userId: string) {
  return useMutation({
    mutationFn: (role: string) => body(api.POST('/api/auth/admin/set-role', { body: { userId, role } })),
    onSuccess: () => changed('user'),
  });
}

/** `banExpiresIn` in seconds; permanent without it. */
export function useBan(userId: string) {
  return useMutation({
    mutationFn: (ban: { banReason?: string; banExpiresIn?: number }) =>
      body(api.POST('/api/auth/admin/ban-user', { body: { userId, ...ban } })),
    onSuccess: () => changed('user'),
  });
}

export function useLiftBan(userId: string) {
  return useMutation({
    mutationFn: () => body(api.POST('/api/auth/admin/unban-user', { body: { userId } })),
    onSuccess: () => changed('user'),
  });
}

export function useSetPassword(userId: string) {
  return useMutation({
    mutationFn: (newPassword: string) =>
      body(api.POST('/api/auth/admin/set-user-password', { body: { userId, newPassword } })),
  });
}

export function useRevokeSession() {
  return useMutation({
    mutationFn: (sessionToken: string) =>
      body(api.POST('/api/auth/admin/revoke-user-session', { body: { sessionToken } })),
    onSuccess: () => changed('user'),
  });
}

export function useRevokeSessions(userId: string) {
  return useMutation({
    mutationFn: () => body(api.POST('/api/auth/admin/revoke-user-sessions', { body: { userId } })),
    onSuccess: () => changed('user'),
  });
}

export function useRemoveUser(userId: string) {
  return useMutation({
    mutationFn: () => body(api.POST('/api/auth/admin/remove-user', { body: { userId } })),
    onSuccess: () => deleted('user', userId),
  });
}

/** Afterwards the session belongs to another user, so the page must be reloaded: everything it holds is out of date. */
export function useImpersonate() {
  return useMutation({
    mutationFn: (userId: string) => body(api.POST('/api/auth/admin/impersonate-user', { body: { userId } })),
  });
}

/** Ends that session; the page must be reloaded as well. */
export function useStopImpersonating() {
  return useMutation({
    mutationFn: () => body(api.POST('/api/auth/admin/stop-impersonating')),
  });
}
