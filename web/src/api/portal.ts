import { queryOptions } from '@tanstack/react-query';
import createClient from 'openapi-fetch';
import { keepPortalSession, portalSession } from '@/lib/portal-session';
import { body, contracts } from './client';
import { ApiError } from './error';
import { queryClient } from './query-client';
import type { paths } from './schema';

type PortalApi = ReturnType<typeof createClient<paths>>;

const clients = new Map<string, PortalApi>();

/** Called with the customer's session, and never with a seller's cookie. */
export function portalApi(slug: string): PortalApi {
  const known = clients.get(slug);
  if (known) return known;
  const client = createClient<paths>({ baseUrl: window.location.origin, credentials: 'omit' });
  client.use({
    onRequest({ request }) {
      const token = portalSession(slug);
      if (token !== null) request.headers.set('Authorization', `Bearer ${token}`);
    },
  });
  client.use({
    async onResponse(given) {
      try {
        return await contracts.onResponse!(given);
      } catch (error) {
        // The session has expired, or its customer was deleted.
        if (error instanceof ApiError && error.status === 401 && portalSession(slug) !== null) leavePortal(slug);
        throw error;
      }
    },
    onError: contracts.onError!,
  });
  clients.set(slug, client);
  return client;
}

/** Forgets the session, and what it has shown. */
export function leavePortal(slug: string): void {
  keepPortalSession(slug, null);
  queryClient.removeQueries({ queryKey: ownKey(slug) });
}

/** What a session shows of its customer. */
export const ownKey = (slug: string, ...rest: readonly unknown[]) => ['portal', slug, 'own', ...rest];

/** The seller, for everyone who opens the portal. */
export function portalQuery(slug: string) {
  return queryOptions({
    queryKey: ['portal', slug],
    queryFn: () =>
      body(portalApi(slug).GET('/v1/customer-portal/organizations/{slug}', { params: { path: { slug } } })),
    staleTime: 60_000,
  });
}
