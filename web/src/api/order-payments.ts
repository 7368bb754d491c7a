import { queryOptions } from '@tanstack/react-query';
import { api, body } from './client';
import type { OrderPayment } from './types';

/** Every attempt to charge an order, newest first. */
export function orderPaymentsQuery(id: string) {
  return queryOptions({
    queryKey: ['order', 'payments', id],
    queryFn: async (): Promise<OrderPayment[]> => {
      const { items } = await body(api.GET('/api/dashboard/orders/{id}/payments', { params: { path: { id } } }));
      return items;
    },
  });
}
