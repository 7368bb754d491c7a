import { queryOptions } from '@tanstack/react-query';
import { orderFilters, type OrderFilters } from '@/lib/list-filters';
import { api, body } from './client';
import { listQuery, oneQuery, totalsQuery } from './lists';

export interface OrderSearch extends OrderFilters {
  page: number;
  sorting: string;
  limit: number;
}

type AnyOrderSearch = Pick<OrderSearch, 'page' | 'sorting'> & Partial<OrderSearch>;

export function ordersQuery(organizationId: string, search: AnyOrderSearch) {
  return listQuery('order', organizationId, search, (params) =>
    body(api.GET('/v1/orders', { params: { query: { ...params, ...orderFilters(search) } } })),
  );
}

/** How many orders match, and their sums in each currency. */
export function orderTotalsQuery(organizationId: string, search: Partial<OrderFilters>) {
  return totalsQuery('order', organizationId, orderFilters(search), (query) =>
    body(api.GET('/api/dashboard/orders/totals', { params: { query } })),
  );
}

export function orderQuery(id: string) {
  return oneQuery('order', id, (path) => body(api.GET('/v1/orders/{id}', { params: { path } })));
}

/** How each of an order's amounts was made. */
export function orderExplanationQuery(id: string) {
  return queryOptions({
    queryKey: ['order', 'explanation', id],
    queryFn: () => body(api.GET('/api/ledger/orders/{id}/explanation', { params: { path: { id } } })),
  });
}

/** What a metered line of an order was computed from. */
export function meteredLineQuery(id: string, lineId: string) {
  return queryOptions({
    queryKey: ['order', 'metered-line', id, lineId],
    queryFn: () =>
      body(api.GET('/api/ledger/orders/{id}/lines/{line_id}/usage', { params: { path: { id, line_id: lineId } } })),
  });
}

/** The same with every row, as CSV. */
export function meteredLineCsv(id: string, lineId: string): string {
  return `/api/ledger/orders/${id}/lines/${lineId}/usage.csv`;
}

/** What was credited of an order because usage that it billed was voided. */
export function orderUsageCreditQuery(id: string) {
  return queryOptions({
    queryKey: ['order', 'usage-credit', id],
    queryFn: () => body(api.GET('/api/dashboard/orders/{id}/usage-credit', { params: { path: { id } } })),
  });
}

/** The order of a checkout, or null while it has none. */
export function checkoutOrderQuery(organizationId: string, checkoutId: string) {
  return queryOptions({
    queryKey: ['order', 'of-checkout', checkoutId],
    queryFn: async () => {
      const { items } = await body(
        api.GET('/v1/orders', {
          params: { query: { organization_id: [organizationId], checkout_id: [checkoutId], limit: 1 } },
        }),
      );
      return items[0] ?? null;
    },
  });
}
