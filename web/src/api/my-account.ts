import { queryOptions, useMutation } from '@tanstack/react-query';
import { sessionQuery, startOver } from './account';
import { forgetDrafts } from '@/lib/draft';
import { forgetRecent } from '@/lib/recent';
import { api, body } from './client';
import { queryClient } from './query-client';

/** The ways to sign in: `credential` is the password, the others are providers. */
export const accountsQuery = queryOptions({
  queryKey: ['my-account', 'accounts'],
  queryFn: () => body(api.GET('/api/auth/list-accounts')),
});

/** The user's sessions; only this device's own row holds a real token. */
export const sessionsQuery = queryOptions({
  queryKey: ['my-account', 'sessions'],
  queryFn: () => body(api.GET('/api/auth/list-sessions')),
});

/** Fetches immediately, because the route guards read the cache. */
async function meAgain(): Promise<void> {
  await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
}

function sessionsAgain(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
}

function accountsAgain(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: accountsQuery.queryKey });
}

export function useUpdateProfile() {
  return useMutation({
    mutationFn: (change: { name: string; image: string | null }) =>
      body(api.POST('/api/auth/update-user', { body: change })),
    onSuccess: meAgain,
  });
}

/** A verified address has to confirm the change by mail; an unverified one is replaced at once. */
export function useChangeEmail() {
  return useMutation({
    mutationFn: (newEmail: string) =>
      body(api.POST('/api/auth/change-email', { body: { newEmail, callbackURL: '/verify-email' } })),
    onSuccess: meAgain,
  });
}

export function useChangePassword() {
  return useMutation({
    mutationFn: (change: { currentPassword: string; newPassword: string; revokeOtherSessions: boolean }) =>
      body(api.POST('/api/auth/change-password', { body: change })),
    // Ending the other sessions replaces this device's session too.
    onSuccess: () => Promise.all([meAgain(), sessionsAgain()]),
  });
}

/** @returns a mutation that takes a session's token as the list shows it */
export function useRevokeSession() {
  return useMutation({
    mutationFn: (token: string) => body(api.POST('/api/auth/revoke-session', { body: { token } })),
    onSuccess: sessionsAgain,
  });
}

export function useRevokeOtherSessions() {
  return useMutation({
    mutationFn: () => body(api.POST('/api/auth/revoke-other-sessions')),
    onSuccess: sessionsAgain,
  });
}

export function useUnlinkAccount() {
  return useMutation({
    mutationFn: (account: { providerId: string; accountId: string }) =>
      body(api.POST('/api/auth/unlink-account', { body: account })),
    onSuccess: accountsAgain,
  });
}

/**
 * Resolves to whether the account is already deleted; otherwise a mail asks for confirmation.
 * @param leave goes to a page that needs no session, once the account is deleted
 */
export function useDeleteUser(leave: () => Promise<unknown>) {
  return useMutation({
    mutationFn: async (password: string | undefined) => {
      const answer = await body(
        api.POST('/api/auth/delete-user', { body: { password, callbackURL: '/account-deleted' } }),
      );
      return { gone: answer.message === 'User deleted' };
    },
    onSuccess: async ({ gone }) => {
      if (!gone) return;
      await leave();
      forgetDrafts();
      forgetRecent();
      startOver();
    },
  });
}
