import { useMutation } from '@tanstack/react-query';
import { keepPortalSession } from '@/lib/portal-session';
import { body } from './client';
import { portalApi } from './portal';

interface Holder {
  organizationId: string;
  email: string;
}

/** Mails a code, if a customer has the address. */
export function useRequestCode(slug: string) {
  return useMutation({
    mutationFn: ({ organizationId: organization_id, email }: Holder) =>
      body(portalApi(slug).POST('/v1/customer-portal/customer-session/request', { body: { organization_id, email } })),
  });
}

/** Signs in with it. */
export function useEnterCode(slug: string) {
  return useMutation({
    mutationFn: ({ organizationId: organization_id, email, code }: Holder & { code: string }) =>
      body(
        portalApi(slug).POST('/v1/customer-portal/customer-session/authenticate', {
          body: { organization_id, email, code },
        }),
      ),
    onSuccess: ({ token }) => keepPortalSession(slug, token),
  });
}
