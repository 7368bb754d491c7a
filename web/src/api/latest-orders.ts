import { queryOptions } from '@tanstack/react-query';
import { api, body } from './client';

const RECENT = 10;

/** The last orders of an organization. */
export function recentOrdersQuery(organizationId: string) {
  return queryOptions({
    queryKey: ['order', 'recent', organizationId],
    queryFn: () =>
      body(
        api.GET('/v1/orders', {
          params: { query: { organization_id: [organizationId], limit: RECENT, sorting: ['-created_at'] } },
        }),
      ),
  });
}

const PAID = ['paid', 'partially_refunded', 'refunded'] as const;

/** How many of an organization's renewals fell between two instants, and how many of them are not paid. */
export async function renewalsBetween(organizationId: string, from: string, to: string) {
  const count = async (filters: { status?: (typeof PAID)[number][] }) => {
    const dates = { organization_id: [organizationId], created_from: from, created_to: to };
    const query = { ...dates, ...filters, billing_reason: ['subscription_cycle' as const] };
    return (await body(api.GET('/api/dashboard/orders/totals', { params: { query } }))).count;
  };
  const [all, paid] = await Promise.all([count({}), count({ status: [...PAID] })]);
  return { renewals: all, failed: all - paid };
}
