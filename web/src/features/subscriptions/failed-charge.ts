import { useQuery } from '@tanstack/react-query';
import { orderPaymentsQuery } from '@/api/order-payments';
import { orderQuery, ordersQuery } from '@/api/orders';
import type { Organization, Subscription } from '@/api/types';

/**
 * The order that a subscription has not been paid for, with every attempt to charge it, newest first; undefined if nothing is unpaid, and
 * while it loads.
 */
export function useFailedCharge(subscription: Subscription, organization: Organization) {
  const orderId = useFailedOrder(subscription, organization) ?? '';
  const enabled = orderId !== '';
  const order = useQuery({ ...orderQuery(orderId), enabled }).data;
  const payments = useQuery({ ...orderPaymentsQuery(orderId), enabled }).data;
  if (!enabled || !order) return undefined;
  const declined = payments?.find(({ status }) => status === 'declined');
  return { ...order, payments, decline_code: declined?.decline_code ?? null };
}

/** Its first order while that is all it waits for. */
function useFailedOrder({ id, status, dunning }: Subscription, organization: Organization): string | undefined {
  const search = { page: 1, limit: 1, sorting: '-created_at', subscription: id, status: 'pending' } as const;
  const first = useQuery({ ...ordersQuery(organization.id, search), enabled: status === 'incomplete' });
  return dunning?.order_id ?? (status === 'incomplete' ? first.data?.items[0]?.id : undefined);
}
