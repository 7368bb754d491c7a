import { queryOptions, useMutation } from '@tanstack/react-query';
import { api, body } from './client';
import { queryClient } from './query-client';

/** How an organization's portal, checkout and mails look. */
export function brandingQuery(organizationId: string) {
  const params = { path: { id: organizationId } };
  return queryOptions({
    queryKey: ['branding', organizationId],
    queryFn: () => body(api.GET('/api/dashboard/organizations/{id}/branding', { params })),
  });
}

export function useUpdateBranding(organizationId: string) {
  const params = { path: { id: organizationId } };
  return useMutation({
    mutationFn: (accent_color: string | null) =>
      body(api.PUT('/api/dashboard/organizations/{id}/branding', { params, body: { accent_color } })),
    onSuccess: (branding) => {
      queryClient.setQueryData(brandingQuery(organizationId).queryKey, branding);
      // Previews of mails show it.
      return queryClient.invalidateQueries({ queryKey: ['mail-previews', organizationId] });
    },
  });
}
