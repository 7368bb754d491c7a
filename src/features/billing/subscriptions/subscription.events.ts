import type { Claim, ClaimForfeited } from '../../../kernel/writing/claim.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import { event, subjectOf, type EventsOf } from '../../../kernel/writing/events.ts';
import type { Address } from '../address.ts';
import type { CustomFieldValues } from '../custom-fields/custom-field-values.rules.ts';
import type { Metadata } from '../metadata.ts';
import { recurringAmountOf, type PricedItem } from '../pricing/lines.ts';
import type { Period, Proration } from '../pricing/proration.ts';
import type { RecurringDiscount } from '../pricing/terms.ts';
import { isStatic, type MeteredPrice, type RecurringInterval } from '../products/product.events.ts';

/** A subscription's stream is `subscription-{UUIDv7}`: one event per renewal, and its changes in between. */
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

/** A price of the product, as it was at purchase: later prices do not change it. */
export interface SubscriptionItem extends PricedItem {
  productId: string;
}

/** All prices are of one product. */
export type SubscriptionItems = readonly [SubscriptionItem, ...SubscriptionItem[]];

/** A change of product that takes effect when the next period begins. */
export interface PendingChange {
  items: SubscriptionItems;
  currency: string;
  recurringInterval: RecurringInterval;
  /** Whether its discount applies to the new product, too. */
  keepsDiscount: boolean;
}

/** What to do about the rest of the period when the product changes (docs/BILLING.md#proration). */
export type ProrationBehavior = 'invoice' | 'prorate';

/** When a change of product takes effect, and what becomes of the rest of the period. */
export type ChangeBehavior = ProrationBehavior | 'next_period';

/** A line of the subscription's next order: what the rest of a period costs, or what it would have cost. */
export interface BillingEntry {
  /** Unique within its subscription. */
  id: string;
  productId: string;
  priceId: string;
  /** In minor units, without what the discount of then took off; below 0 for a credit. */
  amount: number;
  /** What is left of the period. */
  period: Period;
  prorated: Proration;
  /** Of a credit: which line. */
  takesBack?: BilledItem;
}

/** The line by which an item was billed for a period; its order is null while it waits for the next one, as `entries` do. */
export interface BilledItem {
  orderId: string | null;
  lineId: string;
}

/** What a meter counted in a period of it that was closed, at a price that applied then: a line of the subscription's next order. */
export interface UsageEntry {
  /** Unique within its subscription. */
  id: string;
  productId: string;
  priceId: string;
  meterId: string;
  /** Of the `MeterPeriodClosed` that closed it. */
  periodId: string;
  /** What was consumed, and what of it was paid for already (below 0: what was taken back of an earlier bill’s), in units: decimal numbers. */
  consumed: string;
  credited: string;
  /** Of the price: in minor units, as it says them. */
  unitAmount: string;
  capAmount: number | null;
  /** In minor units. */
  amount: number;
  /** When the subscription's own period began, and when it was closed. */
  period: Period;
}

/** The product that is subscribed to. */
export function productOf({ items }: { items: SubscriptionItems }): string {
  return items[0].productId;
}

/** What meters count is charged. */
export function meteredIn(items: readonly SubscriptionItem[]): { productId: string; price: MeteredPrice }[] {
  return items.flatMap(({ productId, price }) => (isStatic(price) ? [] : [{ productId, price }]));
}

/** Nothing is or will be charged for it. */
export function isFree(items: SubscriptionItems): boolean {
  return items.every(({ price }) => price.amountType === 'free');
}

/** What the subscription is to, for figures. `amount` is what it counts for per period, after its discount and before tax. */
export interface SubscribedTo {
  productId: string;
  amount: number;
  currency: string;
  recurringInterval: RecurringInterval;
}

/** What is sold, and what it counts for. */
export interface Sold {
  items: SubscriptionItems;
  currency: string;
  recurringInterval: RecurringInterval;
  /** What a period costs after the discount, before tax; missing without a discount. */
  discountedAmount?: number;
}

export function subscribedTo({ items, currency, recurringInterval, discountedAmount }: Sold): SubscribedTo {
  const amount = discountedAmount ?? recurringAmountOf(items);
  return { productId: productOf({ items }), amount, currency, recurringInterval };
}

