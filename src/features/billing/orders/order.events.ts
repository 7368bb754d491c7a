import type { Instant } from '../../../kernel/ports/clock.ts';
import { event, subjectOf, type EventsOf } from '../../../kernel/writing/events.ts';
import type { Address } from '../address.ts';
import type { Metadata } from '../metadata.ts';

/** An order's stream is `order-{UUIDv7}`; a handful of events. */
export const orderStream = (orderId: string): string => `order-${orderId}`;

export type BillingReason = 'purchase' | 'subscription_create' | 'subscription_cycle' | 'subscription_update';

/** Why nobody will pay an order any more. */
export type VoidReason = 'subscription_revoked' | 'subscription_ended';

/** Amounts in cents. */
export interface OrderItem {
  id: string;
  label: string;
  amount: number;
  taxAmount: number;
  proration: boolean;
  priceId: string | null;
}

interface AboutOrder {
  orderId: string;
  organizationId: string;
  customerId: string;
  subscriptionId: string | null;
}

export const orderEvents = {
  /** Checkout orders are born paid; renewals wait for their payment (docs/BILLING.md#order-states). */
  OrderCreated: event<
    AboutOrder & {
      productId: string;
      checkoutId: string | null;
      billingReason: BillingReason;
      status: 'pending' | 'paid';
      items: OrderItem[];
      discountAmount: number;
      taxAmount: number;
      currency: string;
      /** The period it pays for; null for one-time products. */
      period: { start: Instant; end: Instant } | null;
      /** The payment that paid it, or will; null where nothing was due. */
      paymentId: string | null;
      paymentMethodId: string | null;
      billingAddress: Address | null;
      /** The name on the invoice; since version 2. */
      billingName?: string | null;
      metadata: Metadata;
    }
  >({
    version: 2,
    personal: [
      {
        subject: ({ customerId }) => subjectOf.customer(customerId),
        fields: { billingAddress: null, billingName: null, metadata: {} },
      },
    ],
  }),
  OrderPaid: event<
    AboutOrder & {
      paymentId: string;
      billingReason: BillingReason;
      productId: string;
      /** Without tax, after discount. */
      netAmount: number;
      currency: string;
    }
  >(),
  OrderPaymentFailed: event<AboutOrder & { paymentId: string; billingReason: BillingReason; code: string }>(),
  /** Nobody will pay it any more; money that still comes for it is refunded. */
  OrderVoided: event<AboutOrder & { billingReason: BillingReason; reason: VoidReason }>(),
};

export type OrderEvent = EventsOf<typeof orderEvents>;
