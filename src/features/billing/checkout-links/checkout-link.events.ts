import { event, type EventsOf } from '../../../kernel/writing/events.ts';
import type { Metadata } from '../metadata.ts';

/** The stream `checkoutlink-{UUIDv7}` grows with the seller's changes. */
export const checkoutLinkStream = (checkoutLinkId: string): string => `checkoutlink-${checkoutLinkId}`;

/** What every checkout of a link is created with. */
export interface CheckoutLinkTerms {
  /** Offered products, the first selected. */
  productIds: string[];
  discountId: string | null;
  allowDiscountCodes: boolean;
  requireBillingAddress: boolean;
  successUrl: string | null;
  /** Copied to each checkout. */
  metadata: Metadata;
}

export const checkoutLinkEvents = {
  CheckoutLinkCreated: event<
    {
      checkoutLinkId: string;
      organizationId: string;
      /** For the seller alone. */
      label: string | null;
    } & CheckoutLinkTerms
  >(),
  /** Only what has changed. */
  CheckoutLinkUpdated: event<{ checkoutLinkId: string; label?: string | null } & Partial<CheckoutLinkTerms>>(),
  /** The product was archived; the link no longer offers it, and may be left without products. */
  CheckoutLinkProductWithdrawn: event<{ checkoutLinkId: string; productId: string }>(),
  CheckoutLinkDeleted: event<{ checkoutLinkId: string; organizationId: string }>(),
};

export type CheckoutLinkEvent = EventsOf<typeof checkoutLinkEvents>;
