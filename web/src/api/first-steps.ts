import { queryOptions } from '@tanstack/react-query';
import { api, body } from './client';

/** How far a new organization has come. */
export function firstStepsQuery(organizationId: string) {
  return queryOptions({
    // Under "metrics", because whatever changes the figures changes the steps.
    queryKey: ['metrics', organizationId, 'first-steps'],
    queryFn: () =>
      body(api.GET('/api/dashboard/first-steps', { params: { query: { organization_id: organizationId } } })),
  });
}
