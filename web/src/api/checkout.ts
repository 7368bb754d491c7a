import { queryOptions, useMutation } from '@tanstack/react-query';
import { keepPortalSession, portalSession } from '@/lib/portal-session';
import { api, body } from './client';
import { queryClient } from './query-client';
import type { AddressInput, CheckoutPublic } from './types';

/** The checkout as the buyer sees it. */
export function checkoutQuery(clientSecret: string) {
  return queryOptions({
    queryKey: ['buyers-checkout', clientSecret],
    queryFn: () =>
      body(api.GET('/v1/checkouts/client/{client_secret}', { params: { path: { client_secret: clientSecret } } })),
  });
}

/** What a buyer fills in, in the contract's words. */
export interface Purchase {
  product_id?: string;
  /** In cents. */
  amount?: number;
  discount_code?: string | null;
  /** By slug. */
  custom_field_data?: Record<string, string | number | boolean | null>;
  customer_name?: string | null;
  customer_email?: string | null;
  is_business_customer?: boolean;
  customer_billing_name?: string | null;
  customer_billing_address?: AddressInput | null;
  customer_tax_id?: string | null;
  confirmation_token_id?: string;
}

export async function updateCheckout(clientSecret: string, purchase: Purchase): Promise<CheckoutPublic> {
  const checkout = await body(
    api.PATCH('/v1/checkouts/client/{client_secret}', {
      params: { path: { client_secret: clientSecret } },
      body: purchase,
    }),
  );
  return shown(checkout);
}

export function useConfirmCheckout(clientSecret: string) {
  return useMutation({
    mutationFn: async (purchase: Purchase) => {
      const checkout = await body(
        api.POST('/v1/checkouts/client/{client_secret}/confirm', {
          params: { path: { client_secret: clientSecret } },
          body: purchase,
        }),
      );
      // Who has just bought sees it in the portal without a code; a session that shows more is kept.
      const { slug } = checkout.organization;
      if (portalSession(slug) === null) keepPortalSession(slug, checkout.customer_session_token);
      return shown(checkout);
    },
  });
}

/** The answer to a write is newer than that of any read that is still under way. */
async function shown(checkout: CheckoutPublic): Promise<CheckoutPublic> {
  const { queryKey } = checkoutQuery(checkout.client_secret);
  await queryClient.cancelQueries({ queryKey });
  return queryClient.setQueryData(queryKey, checkout)!;
}
