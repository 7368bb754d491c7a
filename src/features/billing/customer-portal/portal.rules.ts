import type { Where } from '../../../kernel/ports/document-store.ts';

/** Whom the portal shows: a customer session's customer, and what of theirs it covers (docs/SECURITY.md#customer-sessions). */
export interface PortalCaller {
  /** The customer's. */
  id: string;
  organizationIds: readonly string[];
  /** The checkout that the session is limited to. */
  checkoutId?: string;
}

/** The purchases that a customer session covers: orders or subscriptions. */
export function coveredBy({ id, checkoutId }: PortalCaller): Where[] {
  const own: Where = { eq: ['customer_id', id] };
  return checkoutId === undefined ? [own] : [own, { eq: ['checkout_id', checkoutId] }];
}

/** Whether it covers one of them. */
export function covers(
  { id, checkoutId }: PortalCaller,
  purchase: { customer_id: string; checkout_id: string | null },
): boolean {
  return purchase.customer_id === id && (checkoutId === undefined || purchase.checkout_id === checkoutId);
}
