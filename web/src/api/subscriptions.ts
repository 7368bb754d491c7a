import { useMutation } from '@tanstack/react-query';
import { subscriptionFilters, type SubscriptionFilters } from '@/lib/list-filters';
import { saved } from './affects';
import { api, body } from './client';
import { listQuery, oneQuery, totalsQuery } from './lists';
import type { CancellationReason } from './types';

export interface SubscriptionSearch extends SubscriptionFilters {
  page: number;
  sorting: string;
  limit: number;
}

type AnySubscriptionSearch = Pick<SubscriptionSearch, 'page' | 'sorting'> & Partial<SubscriptionSearch>;

export function subscriptionsQuery(organizationId: string, search: AnySubscriptionSearch) {
  return listQuery('subscription', organizationId, search, (params) =>
    body(api.GET('/v1/subscriptions', { params: { query: { ...params, ...subscriptionFilters(search) } } })),
  );
}

/** How many subscriptions match, and their sums in each currency, per period and per month. */
export function subscriptionTotalsQuery(organizationId: string, search: Partial<SubscriptionFilters>) {
  return totalsQuery('subscription', organizationId, subscriptionFilters(search), (query) =>
    body(api.GET('/api/dashboard/subscriptions/totals', { params: { query } })),
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
