import type { Claim } from '../../../kernel/writing/claim.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import { event, type EventsOf } from '../../../kernel/writing/events.ts';
import type { Address } from '../address.ts';
import type { Metadata } from '../metadata.ts';
import type { CustomFieldValues } from '../custom-fields/custom-field-values.rules.ts';
import type { LastingDiscount, Tax } from '../pricing/terms.ts';
import type { Trial } from '../products/product.events.ts';
import type { TaxId } from '../tax-id.ts';

/** A checkout's stream is `checkout-{UUIDv7}`; it takes 200 updates. */
export const checkoutStream = (checkoutId: string): string => `checkout-${checkoutId}`;

/** What the buyer fills in, or the seller for them. */
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
  /** By the field's id. */
  customFieldData: CustomFieldValues;
}

/** What the amounts are computed by, besides what is bought. */
export interface CheckoutBilling {
  discount: LastingDiscount | null;
  /** As it was determined when the checkout last changed. */
  tax: Tax | 'unknown_location' | null;
}

/** What is bought: one of the offered products at one of its prices, in minor units. */
export interface CheckoutSelection {
  productId: string;
  /** The static price, or a metered one if there is none. */
  priceId: string;
  /** Billed by what they count, besides the static price. */
  meteredPriceIds: string[];
  /** What is paid now, before discount and tax: chosen by the buyer at a custom price. */
  amount: number;
  currency: string;
  recurringInterval: 'month' | 'year' | null;
  /** Of the product. */
  productTrial: Trial | null;
}

/** All prices that are bought, the static one first. */
export function priceIdsOf({ priceId, meteredPriceIds }: CheckoutSelection): [string, ...string[]] {
  return [priceId, ...meteredPriceIds.filter((id) => id !== priceId)];
}

export interface CheckoutTerms {
  allowDiscountCodes: boolean;
  requireBillingAddress: boolean;
  /** Whether a subscription may begin with a trial. */
  allowTrial: boolean;
  /** Instead of the product's. */
  trial: Trial | null;
  successUrl: string | null;
  embedOrigin: string | null;
  metadata: Metadata;
}

/**
 * The person a checkout's personal fields are sealed for: its customer if known, else `email:{digest}`, else `checkout:{id}`.
 */
interface AboutPerson {
  subject: string;
}

/** Open again until `expiresAt`; the claim that was held for its subscription is released. */
interface Reopened {
  checkoutId: string;
  reason: string;
  expiresAt: Instant;
  released: { claim: Claim; owner: string } | null;
  /** The redemption of its discount that was held, by the order's id; none if missing. */
  releasedRedemption?: { discountId: string; attempt: string } | null;
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
  customFieldData: {},
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
      /** Named by the seller, or whose subscription is upgraded. */
      customerId: string | null;
      /** The free subscription that it upgrades; none if missing. */
      subscriptionId?: string | null;
      /** The seller if missing. A buyer who opens one proves nothing about the customer (docs/SECURITY.md#client-secrets). */
      openedBy?: 'buyer';
      /** The checkout link that opened it; none if missing. */
      checkoutLinkId?: string;
      expiresAt: Instant;
    } & CheckoutSelection &
      CheckoutBilling &
      CheckoutCustomer &
      CheckoutTerms &
      AboutPerson
  >({ personal: [{ subject: aboutPerson, fields: PERSONAL }] }),
  /** Only what has changed. */
  CheckoutUpdated: event<
    { checkoutId: string } & Partial<CheckoutSelection> &
      Partial<CheckoutBilling> &
      Partial<CheckoutCustomer> &
      Partial<CheckoutTerms> &
      AboutPerson
  >({ personal: [{ subject: aboutPerson, fields: PERSONAL }] }),
  /** Closes the checkout to a second confirm, and fixes the ids of all that it will create, so that it can be resumed. */
  CheckoutConfirmStarted: event<
    {
      checkoutId: string;
      organizationId: string;
      /** Named, matched by e-mail, or to be created under this id. */
      customerId: string;
      /** Whether confirming may hand out that customer's data (docs/SECURITY.md#client-secrets). */
      createsCustomer: boolean;
      orderId: string;
      subscriptionId: string | null;
      /** null if nothing is due. */
      paymentId: string | null;
      /** Names the Vault entry of the payment method; null if none is collected. */
      paymentMethodId: string | null;
      /** What is charged now: nothing if a trial begins. */
      totalAmount: number;
      /** The trial that its subscription begins with; none if missing. */
      trial?: Trial;
      /** What `totalAmount` was computed by. */
      discount: LastingDiscount | null;
      tax: Tax | null;
      currency: string;
      /** Of "one active subscription per customer", held for the subscription to come; null if several are allowed. */
      activeClaim: Claim | null;
    } & CheckoutCustomer &
      AboutPerson
  >({
    internal: true,
    personal: [{ subject: aboutPerson, fields: ABOUT_BUYER }],
  }),
  /** The confirm failed before it was answered: open again, and only the error is shown. */
  CheckoutConfirmFailed: event<Reopened>(),
  CheckoutConfirmed: event<{ checkoutId: string; customerId: string; paymentId: string | null }>(),
  /** A pending payment failed, or what was paid for is not available: open again. */
  CheckoutReopened: event<Reopened>(),
  CheckoutSucceeded: event<{
    checkoutId: string;
    customerId: string;
    orderId: string;
    subscriptionId: string | null;
    /** Whose redemption it has used; none if missing. */
    discountId?: string | null;
  }>(),
  CheckoutExpired: event<{ checkoutId: string }>(),
};

export type CheckoutEvent = EventsOf<typeof checkoutEvents>;
