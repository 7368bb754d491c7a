import { queryOptions, useMutation } from '@tanstack/react-query';
import { api, body } from './client';
import { queryClient } from './query-client';
import type { components } from './schema';

export type PlatformName = Integrations['platforms'][number]['platform'];
export type Integrations = components['schemas']['Integrations'];
export type Installation = Integrations['installations'][number];
export type PlaceChoices = components['schemas']['RemotePlaceChoices'];

/** Where an organization can give access, and what it has connected. */
export function integrationsQuery(organizationId: string) {
  return queryOptions({
    queryKey: ['benefit', 'integrations', organizationId],
    queryFn: () =>
      body(api.GET('/api/dashboard/integrations', { params: { query: { organization_id: organizationId } } })),
  });
}

/** What can be given in a server or at an account; it may have changed there a moment ago. */
export function placeChoicesQuery(id: string) {
  return queryOptions({
    queryKey: ['benefit', 'place', id],
    queryFn: () => body(api.GET('/api/dashboard/integrations/{id}', { params: { path: { id } } })),
    enabled: id !== '',
    staleTime: 0,
  });
}

/** Refused while a benefit gives something there. */
export function useDisconnect() {
  return useMutation({
    mutationFn: (id: string) => body(api.DELETE('/api/dashboard/integrations/{id}', { params: { path: { id } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['benefit', 'integrations'] }),
  });
}

/** Who has access at a pretend platform. */
export function pretendMembersQuery(id: string) {
  return queryOptions({
    queryKey: ['benefit', 'pretend-members', id],
    queryFn: async () =>
      (await body(api.GET('/api/dashboard/benefits/{id}/pretend-members', { params: { path: { id } } }))).usernames,
  });
}

/** A page of ours that leads to the platform's. @param isInstalled the app only has to be connected */
export function connectUrl(
  platform: PlatformName,
  {
    organizationId,
    returnTo,
    isInstalled = false,
  }: { organizationId: string; returnTo: string; isInstalled?: boolean },
): string {
  const path = platform === 'discord' ? 'discord/bot/authorize' : 'github/installation/authorize';
  const query = new URLSearchParams({ organization_id: organizationId, return_to: returnTo });
  if (isInstalled) query.set('is_installed', 'true');
  return `/v1/integrations/${path}?${query}`;
}
