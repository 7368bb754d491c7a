import type { Instant } from '../../../kernel/clock.ts';
import { event, subjectOf, type EventsOf } from '../../../kernel/events.ts';
import type { Address } from '../customers/customer.events.ts';
import type { Metadata } from '../products/product.events.ts';

/** An order's stream is `order-{UUIDv7}`; a handful of events. */
export const orderStream = (orderId: string): string => `order-${orderId}`;

export type BillingReason = 'purchase' | 'subscription_create' | 'subscription_cycle' | 'subscription_update';

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
  /** Checkout orders are born paid; renewals wait for their payment (BILLING_FACTS §3.3). */
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
      metadata: Metadata;
    }
  >({
    personal: [
      { subject: ({ customerId }) => subjectOf.customer(customerId), fields: { billingAddress: null, metadata: {} } },
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
};

export type OrderEvent = EventsOf<typeof orderEvents>;
