import type { Claim } from '../../../kernel/writing/claim.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import { event, type EventsOf } from '../../../kernel/writing/events.ts';
import type { Address } from '../address.ts';
import type { Metadata } from '../metadata.ts';
import type { TaxId } from '../tax-id.ts';

/** A checkout's stream is `checkout-{UUIDv7}`; it takes 200 updates. */
export const checkoutStream = (checkoutId: string): string => `checkout-${checkoutId}`;

/** What the buyer, or the seller for them, fills in. */
export interface CheckoutCustomer {
  isBusinessCustomer: boolean;
  customerName: string | null;
  customerEmail: string | null;
  customerIpAddress: string | null;
  customerBillingName: string | null;
  customerBillingAddress: Address | null;
  customerTaxId: TaxId | null;
  customerExternalId: string | null;
  customerMetadata: Metadata;
}

/** What is bought: one of the offered products at one of its prices, in cents. */
export interface CheckoutSelection {
  productId: string;
  priceId: string;
  amount: number;
  currency: string;
  recurringInterval: 'month' | 'year' | null;
}

export interface CheckoutTerms {
  allowDiscountCodes: boolean;
  requireBillingAddress: boolean;
  successUrl: string | null;
  embedOrigin: string | null;
  metadata: Metadata;
}

/**
 * The person a checkout's personal fields are sealed for: its customer where one is known, else `email:{digest}`, else `checkout:{id}`.
 */
interface AboutPerson {
  subject: string;
}

/** Open again until `expiresAt`; the claim that its subscription would have needed is free. */
interface Reopened {
  checkoutId: string;
  reason: string;
  expiresAt: Instant;
  released: { claim: Claim; owner: string } | null;
}

const ABOUT_BUYER = {
  customerName: null,
  customerEmail: null,
  customerIpAddress: null,
  customerBillingName: null,
  customerBillingAddress: null,
  customerTaxId: null,
  customerExternalId: null,
  customerMetadata: {},
} as const;
const PERSONAL = { ...ABOUT_BUYER, metadata: {} } as const;
const aboutPerson = ({ subject }: AboutPerson): string => subject;

export const checkoutEvents = {
  CheckoutCreated: event<
    {
      checkoutId: string;
      organizationId: string;
      /** Offered products, the first selected. */
      productIds: string[];
      /** Named by the seller. */
      customerId: string | null;
      expiresAt: Instant;
    } & CheckoutSelection &
      CheckoutCustomer &
      CheckoutTerms &
      AboutPerson
  >({ personal: [{ subject: aboutPerson, fields: PERSONAL }] }),
  /** Only what has changed. */
  CheckoutUpdated: event<
    { checkoutId: string } & Partial<CheckoutSelection> &
      Partial<CheckoutCustomer> &
      Partial<CheckoutTerms> &
      AboutPerson
  >({ personal: [{ subject: aboutPerson, fields: PERSONAL }] }),
  /** Closes the checkout to a second confirm; ids of all that it will make are fixed here, so that it can be resumed. */
  CheckoutConfirmStarted: event<
    {
      checkoutId: string;
      organizationId: string;
      /** Known, matched by e-mail, or to be made under this id. */
      customerId: string;
      /** Whether confirming may hand out that customer's data (docs/SECURITY.md#client-secrets). */
      createsCustomer: boolean;
      orderId: string;
      subscriptionId: string | null;
      /** null where nothing is to be paid. */
      paymentId: string | null;
      /** The Vault entry with the processor's token; null where nothing is collected. */
      paymentMethodId: string | null;
      totalAmount: number;
      currency: string;
      /** Of "one active subscription per customer", held for the subscription that will be; null where several are allowed. */
      activeClaim: Claim | null;
    } & CheckoutCustomer &
      AboutPerson
  >({ personal: [{ subject: aboutPerson, fields: ABOUT_BUYER }] }),
  /** The processor refused at once: open again, and nothing is shown of it but the error. */
  CheckoutConfirmFailed: event<Reopened>(),
  CheckoutConfirmed: event<{ checkoutId: string; customerId: string; paymentId: string | null }>(),
  /** A payment that was pending failed, or what was paid for can't be had: open again. */
  CheckoutReopened: event<Reopened>(),
  CheckoutSucceeded: event<{
    checkoutId: string;
    customerId: string;
    orderId: string;
    subscriptionId: string | null;
  }>(),
  CheckoutExpired: event<{ checkoutId: string }>(),
};

export type CheckoutEvent = EventsOf<typeof checkoutEvents>;
