import { queryOptions, useMutation } from '@tanstack/react-query';
import { api, body } from './client';
import { queryClient } from './query-client';
import type { Session, User } from './types';

interface SignedIn {
  session: Session;
  user: User;
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  // The document does not say what may be null: here, nobody is signed in.
  queryFn: async () => (await body(api.GET('/api/auth/get-session'))) as SignedIn | null,
  staleTime: 60_000,
});

/** Whoever signs in or out sees nothing of who was there before. */
function startOver(): void {
  queryClient.clear();
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
    mutationFn: (person: { name: string; email: string; password: string }) =>
      body(api.POST('/api/auth/sign-up/email', { body: { ...person, callbackURL: '/verify-email' } })),
    onSuccess: startOver,
  });
}

export function useSignOut() {
  return useMutation({
    mutationFn: () => body(api.POST('/api/auth/sign-out')),
    onSettled: startOver,
  });
}

export function useSendVerification() {
  return useMutation({
    mutationFn: (email: string) =>
      body(api.POST('/api/auth/send-verification-email', { body: { email, callbackURL: '/verify-email' } })),
  });
}
