import { queryOptions } from '@tanstack/react-query';
import { changed } from './affects';
import { api, body } from './client';
import { useCreate } from './create';
import type { Refund, RefundReason } from './types';

/** Longer than any order's list of refunds that a person makes. */
const MOST = 100;

/** The refunds of an order, newest first. */
export function refundsQuery(orderId: string) {
  return queryOptions({
    queryKey: ['order', 'refunds', orderId],
    queryFn: async (): Promise<Refund[]> => {
      const query = { order_id: [orderId], limit: MOST };
      return (await body(api.GET('/v1/refunds', { params: { query } }))).items;
    },
  });
}

export interface NewRefund {
  order_id: string;
  /** Minor units, without tax. */
  amount: number;
  reason: RefundReason;
  comment: string | null;
  revoke_benefits: boolean;
}

export function useRefund() {
  return useCreate({
    mutationFn: (refund: NewRefund, headers) => body(api.POST('/v1/refunds', { body: refund, headers })),
    onSuccess: () => changed('order'),
  });
}
