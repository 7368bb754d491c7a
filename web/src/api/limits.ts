import { queryOptions, useQuery } from '@tanstack/react-query';
import { roomOf, type Room } from '@/lib/room';
import { api, body } from './client';

/** How much an organization has of what it can have only so much of; its files are in `fileSpaceQuery`. */
export function limitsQuery(organizationId: string) {
  return queryOptions({
    queryKey: ['limit', organizationId],
    queryFn: () => body(api.GET('/api/dashboard/limits', { params: { query: { organization_id: organizationId } } })),
  });
}

const words = {
  meters: { of: 'meters', remedy: 'Change one that is no longer used.' },
  meter_clauses: {
    of: 'conditions in the filters of all meters',
    remedy: 'Remove some that are no longer used.',
  },
  webhook_endpoints: { of: 'webhook endpoints', remedy: 'Delete one that is no longer used.' },
  tax_rates: { of: 'current tax rates', remedy: 'End one that is no longer used.' },
};

export function useRoom(organizationId: string, limit: keyof typeof words): Room {
  const { data } = useQuery(limitsQuery(organizationId));
  return roomOf(data?.[limit], words[limit]);
}
