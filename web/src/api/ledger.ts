import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, body } from './client';
import { useMayChange } from './members';
import { membersQuery } from './organizations';
import type { LedgerEvent } from './types';

/** Categories whose entities have a page, each with its stream `{category}-{id}`. */
export type StreamCategory = 'product' | 'benefit' | 'customer' | 'checkout' | 'order' | 'subscription';

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

/** An entity's stream, for users who may see the log. Adds the names of the organization's people: events contain none. */
export function useTimeline(organizationId: string, category: StreamCategory, id: string) {
  const { data: members } = useQuery(membersQuery(organizationId));
  const nameOf = (userId: string) => {
    const user = members?.find((member) => member.userId === userId)?.user;
    return user && (user.name || user.email);
  };
  return useQuery({
    ...streamQuery(streamOf(category, id)),
    enabled: useMayChange(organizationId),
    select: (events) =>
      events.map((event) => ({ ...event, actor: { ...event.actor, name: nameOf(event.actor.id) ?? null } })),
  });
}
