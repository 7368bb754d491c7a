import createClient, { type Middleware } from 'openapi-fetch';
import { connectionLost, connectionWorks } from '@/lib/connection';
import { ApiError, toApiError, unreachable } from './error';
import { queryClient } from './query-client';
import type { paths } from './schema';

const PENDING_REFETCH_MS = 1000;

/** Turns failures of both contracts into an `ApiError`. */
export const contracts: Middleware = {
  async onResponse({ request, response }) {
    connectionWorks();
    if (response.ok) {
      // The write is stored but the read models lag: reload what is on the screen, once.
      if (response.headers.has('Projection-Pending')) {
        setTimeout(() => void queryClient.invalidateQueries(), PENDING_REFETCH_MS);
      }
      return;
    }
    const body: unknown = await response.json().catch(() => null);
    throw toApiError(response.status, body, request.method);
  },
  onError({ error, request }) {
    if (error instanceof ApiError) return error;
    // A caller may end its own request.
    if (!request.signal.aborted) connectionLost();
    return unreachable(request.method);
  },
};

export const api = createClient<paths>({ baseUrl: window.location.origin, credentials: 'include' });
api.use(contracts);

/** A sorting from the address, which is not validated here: the server refuses unknown ones. */
export function sortedBy(sorting: string): never[] {
  return [sorting as never];
}

/** The response's body; failures were already thrown as an `ApiError`. */
export async function body<T>(answer: Promise<{ data?: T }>): Promise<T> {
  const { data } = await answer;
  return data as T;
}
