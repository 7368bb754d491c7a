import { queryOptions } from '@tanstack/react-query';
import { paymentFilters, type PaymentFilters } from '@/lib/list-filters';
import { api, body } from './client';
import { listQuery, oneQuery, totalsQuery } from './lists';
import type { Payment } from './types';

export interface PaymentSearch extends PaymentFilters {
  page: number;
  sorting: string;
  limit: number;
}

type AnyPaymentSearch = Pick<PaymentSearch, 'page' | 'sorting'> & Partial<PaymentSearch>;

/** Every attempt to charge a customer. */
export function paymentsQuery(organizationId: string, search: AnyPaymentSearch) {
  return listQuery('payment', organizationId, search, (params) =>
    body(api.GET('/v1/payments', { params: { query: { ...params, ...paymentFilters(search) } } })),
  );
}

/** How many attempts match, and their sums in each currency. */
export function paymentTotalsQuery(organizationId: string, search: Partial<PaymentFilters>) {
  return totalsQuery('payment', organizationId, paymentFilters(search), (query) =>
    body(api.GET('/api/dashboard/payments/totals', { params: { query } })),
  );
}

/** What takes the payments of this installation. */
export const processorQuery = queryOptions({
  queryKey: ['payment', 'processor'],
  queryFn: () => body(api.GET('/api/dashboard/payments/processor')),
  staleTime: Infinity,
});

export function paymentQuery(id: string) {
  return oneQuery('payment', id, (path) => body(api.GET('/v1/payments/{id}', { params: { path } })));
}

/** More than anyone tries to pay one thing. */
const MOST = 100;

/** Every attempt to pay the same order or checkout, newest first. */
export function attemptsQuery({ id, order_id, checkout_id }: Payment) {
  return queryOptions({
    queryKey: ['payment', 'attempts', id, order_id],
    queryFn: async (): Promise<Payment[]> => {
      const of = checkout_id ? { checkout_id: [checkout_id] } : { order_id: order_id ? [order_id] : [] };
      const query = { ...of, limit: MOST, sorting: ['-created_at' as const] };
      return (await body(api.GET('/v1/payments', { params: { query } }))).items;
    },
  });
}
