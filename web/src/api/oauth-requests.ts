import { queryOptions, useMutation } from '@tanstack/react-query';
import { api, body } from './client';

/** What the app that has sent this browser asks for. */
export function oauthRequestQuery(uid: string) {
  return queryOptions({
    queryKey: ['oauth-request', uid],
    queryFn: () => body(api.GET('/api/dashboard/oauth-requests/{uid}/asked', { params: { path: { uid } } })),
    retry: false,
    staleTime: 0,
  });
}

/** The response contains where the browser goes next, which ends at the app. */
export function useAnswerOAuthRequest(uid: string) {
  return useMutation({
    mutationFn: (answer: { allow: boolean; organization_id?: string }) =>
      body(api.POST('/api/dashboard/oauth-requests/{uid}/answer', { params: { path: { uid } }, body: answer })),
  });
}
