import { queryOptions, useMutation } from '@tanstack/react-query';
import { ApiError, toApiError } from './error';
import { queryClient } from './query-client';

// These routes are the sandbox's own and in neither contract, so they are not in the generated types.
async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  const answer = await fetch(path, { credentials: 'include', ...init });
  const said: unknown = await answer.json().catch(() => null);
  if (!answer.ok) throw toApiError(answer.status, said);
  return said as T;
}

function post<T>(path: string, content: object): Promise<T> {
  return ask<T>(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(content),
  });
}

/** The business clock, or null where this server is no sandbox. */
export const clockQuery = queryOptions({
  queryKey: ['sandbox', 'clock'],
  queryFn: async () => {
    try {
      const { now } = await ask<{ now: string }>('/sandbox/clock');
      return { now, offset: Date.parse(now) - Date.now() };
    } catch (error) {
      if (error instanceof ApiError && [401, 403, 404].includes(error.status)) return null;
      throw error;
    }
  },
  staleTime: 60_000,
  retry: false,
});

export interface OutboxMail {
  kind: string;
  to: string;
  subject: string;
  url?: string;
  text: string;
  html: string;
  at: string;
}

export function outboxQuery(filter: { to: string; kind: string }) {
  const search = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''));
  return queryOptions({
    queryKey: ['sandbox', 'outbox', filter],
    queryFn: () => ask<OutboxMail[]>(`/sandbox/outbox?${search}`),
  });
}

export function useAdvanceClock() {
  return useMutation({
    mutationFn: (to: string) => post<{ now: string }>('/sandbox/clock', { advance_to: to }),
    // Time has passed for everything on every screen.
    onSuccess: () => queryClient.invalidateQueries(),
  });
}

export function useSettlePayment() {
  return useMutation({
    mutationFn: ({ paymentId, outcome }: { paymentId: string; outcome: 'succeeded' | 'declined' }) =>
      post(`/sandbox/payments/${encodeURIComponent(paymentId)}/settle`, { outcome }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['checkout'] }),
  });
}
