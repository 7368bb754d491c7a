import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { LIMIT } from '@/lib/search';
import { setClockOffset } from '@/lib/time';
import { changed } from './affects';
import { ApiError, toApiError, unreachable } from './error';
import { queryClient } from './query-client';

// Neither contract has these sandbox routes, so the generated types lack them.
async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  const answer = await fetch(path, { credentials: 'include', ...init }).catch(() => {
    throw unreachable(init?.method ?? 'GET');
  });
  const said: unknown = await answer.json().catch(() => null);
  if (!answer.ok) throw toApiError(answer.status, said, init?.method);
  return said as T;
}

function post<T>(path: string, content: object, signal?: AbortSignal): Promise<T> {
  return ask<T>(path, {
    signal,
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(content),
  });
}

const PROGRESS_MS = 400;

interface Clock {
  /** Business time, ISO. */
  now: string;
}

// Relative times are computed from this offset, so that every screen follows the clock.
function follow({ now }: Clock): Clock {
  setClockOffset(Date.parse(now) - Date.now());
  return { now };
}

/** The business clock, or null outside a sandbox. */
export const clockQuery = queryOptions({
  queryKey: ['sandbox', 'clock'],
  queryFn: async () => {
    try {
      return follow(await ask<Clock>('/sandbox/clock'));
    } catch (error) {
      if (error instanceof ApiError && [401, 403, 404].includes(error.status)) return null;
      throw error;
    }
  },
  staleTime: 60_000,
  retry: false,
});

/** The clock's progress while it is being moved; the screens follow only when it is done. */
export const progressQuery = queryOptions({
  queryKey: ['sandbox', 'clock', 'progress'],
  queryFn: () => ask<Clock>('/sandbox/clock'),
  refetchInterval: PROGRESS_MS,
  gcTime: 0,
});

export interface OutboxMail {
  kind: string;
  /** Whose it is, and where answers go, if that is not the installation. */
  from?: string;
  replyTo?: string;
  to: string;
  subject: string;
  url?: string;
  text: string;
  html: string;
  at: string;
}

export interface OutboxSearch {
  page: number;
  /** Part of an address or a subject. */
  query: string;
  kind: string;
  /** An id, or '' for any. */
  organization: string;
}

interface OutboxPage {
  items: OutboxMail[];
  pagination: { total_count: number; max_page: number };
}

/** A page of the mails, newest first. */
export function outboxQuery(search: OutboxSearch) {
  const { page, query, kind, organization } = search;
  const wanted = { page: String(page), limit: String(LIMIT), query, kind, organization_id: organization };
  const params = new URLSearchParams(Object.entries(wanted).filter(([, value]) => value !== ''));
  return queryOptions({
    queryKey: ['sandbox', 'outbox', search],
    queryFn: () => ask<OutboxPage>(`/sandbox/outbox/page?${params}`),
    placeholderData: keepPreviousData,
  });
}

export function useAdvanceClock() {
  return useMutation({
    mutationFn: ({ to, signal }: { to: string; signal: AbortSignal }) =>
      post<Clock>('/sandbox/clock', { advance_to: to }, signal).catch((error: unknown) => {
        // The server stops when the request is aborted; load where the clock stopped.
        if (signal.aborted) return ask<Clock>('/sandbox/clock');
        throw error;
      }),
    onSuccess: (clock) => {
      queryClient.setQueryData(clockQuery.queryKey, follow(clock));
      // Everything on every screen may have changed.
      return queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== 'clock' });
    },
  });
}

export function useSettlePayment() {
  return useMutation({
    mutationFn: ({ paymentId, outcome }: { paymentId: string; outcome: 'succeeded' | 'declined' }) =>
      post(`/sandbox/payments/${encodeURIComponent(paymentId)}/settle`, { outcome }),
    onSuccess: () => changed('buyers-checkout'),
  });
}
