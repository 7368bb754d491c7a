import { useMutation } from '@tanstack/react-query';
import { saved } from './affects';
import { api, body } from './client';
import { listQuery, oneQuery } from './lists';
import type { CancellationReason } from './types';

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
  const { product, customer, running } = search;
  return listQuery('subscription', organizationId, search, (params) =>
    body(
      api.GET('/v1/subscriptions', {
        params: {
          query: {
            ...params,
            ...(product && { product_id: [product] }),
            ...(customer && { customer_id: [customer] }),
            ...(running !== 'all' && { active: running === 'active' }),
          },
        },
      }),
    ),
  );
}

export function subscriptionQuery(id: string) {
  return oneQuery('subscription', id, (path) => body(api.GET('/v1/subscriptions/{id}', { params: { path } })));
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
    onSuccess: (subscription) => saved('subscription', subscription),
  });
}
