import { paymentFilters, type PaymentFilters } from '@/lib/list-filters';
import { api, body } from './client';
import { listQuery } from './lists';

export interface PaymentSearch extends PaymentFilters {
  page: number;
  sorting: string;
  limit: number;
}

/** Every attempt to charge a customer. */
export function paymentsQuery(organizationId: string, search: PaymentSearch) {
  return listQuery('payment', organizationId, search, (params) =>
    body(api.GET('/v1/payments', { params: { query: { ...params, ...paymentFilters(search) } } })),
  );
}
