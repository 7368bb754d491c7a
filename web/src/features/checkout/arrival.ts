import { updateCheckout, type Purchase } from '@/api/checkout';
import { ApiError } from '@/api/error';
import type { CheckoutPublic } from '@/api/types';
import { prefilled } from './prefilled';

/** Applies what a link fills in, without what the server refuses. */
export async function arrive(checkout: CheckoutPublic, link: URLSearchParams): Promise<void> {
  if (checkout.status !== 'open') return;
  let change = prefilled(checkout, link);
  while (Object.keys(change).length > 0) {
    try {
      await updateCheckout(checkout.client_secret, change);
      return;
    } catch (error) {
      const refused = error instanceof ApiError ? Object.keys(error.fields).map((field) => field.split('.')[0]) : [];
      const left = Object.entries(change).filter(([field]) => !refused.includes(field));
      if (left.length === Object.keys(change).length) return;
      change = Object.fromEntries(left) as Purchase;
    }
  }
}
