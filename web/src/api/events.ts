import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { lastOfDay, startOfDay } from '@/lib/zone';
import { api, body } from './client';

export const EVENTS_LIMIT = 50;

/** The filters of the organization's log; an empty string means no filter. */
export interface EventSearch {
  page: number;
  /** `business` leaves out internal events, unless a kind, a type or a stream is chosen. */
  show: 'business' | 'all';
  category: string;
  type: string;
  stream: string;
  /** The id of the actor or of a person the event concerns. */
  person: string;
  /** Days in the organization's time zone, inclusive: `2026-11-21`. */
  from: string;
  to: string;
}

/** The log, newest first. */
export function eventsQuery(organizationId: string, search: EventSearch) {
  const { page, show, category, type, stream, person, from, to } = search;
  const isBusiness = show === 'business' && !category && !type && !stream;
  return queryOptions({
    queryKey: ['ledger', 'list', organizationId, search],
    queryFn: () =>
      body(
        api.GET('/api/ledger/events', {
          params: {
            query: {
              organization_id: [organizationId],
              page,
              limit: EVENTS_LIMIT,
              ...(isBusiness && { business: true }),
              ...(category && { category: [category] }),
              ...(type && { type: [type] }),
              ...(stream && { stream: [stream] }),
              ...(person && { person: [person] }),
              ...(from && { from: startOfDay(from) }),
              ...(to && { to: lastOfDay(to) }),
            },
          },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** One event; events never change, so it never goes stale. */
export function eventQuery(id: string) {
  return queryOptions({
    queryKey: ['ledger', 'event', id],
    queryFn: () => body(api.GET('/api/ledger/events/{id}', { params: { path: { id } } })),
    staleTime: Infinity,
  });
}
