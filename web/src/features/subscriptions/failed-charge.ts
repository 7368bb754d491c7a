import { useQuery } from '@tanstack/react-query';
import { orderPaymentsQuery } from '@/api/order-payments';
import { orderQuery } from '@/api/orders';
import type { Subscription } from '@/api/types';

/** The order whose payment has failed, with every attempt to charge it, newest first; undefined if nothing is unpaid, and while it loads. */
export function useFailedCharge({ dunning }: Pick<Subscription, 'dunning'>) {
  const orderId = dunning?.order_id ?? '';
  const enabled = dunning !== null;
  const order = useQuery({ ...orderQuery(orderId), enabled }).data;
  const payments = useQuery({ ...orderPaymentsQuery(orderId), enabled }).data;
  if (!enabled || !order) return undefined;
  const declined = payments?.find(({ status }) => status === 'declined');
  return { ...order, payments, decline_code: declined?.decline_code ?? null };
}
