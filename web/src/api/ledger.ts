import { queryOptions } from '@tanstack/react-query';
import { api, body } from './client';
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
