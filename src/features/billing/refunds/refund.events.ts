import type { Instant } from '../../../kernel/ports/clock.ts';
import { event, subjectOf, type EventsOf } from '../../../kernel/writing/events.ts';
import type { Metadata } from '../metadata.ts';
import type { BillingReason } from '../orders/order.events.ts';
import type { TaxedPart } from '../pricing/bill.ts';

/** All refunds of one payment: `refunds-{UUIDv7}`. An order has one payment that succeeded, so its limit holds here; at most 250 refunds. */
export const refundsStream = (paymentId: string): string => `refunds-${paymentId}`;

export const REFUND_REASONS = [
  'duplicate',
  'fraudulent',
  'customer_request',
  'service_disruption',
  'satisfaction_guarantee',
  'other',
] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];

interface AboutRefund {
  /** The processor's idempotency key. */
  refundId: string;
  paymentId: string;
  orderId: string;
  organizationId: string;
  customerId: string;
  subscriptionId: string | null;
}

/** What is refunded, in minor units: amount + taxAmount = paymentAmount + balanceAmount. */
export interface RefundedMoney {
  /** Without tax. */
  amount: number;
  taxAmount: number;
  /** Refunded by the processor, to the card. */
  paymentAmount: number;
  /** Refunded as credit to the customer's account: what the order's payment did not take. */
  balanceAmount: number;
  currency: string;
}

/** What a refund takes off the revenue. */
interface OfOrder {
  productId: string;
  billingReason: BillingReason;
  /** When the order was paid. */
  paidAt: Instant;
  /** By its taxes; in a refund, what it takes back of each. */
  parts: readonly TaxedPart[];
}

export interface Refunded extends AboutRefund, RefundedMoney, OfOrder {
  revokeBenefits: boolean;
}

/** The processor reports, the decider decides (docs/BILLING.md#refund-states). `isFirstReport`: the processor had not answered before. */
export const refundEvents = {
  /** Written before the processor is called: from then on it counts against what can be refunded. */
  RefundRequested: event<Refunded & { reason: RefundReason; comment: string | null; metadata: Metadata }>({
    personal: [
      { subject: ({ customerId }) => subjectOf.customer(customerId), fields: { comment: null, metadata: {} } },
    ],
  }),
  /** The processor has accepted it and reports later. */
  RefundPending: event<AboutRefund & { reference: string }>(),
  RefundSucceeded: event<Refunded & { reference: string | null; isFirstReport: boolean }>(),
  RefundFailed: event<AboutRefund & { code: string; message: string; isFirstReport: boolean }>(),
  RefundCanceled: event<AboutRefund & { isFirstReport: boolean }>(),
  /**
   * It had succeeded, and the processor reports that the money has come back to it: no longer refunded. `regrantBenefits`: it had revoked them,
   * and no other refund of the order has.
   */
  RefundReversed: event<
    Refunded & { outcome: 'failed' | 'canceled'; code: string; message: string; regrantBenefits: boolean }
  >(),
};

export type RefundEvent = EventsOf<typeof refundEvents>;
