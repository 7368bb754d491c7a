import type { Claim, ClaimForfeited } from '../../../kernel/writing/claim.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import { event, subjectOf, type EventsOf } from '../../../kernel/writing/events.ts';
import type { Address } from '../address.ts';
import type { Metadata } from '../metadata.ts';
import type { Price, RecurringInterval } from '../products/product.events.ts';

/** A subscription's stream is `subscription-{UUIDv7}`; one event per renewal, and what happens to it between. */
export const subscriptionStream = (subscriptionId: string): string => `subscription-${subscriptionId}`;

export type CancellationReason =
  | 'customer_service'
  | 'low_quality'
  | 'missing_features'
  | 'switched_service'
  | 'too_complex'
  | 'too_expensive'
  | 'unused'
  | 'other';

interface AboutSubscription {
  subscriptionId: string;
  organizationId: string;
  customerId: string;
}

/** What ended: `amount` was paid per period. */
interface WhatEnded {
  productId: string;
  amount: number;
  currency: string;
  recurringInterval: RecurringInterval;
}

const aboutCustomer = ({ customerId }: AboutSubscription): string => subjectOf.customer(customerId);

/** Amounts in cents per period; times are business time. */
export const subscriptionEvents = {
  SubscriptionCreated: event<
    AboutSubscription & {
      productId: string;
      /** As they were at purchase: it keeps them. */
      prices: Price[];
      amount: number;
      currency: string;
      recurringInterval: RecurringInterval;
      /** Day of the month that periods return to: 31 January → 28 February → 31 March. */
      anchorDay: number;
      startedAt: Instant;
      currentPeriodEnd: Instant;
      checkoutId: string;
      paymentMethodId: string | null;
      /** Of "one active subscription per customer"; null where several are allowed. */
      activeClaim: Claim | null;
      /** As the checkout had it: renewals are billed to it until the customer's own is changed. Without one, to the customer's own. Since version 2. */
      billingAddress?: Address | null;
      billingName?: string | null;
      metadata: Metadata;
    }
  >({
    version: 2,
    personal: [{ subject: aboutCustomer, fields: { billingAddress: null, billingName: null, metadata: {} } }],
  }),
  /** A new period has begun, with an order to be paid. */
  SubscriptionRenewed: event<AboutSubscription & { periodStart: Instant; periodEnd: Instant; orderId: string }>(),
  /** The payment of an order was declined: past due, and the customer may subscribe to something else. */
  SubscriptionRenewalFailed: event<
    AboutSubscription & {
      orderId: string;
      paymentId: string;
      /** Where it had been canceled to the period's end: it still ends then. */
      endsAt: Instant | null;
      /** The claim of "one active subscription per customer". */
      released?: Claim | null;
    }
  >(),
  /** Ends with the period. */
  SubscriptionCanceled: event<
    AboutSubscription & {
      canceledAt: Instant;
      endsAt: Instant;
      reason: CancellationReason | null;
      comment: string | null;
    }
  >({ personal: [{ subject: aboutCustomer, fields: { comment: null } }] }),
  SubscriptionUncanceled: event<
    AboutSubscription & {
      /** null where it is past due, and not cycled. */
      renewsAt: Instant | null;
    }
  >(),
  /** Ended at once. */
  SubscriptionRevoked: event<
    AboutSubscription &
      WhatEnded & {
        endedAt: Instant;
        reason: CancellationReason | null;
        comment: string | null;
        /** It had been canceled to the period's end before. */
        wasCanceled: boolean;
        released: Claim | null;
      }
  >({ personal: [{ subject: aboutCustomer, fields: { comment: null } }] }),
  /** Reached the end it was canceled to. */
  SubscriptionEnded: event<AboutSubscription & WhatEnded & { endedAt: Instant; released: Claim | null }>(),
};

export type SubscriptionEvent = EventsOf<typeof subscriptionEvents> | ClaimForfeited;
