import { event, subjectOf, type EventsOf } from '../../../kernel/writing/events.ts';

/** A payment's stream is `payment-{UUIDv7}`; its id is the processor's idempotency key. It has a handful of events. */
export const paymentStream = (paymentId: string): string => `payment-${paymentId}`;

/** The Vault entry of a payment method, written before an event names it. */
export const paymentMethodEntry = (paymentMethodId: string): string => `payment-method/${paymentMethodId}`;

/** What a payment pays for. */
export type PaymentPurpose =
  | { kind: 'checkout'; checkoutId: string }
  | { kind: 'order'; orderId: string; subscriptionId: string | null }
  /** Nothing: a payment of 0 saves a method that the customer adds, and may make it their default. */
  | { kind: 'setup'; paymentMethodId: string; setDefault: boolean };

/** What is shown of a card: its brand in lower case and its last four digits. */
export interface Card {
  brand: string;
  last4: string;
}

export type PaymentStatus =
  'requested' | 'pending' | 'succeeded' | 'declined' | 'mismatched' | 'reversing' | 'reversed';

interface AboutPayment {
  paymentId: string;
  organizationId: string;
  purpose: PaymentPurpose;
  customerId: string;
}

/** Of the card that was charged; missing where the processor does not say. Personal, though not secret. */
interface OnCard {
  card?: Card | null;
}

const withCard = {
  personal: [{ subject: ({ customerId }: AboutPayment) => subjectOf.customer(customerId), fields: { card: null } }],
};

interface Disputed {
  reference: string;
  reason: string;
  amount: number;
  currency: string;
}

/** Amounts in minor units; a payment of 0 saves its method for later charges. The processor reports, deciders decide (docs/BILLING.md#payment-states). */
export const paymentEvents = {
  /** Written before the processor is called. `paymentMethodId` names the Vault entry of the payment method. */
  PaymentRequested: event<AboutPayment & { amount: number; currency: string; paymentMethodId: string }>({
    internal: true,
  }),
  PaymentPending: event<AboutPayment & { action: 'requires_action' | 'wait'; reference: string }>(),
  PaymentSucceeded: event<AboutPayment & OnCard & { reference: string; amount: number; currency: string }>(withCard),
  PaymentDeclined: event<AboutPayment & OnCard & { code: string; message: string }>(withCard),
  /** The processor took another amount or currency, or took money after a decline: refunded, never booked as paid. */
  PaymentMismatched: event<AboutPayment & { reference: string; amount: number; currency: string }>(),
  /** What it was for cannot succeed, so it is refunded. */
  PaymentReversalRequested: event<AboutPayment & { reason: string }>(),
  PaymentReversed: event<AboutPayment & { reference: string }>(),
  /** The customer's bank demands the money back; the processor has deducted it, or may. `reference` is the dispute's at the processor. */
  PaymentDisputed: event<AboutPayment & Disputed>(),
  PaymentDisputeClosed: event<AboutPayment & Disputed & { outcome: 'won' | 'lost' }>(),
};

export type PaymentEvent = EventsOf<typeof paymentEvents>;
