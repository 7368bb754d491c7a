import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { forgetDrafts } from '@/lib/draft';
import { forgetRecent } from '@/lib/recent';
import { forms, mayLeave } from '@/lib/unsaved';
import { forgetIds } from '@/lib/last-organization';
import { api, body } from './client';
import { queryClient } from './query-client';

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  // null: not signed in.
  queryFn: () => body(api.GET('/api/auth/get-session')),
  staleTime: 60_000,
});

/** Whether an administrator is acting as this user; the server then refuses personal actions. */
export function useActing(): boolean {
  return useQuery({ ...sessionQuery, select: (me) => Boolean(me?.session.impersonatedBy) }).data ?? false;
}

/** After signing in or out, nothing of the previous user may remain. */
export function startOver(): void {
  queryClient.clear();
  forgetIds();
}

export function useSignIn() {
  return useMutation({
    mutationFn: (credentials: { email: string; password: string; rememberMe: boolean }) =>
      body(api.POST('/api/auth/sign-in/email', { body: credentials })),
    onSuccess: startOver,
  });
}

export function useSignUp() {
  return useMutation({
    mutationFn: ({ next, ...person }: { name: string; email: string; password: string; next: string }) =>
      body(api.POST('/api/auth/sign-up/email', { body: { ...person, callbackURL: verifiedAt(next) } })),
    onSuccess: startOver,
  });
}

/** @param leave goes to a page that needs no session first: the current page would reload the cleared data */
export function useSignOut(leave?: () => Promise<unknown>) {
  return useMutation({
    mutationFn: async () => {
      if (!(await mayLeave(forms, false))) return false;
      await body(api.POST('/api/auth/sign-out'));
      return true;
    },
    onSettled: async (left) => {
      if (left === false) return;
      await leave?.();
      forgetDrafts();
      forgetRecent();
      startOver();
    },
  });
}

export function useSendVerification() {
  return useMutation({
    mutationFn: ({ email, next = '' }: { email: string; next?: string }) =>
      body(api.POST('/api/auth/send-verification-email', { body: { email, callbackURL: verifiedAt(next) } })),
  });
}

/** The page that a verification link opens, with the path to continue to. */
function verifiedAt(next: string): string {
  return `/verify-email?verified=1${next ? `&next=${encodeURIComponent(next)}` : ''}`;
}

/** The mail's link leads to /reset-password. The answer does not reveal whether the address is known. */
export function useRequestPasswordReset() {
  return useMutation({
    mutationFn: (email: string) =>
      body(api.POST('/api/auth/request-password-reset', { body: { email, redirectTo: '/reset-password' } })),
  });
}

export function useResetPassword() {
  return useMutation({
    mutationFn: (reset: { token: string; newPassword: string }) =>
      body(api.POST('/api/auth/reset-password', { body: reset })),
    // It may have signed this browser out as well.
    onSuccess: startOver,
  });
}
