import { queryOptions, useMutation } from '@tanstack/react-query';
import { api, body } from './client';
import { queryClient } from './query-client';
import type { AddressInput } from './types';

const WAITING_MS = 1500;

/** The checkout as the buyer sees it; reloaded while the payment is processed. */
export function checkoutQuery(clientSecret: string) {
  return queryOptions({
    queryKey: ['buyers-checkout', clientSecret],
    queryFn: () =>
      body(api.GET('/v1/checkouts/client/{client_secret}', { params: { path: { client_secret: clientSecret } } })),
    refetchInterval: ({ state }) => (state.data?.status === 'confirmed' ? WAITING_MS : false),
  });
}

export interface Purchase {
  product_id?: string;
  customer_name?: string | null;
  customer_email?: string | null;
  customer_billing_address?: AddressInput | null;
  confirmation_token_id?: string;
}

export function useUpdateCheckout(clientSecret: string) {
  return useMutation({
    mutationFn: (purchase: Purchase) =>
      body(
        api.PATCH('/v1/checkouts/client/{client_secret}', {
          params: { path: { client_secret: clientSecret } },
          body: purchase,
        }),
      ),
    onSuccess: (checkout) => queryClient.setQueryData(checkoutQuery(clientSecret).queryKey, checkout),
  });
}

export function useConfirmCheckout(clientSecret: string) {
  return useMutation({
    mutationFn: (purchase: Purchase) =>
      body(
        api.POST('/v1/checkouts/client/{client_secret}/confirm', {
          params: { path: { client_secret: clientSecret } },
          body: purchase,
        }),
      ),
    onSuccess: (checkout) => queryClient.setQueryData(checkoutQuery(clientSecret).queryKey, checkout),
  });
}
