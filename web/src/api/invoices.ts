import { useMutation } from '@tanstack/react-query';
import { api, body } from './client';

/** Saves the invoice of an order, by a link that opens it for ten minutes. */
export function useDownloadInvoice() {
  return useMutation({
    mutationFn: (id: string) => body(api.GET('/v1/orders/{id}/invoice', { params: { path: { id } } })),
    onSuccess: save,
  });
}

/** The same for the credit note of a refund. */
export function useDownloadCreditNote() {
  return useMutation({
    mutationFn: (id: string) => body(api.GET('/v1/refunds/{id}/credit-note', { params: { path: { id } } })),
    onSuccess: save,
  });
}

/** The server sends it as an attachment, so the page stays. */
function save({ url }: { url: string }): void {
  window.location.assign(url);
}