/** What a subscription is billed with. */
interface BilledWith {
  paymentMethodId: string | null;
  /** Renewals are billed to it until the customer's own is changed, or to the customer's own if it is null. */
  billingAddress: Address | null;
  billingName: string | null;
  /** By the field's id. */
  customFieldData: CustomFieldValues;
  metadata: Metadata;
}

/** What its checkout says of the buyer. */
interface BoughtWith extends BilledWith {
  checkoutId: string;
}

const ABOUT_BUYER = { billingAddress: null, billingName: null, customFieldData: {}, metadata: {} } as const;

const aboutCustomer = ({ customerId }: AboutSubscription): string => subjectOf.customer(customerId);

/** Amounts in minor units per period; times are business time. */
export const subscriptionEvents = {
  /** A seller has subscribed a customer: incomplete until its first order is paid, or not paid in time. */
  SubscriptionRequested: event<
    AboutSubscription & {
      items: SubscriptionItems;
      currency: string;
      recurringInterval: RecurringInterval;
      anchorDay: number;
      periodStart: Instant;
      periodEnd: Instant;
      orderId: string;
      expiresAt: Instant;
      /** As in `SubscriptionCreated`. */
      activeClaim: Claim | null;
    } & BilledWith
  >({ personal: [{ subject: aboutCustomer, fields: ABOUT_BUYER }] }),
  SubscriptionCreated: event<
    AboutSubscription &
      Sold & {
        discount: RecurringDiscount | null;
        /** Until then nothing is charged. */
        trial: { endsAt: Instant } | null;
        /** The day of the month that periods begin on: 31 January → 28 February → 31 March. */
        anchorDay: number;
        startedAt: Instant;
        currentPeriodEnd: Instant;
        /** Of "one active subscription per customer"; null if several are allowed. */
        activeClaim: Claim | null;
        /** null if its seller has subscribed the customer. */
        checkoutId: string | null;
        /** Bills what costs nothing yet; missing if its checkout or its request has an order already. */
        orderId?: string;
        /** That order. */
        billedBy?: string;
        /** It has been incomplete since then. */
        requestedAt?: Instant;
      } & BilledWith
  >({ personal: [{ subject: aboutCustomer, fields: ABOUT_BUYER }] }),
  /** Its first order was not paid in time. */
  SubscriptionExpired: event<AboutSubscription & { orderId: string; endedAt: Instant; released: Claim | null }>(),
  /** A checkout has bought another product for a subscription that was free: its first paid period has begun. */
  SubscriptionUpgraded: event<
    AboutSubscription &
      Sold & {
        from: SubscribedTo;
        discount: RecurringDiscount | null;
        anchorDay: number;
        periodStart: Instant;
        periodEnd: Instant;
        /** It was going to end with its period, and goes on instead. */
        wasCanceled: boolean;
        /** Its checkout's order. */
        billedBy: string;
      } & BoughtWith
  >({ personal: [{ subject: aboutCustomer, fields: ABOUT_BUYER }] }),
  /**
   * It has another product, from now on or, if the change was scheduled, from the period that a following `SubscriptionRenewed` begins.
   * Another interval begins a new period now.
   */
  SubscriptionProductChanged: event<
    AboutSubscription &
      Sold & {
        from: SubscribedTo;
        /** The one it goes on with. */
        discount: RecurringDiscount | null;
        behavior: ChangeBehavior;
        anchorDay: number;
        periodStart: Instant;
        periodEnd: Instant;
        /** Whether the period begins with the change. */
        beginsPeriod: boolean;
        /** Neither product has been charged for yet. */
        isTrial?: true;
        /** Added to those that wait for the next order. */
        entries: BillingEntry[];
        /** The order that bills all entries that wait, and a period that begins; null if they wait for the renewal. */
        orderId: string | null;
      }
  >(),
  /** The product changes when the next period begins; it replaces a change that was scheduled before. */
  SubscriptionChangeScheduled: event<AboutSubscription & { change: PendingChange; takesEffectAt: Instant }>(),
  /** It renews soon, of which its customer is told: a trial, or a year. */
  SubscriptionRenewalAnnounced: event<AboutSubscription & { renewsAt: Instant; endsTrial: boolean }>(),
  SubscriptionChangeWithdrawn: event<AboutSubscription>(),
  /** A new period has begun, with an order to be paid. */
  SubscriptionRenewed: event<
    AboutSubscription & {
      periodStart: Instant;
      periodEnd: Instant;
      orderId: string;
      /** The discount that no longer applies, what a period costs from now on, before tax, and what it counted for before; none if missing. */
      endedDiscount?: { discountId: string; amount: number; from: SubscribedTo };
      /** As in `SubscriptionRecovered`. */
      announcedAt?: Instant;
      /** It is the first period after the trial, and this counts as recurring revenue from now on. */
      endsTrial?: SubscribedTo;
    }
  >(),
  /** The periods of its meters that one of its events has ended are closed, and this is what they measured; nothing else of it will be. */
  SubscriptionUsageMeasured: event<
    AboutSubscription & {
      /** The event's revision in this stream. */
      cause: number;
      /** The order that bills it, which the event has caused; null: the next one. */
      orderId: string | null;
      usage: UsageEntry[];
    }
  >({ internal: true }),
  /** The payment of one of its orders has failed: past due, and the customer may subscribe to something else. */
  SubscriptionRenewalFailed: event<
    AboutSubscription & {
      orderId: string;
      paymentId: string;
      /** Counts from 1, which is the charge at the renewal itself. */
      attempt: number;
      /** null if it is not charged again. */
      nextAttemptAt: Instant | null;
      /** What is past due from now on; null if it was past due already. */
      pastDue: SubscribedTo | null;
      /** If it was canceled to the end of its period, it still ends then. */
      endsAt: Instant | null;
      /** Its benefits stay until then, if it is not paid before; null or missing: they end at once, or have ended. */
      graceEndsAt?: Instant | null;
      /** It was past due already: another attempt has failed. */
      isRepeated?: true;
      /** The claim of "one active subscription per customer". */
      released: Claim | null;
    }
  >(),
  /** The order that it is past due for is charged again: when that was due, or because the payment method has changed. */
  SubscriptionPaymentRetried: event<
    AboutSubscription & {
      orderId: string;
      paymentId: string;
      paymentMethodId: string;
      /** The number of the attempt that was due; null for one in between, which does not count. */
      attempt: number | null;
    }
  >(),
  /** The order that it was past due for is paid: active again. */
  SubscriptionRecovered: event<
    AboutSubscription &
      SubscribedTo & {
        orderId: string;
        /** When it renews, or ends if it was canceled. */
        periodEnd: Instant;
        /** As in `SubscriptionEnded`. */
        wasPastDue: boolean;
        /** When its customer is told that it renews; missing if they are not told, or have been. */
        announcedAt?: Instant;
      }
  >(),
  /** It is still past due, so its benefits end. */
  SubscriptionGraceEnded: event<AboutSubscription>(),
  /** The last attempt has failed, and the organization keeps such subscriptions: nothing is charged until its payment method changes. */
  SubscriptionMarkedUnpaid: event<AboutSubscription & { orderId: string }>(),
  SubscriptionPaymentMethodChanged: event<AboutSubscription & { paymentMethodId: string }>(),
  /** It ends with its period. */
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
      /** null if it is past due, and does not renew. */
      renewsAt: Instant | null;
      /** While it is trialing. */
      trialEndsAt?: Instant;
      /** As in `SubscriptionRecovered`. */
      announcedAt?: Instant;
    }
  >(),
  /** It ended at once. */
  SubscriptionRevoked: event<
    AboutSubscription &
      SubscribedTo & {
        endedAt: Instant;
        reason: CancellationReason | null;
        comment: string | null;
        /** Whether it was going to end with its period already. */
        wasCanceled: boolean;
        /** Nothing has been charged for it. */
        wasTrial?: true;
        /** The last order, of what its meters have measured; missing if nothing is charged any more. */
        orderId?: string;
        /** Why, if nobody asked for it: the last attempt to charge it has failed. */
        cause?: 'payment_failed';
        /** As in `SubscriptionEnded`. */
        wasPastDue: boolean;
        released: Claim | null;
      }
  >({ personal: [{ subject: aboutCustomer, fields: { comment: null } }] }),
  /** It was canceled, and its period has ended. `wasPastDue`: its `SubscriptionRenewalFailed` recorded what was past due. */
  SubscriptionEnded: event<
    AboutSubscription &
      SubscribedTo & {
        endedAt: Instant;
        wasPastDue: boolean;
        released: Claim | null;
        /** Nothing has been charged for it. */
        wasTrial?: true;
        /** The last order, of the entries that still waited and what its meters have measured; missing if there were none. */
        orderId?: string;
      }
  >(),
};

export type SubscriptionEvent = EventsOf<typeof subscriptionEvents> | ClaimForfeited;
