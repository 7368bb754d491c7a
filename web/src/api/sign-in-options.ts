import { queryOptions, useMutation } from '@tanstack/react-query';
import { api, body } from './client';

/** The ways to sign up, sign in and delete an account that this installation offers. */
export const signInOptionsQuery = queryOptions({
  queryKey: ['sign-in-options'],
  queryFn: () => body(api.GET('/api/ledger/sign-in-options')),
  staleTime: Infinity,
});

interface Start {
  provider: string;
  /** A path of ours to come to afterwards, and for those who are new. */
  next: string;
  welcome: string;
  /** Said where one means to make an account. */
  signUp: boolean;
}

/** Its answer's `url` is the provider's page. */
export function useStartSignIn() {
  return useMutation({
    mutationFn: ({ provider, next, welcome, signUp }: Start) =>
      body(
        api.POST('/api/auth/sign-in/social', {
          body: {
            provider,
            callbackURL: here(next),
            newUserCallbackURL: here(welcome),
            errorCallbackURL: here('/error'),
            requestSignUp: signUp,
          },
        }),
      ),
  });
}

export function useStartLinking() {
  return useMutation({
    mutationFn: (provider: string) =>
      body(
        api.POST('/api/auth/link-social', {
          body: { provider, callbackURL: here('/account/sign-in'), errorCallbackURL: here('/error?from=account') },
        }),
      ),
  });
}

// Whole URLs: the contract allows fewer characters in a path than our addresses may have.
function here(path: string): string {
  return window.location.origin + path;
}
