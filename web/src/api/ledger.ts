import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { tellingTypes } from '@/lib/event-types';
import { orderStreams, usageCreditEvents, type Actor } from '@/lib/ledger';
import { api, body } from './client';
import { useMayChange } from './members';
import { membersQuery } from './organizations';
import type { LedgerEvent, Order, OrderUsageCredit, Refund } from './types';

/** Categories whose entities have a page, each with its stream `{category}-{id}`. */
export type StreamCategory =
  | 'product'
  | 'benefit'
  | 'licensekey'
  | 'customfield'
  | 'meter'
  | 'customer'
  | 'checkout'
  | 'checkoutlink'
  | 'order'
  | 'payment'
  | 'subscription';

export function streamOf(category: StreamCategory, id: string): string {
  return `${category}-${id}`;
}

/** One stream with the state after each event, oldest first. */
export function streamQuery(stream: string) {
  return queryOptions({
    queryKey: ['ledger', 'stream', stream],
    queryFn: async (): Promise<LedgerEvent[]> => {
      const { items } = await body(api.GET('/api/ledger/streams/{stream}', { params: { path: { stream } } }));
      return items;
    },
  });
}

/** The events of a stream that may have none. */
export function streamEventsQuery(organizationId: string, stream: string) {
  const query = { organization_id: [organizationId], stream: [stream], limit: 100 };
  return queryOptions({
    queryKey: ['ledger', 'stream events', stream],
    queryFn: async () => (await body(api.GET('/api/ledger/events', { params: { query } }))).items,
  });
}

/** Adds the names of the organization's people to actors: events contain none. */
export function useNamed(organizationId: string): (actor: Actor) => Actor {
  const { data: members } = useQuery(membersQuery(organizationId));
  return (actor) => {
    if (actor.kind !== 'user') return actor;
    const user = members?.find(({ userId }) => userId === actor.id)?.user;
    return user ? { ...actor, name: user.name || user.email } : actor;
  };
}

/** An entity's stream with the names of the organization's people, for users who may see the log. */
export function useTimeline(organizationId: string, category: StreamCategory, id: string) {
  const named = useNamed(organizationId);
  return useQuery({
    ...streamQuery(streamOf(category, id)),
    enabled: useMayChange(organizationId),
    select: (events) => events.map((event) => ({ ...event, actor: named(event.actor) })),
  });
}

interface Around {
  refunds: readonly Refund[] | undefined;
  usageCredit: OrderUsageCredit | undefined;
}

/** An order's stream with those of its refunds, its invoice and its credit notes, and what was credited of it, in the order of time. */
export function useOrderTimeline(organizationId: string, order: Order, { refunds, usageCredit }: Around) {
  const history = useTimeline(organizationId, 'order', order.id);
  const named = useNamed(organizationId);
  const others = useQueries({
    queries: orderStreams(order, refunds ?? []).map((stream) => ({
      ...streamQuery(stream),
      enabled: history.isEnabled,
    })),
    combine: (found) => found.flatMap(({ data }) => data ?? []),
  });
  if (!history.data) return history;
  const added = others.map((event) => ({ ...event, actor: named(event.actor) }));
  const credited = usageCredit ? usageCreditEvents(usageCredit) : [];
  const data = [...history.data, ...added, ...credited].sort((one, other) =>
    one.occurred_at.localeCompare(other.occurred_at),
  );
  return { ...history, data };
}

export const HISTORY_LIMIT = 20;

/** Every event that concerns a customer, newest first, for users who may see the log. */
export function useCustomerHistory(organizationId: string, customerId: string, page: number) {
  const named = useNamed(organizationId);
  return useQuery({
    queryKey: ['ledger', 'customer', organizationId, customerId, page],
    queryFn: () =>
      body(
        api.GET('/api/ledger/events', {
          params: {
            query: {
              organization_id: [organizationId],
              person: [customerId],
              type: tellingTypes,
              page,
              limit: HISTORY_LIMIT,
            },
          },
        }),
      ),
    enabled: useMayChange(organizationId),
    placeholderData: keepPreviousData,
    select: ({ items, pagination }) => ({
      items: items.map((event) => ({ ...event, actor: named(event.actor) })),
      pagination,
    }),
  });
}
