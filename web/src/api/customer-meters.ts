import { api, body } from './client';
import { listQuery } from './lists';

interface CustomerMeterSearch {
  page: number;
  sorting: string;
  limit: number;
  /** Their ids; undefined: any. */
  customer?: string;
  meter?: string;
}

export function customerMetersQuery(organizationId: string, search: CustomerMeterSearch) {
  return listQuery('customer-meter', organizationId, search, (params) =>
    body(api.GET('/v1/customer-meters', { params: { query: { ...params, ...filtersOf(search) } } })),
  );
}

function filtersOf({ customer, meter }: CustomerMeterSearch) {
  return { ...(customer && { customer_id: [customer] }), ...(meter && { meter_id: [meter] }) };
}
