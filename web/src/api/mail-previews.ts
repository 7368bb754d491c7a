import { queryOptions } from '@tanstack/react-query';
import { api, body } from './client';

/** Every mail that customers of an organization get, with sample values. */
export function mailPreviewsQuery(organizationId: string) {
  return queryOptions({
    queryKey: ['mail-previews', organizationId],
    queryFn: () =>
      body(api.GET('/api/dashboard/mail-previews', { params: { query: { organization_id: organizationId } } })),
  });
}

/** Where one is a page. */
export function mailPageUrl(kind: string, organizationId: string): string {
  return `/api/dashboard/mail-previews/${kind}/page?organization_id=${organizationId}`;
}
