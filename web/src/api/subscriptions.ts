import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { subscriptionFilters, type SubscriptionFilters } from '@/lib/list-filters';
import { changeRefusals, type ChangeBehavior } from '@/lib/plan-changes';
import { saved } from './affects';
import { api, body } from './client';
import { listQuery, oneQuery, totalsQuery } from './lists';
import { rejectWithOwnMessage } from './form-errors';
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

/** How often each reason was given of the subscriptions that match. */
export function cancellationReasonsQuery(organizationId: string, search: Partial<SubscriptionFilters>) {
  const filters = { reasons: true, ...subscriptionFilters(search) };
  return totalsQuery('subscription', organizationId, filters, ({ reasons: _, ...query }) =>
    body(api.GET('/api/dashboard/subscriptions/cancellation-reasons', { params: { query } })),
  );
}

export function subscriptionQuery(id: string) {
  return oneQuery('subscription', id, (path) => body(api.GET('/v1/subscriptions/{id}', { params: { path } })));
}

/** The next order, as it would be created now; null if there will be none. */
export function nextOrderQuery(id: string) {
  return queryOptions({
    queryKey: ['subscription', 'next order', id],
    queryFn: async () => (await body(api.GET('/v1/subscriptions/{id}/preview', { params: { path: { id } } }))).next,
  });
}

export interface PlanChange {
  product_id: string;
  /** null: as the organization's settings say. */
  proration_behavior: ChangeBehavior | null;
}

/** What a change of plan would cost now and with the next order; the last answer stays while another one loads. */
export function planChangeQuery(id: string, change: PlanChange) {
  return queryOptions({
    // Of no entity: a change must not load its own preview again.
    queryKey: ['plan change', id, change],
    queryFn: () =>
      rejectWithOwnMessage(
        body(api.POST('/v1/subscriptions/{id}/preview', { params: { path: { id } }, body: change })),
        changeRefusals,
      ),
    enabled: change.product_id !== '',
    placeholderData: keepPreviousData,
    retry: false,
    // The clock goes on, and with it what is left of the period.
    staleTime: 0,
  });
}

export function useChangePlan(id: string) {
  return useMutation({
    mutationFn: (change: PlanChange) =>
      rejectWithOwnMessage(
        body(api.PATCH('/v1/subscriptions/{id}', { params: { path: { id } }, body: change })),
        changeRefusals,
      ),
    onSuccess: (subscription) => saved('subscription', subscription),
  });
}

/** The change that was to take effect with the next period. */
export function useWithdrawChange(id: string) {
  return useMutation({
    mutationFn: () => body(api.DELETE('/v1/subscriptions/{id}/pending-change', { params: { path: { id } } })),
    onSuccess: (subscription) => saved('subscription', subscription),
  });
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
