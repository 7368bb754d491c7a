import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { LIMIT } from '@/lib/search';
import { api, body, sortedBy } from './client';
import { queryClient } from './query-client';
import type { CancellationReason, Subscription } from './types';

export type Running = 'active' | 'inactive' | 'all';

export interface SubscriptionSearch {
  page: number;
  sorting: string;
  /** Ids, or '' for any. */
  product: string;
  customer: string;
  running: Running;
}

export function subscriptionsQuery(organizationId: string, search: SubscriptionSearch) {
  const { page, sorting, product, customer, running } = search;
  return queryOptions({
    queryKey: ['subscriptions', organizationId, search],
    queryFn: () =>
      body(
        api.GET('/v1/subscriptions', {
          params: {
            query: {
              organization_id: [organizationId],
              page,
              limit: LIMIT,
              sorting: sortedBy(sorting),
              ...(product && { product_id: [product] }),
              ...(customer && { customer_id: [customer] }),
              ...(running !== 'all' && { active: running === 'active' }),
            },
          },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export function subscriptionQuery(id: string) {
  return queryOptions({
    queryKey: ['subscription', id],
    queryFn: () => body(api.GET('/v1/subscriptions/{id}', { params: { path: { id } } })),
  });
}

function keep(subscription: Subscription): void {
  queryClient.setQueryData(subscriptionQuery(subscription.id).queryKey, subscription);
  // Its end takes benefits from the customer and counts in the figures.
  for (const key of ['subscriptions', 'customer', 'metrics', 'benefit', 'ledger']) {
    void queryClient.invalidateQueries({ queryKey: [key] });
  }
}

export interface CancelWords {
  reason: CancellationReason | null;
  comment: string | null;
}

type Change = { kind: 'cancel' | 'revoke'; words: CancelWords } | { kind: 'uncancel' };

/** Cancels to the period's end, takes that back, or ends it at once. */
export function useChangeSubscription(id: string) {
  return useMutation({
    mutationFn: (change: Change) => {
      const path = { id };
      if (change.kind === 'uncancel') {
        return body(api.PATCH('/v1/subscriptions/{id}', { params: { path }, body: { cancel_at_period_end: false } }));
      }
      const { reason, comment } = change.words;
      const words = { customer_cancellation_reason: reason, customer_cancellation_comment: comment };
      return body(
        api.PATCH('/v1/subscriptions/{id}', {
          params: { path },
          body: change.kind === 'cancel' ? { cancel_at_period_end: true, ...words } : { revoke: true, ...words },
        }),
      );
    },
    onSuccess: keep,
  });
}
