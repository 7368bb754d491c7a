import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { api, body } from './client';
import { ApiError } from './error';
import { pageOf, sortOf, windowOf } from './paging';
import { queryClient } from './query-client';

export interface UserSearch {
  page: number;
  sorting: string;
  query: string;
  /** What `query` is looked for in. */
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
    queryKey: ['admin', 'users', search],
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
    queryKey: ['admin', 'users', id],
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
    queryKey: ['admin', 'users', userId, 'sessions'],
    queryFn: async () =>
      (await body(api.POST('/api/auth/admin/list-user-sessions', { body: { userId } }))).sessions.toSorted(
        (a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt),
      ),
  });
}

// The contract's list takes its numbers as texts.
function textsOf({ limit, offset }: { limit: number; offset: number }): { limit: string; offset: string } {
  return { limit: String(limit), offset: String(offset) };
}

function forgetUsers(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['admin', 'users'] });
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
    onSuccess: forgetUsers,
  });
}

export function useSetRole(userId: string) {
  return useMutation({
    mutationFn: (role: string) => body(api.POST('/api/auth/admin/set-role', { body: { userId, role } })),
    onSuccess: forgetUsers,
  });
}

/** `banExpiresIn` in seconds; left out: for ever. */
export function useBan(userId: string) {
  return useMutation({
    mutationFn: (ban: { banReason?: string; banExpiresIn?: number }) =>
      body(api.POST('/api/auth/admin/ban-user', { body: { userId, ...ban } })),
    onSuccess: forgetUsers,
  });
}

export function useLiftBan(userId: string) {
  return useMutation({
    mutationFn: () => body(api.POST('/api/auth/admin/unban-user', { body: { userId } })),
    onSuccess: forgetUsers,
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
    onSuccess: forgetUsers,
  });
}

export function useRevokeSessions(userId: string) {
  return useMutation({
    mutationFn: () => body(api.POST('/api/auth/admin/revoke-user-sessions', { body: { userId } })),
    onSuccess: forgetUsers,
  });
}

export function useRemoveUser(userId: string) {
  return useMutation({
    mutationFn: () => body(api.POST('/api/auth/admin/remove-user', { body: { userId } })),
    onSuccess: forgetUsers,
  });
}

/** From here on one is somebody else: the page has to be loaded anew, since nothing that it holds is theirs. */
export function useImpersonate() {
  return useMutation({
    mutationFn: (userId: string) => body(api.POST('/api/auth/admin/impersonate-user', { body: { userId } })),
  });
}

/** The same, the other way round. */
export function useStopImpersonating() {
  return useMutation({
    mutationFn: () => body(api.POST('/api/auth/admin/stop-impersonating')),
  });
}
