import { api, body } from './client';
import { listQuery } from './lists';

interface CustomerMeterSearch {
  page: number;
  sorting: string;
  limit: number;
  /** A customer's id. */
  customer: string;
}

export function customerMetersQuery(organizationId: string, search: CustomerMeterSearch) {
  return listQuery('customer-meter', organizationId, search, (params) =>
    body(api.GET('/v1/customer-meters', { params: { query: { ...params, customer_id: [search.customer] } } })),
  );
}
