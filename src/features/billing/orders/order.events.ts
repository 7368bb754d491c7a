import { event, subjectOf, type EventsOf } from '../../../kernel/writing/events.ts';
import type { Address, Place } from '../address.ts';
import type { CustomFieldValues } from '../custom-fields/custom-field-values.rules.ts';
import type { Metadata } from '../metadata.ts';
import type { Bill, BilledLine, TakenBack, Totals } from '../pricing/bill.ts';
import type { Period, Proration } from '../pricing/proration.ts';

/** An order's stream is `order-{UUIDv7}`, with a handful of events. */
export const orderStream = (orderId: string): string => `order-${orderId}`;

export const BILLING_REASONS = [
  'purchase',
  'subscription_create',
  'subscription_cycle',
  'subscription_update',
] as const;
export type BillingReason = (typeof BILLING_REASONS)[number];

/** Why an order will not be paid. */
export type VoidReason = 'subscription_revoked' | 'subscription_ended' | 'subscription_expired';

/** One line before discount and tax. Amounts in minor units. */
export interface OrderLine {
  id: string;
  label: string;
  priceId: string | null;
  quantity: number;
  /** Of the whole line, not of one piece. */
  amount: number;
  proration: boolean;
  /** The part of a period that a proration is for; missing if the line is for the order's whole period. */
  period?: Period;
  /** The line that one below 0 takes back: how its amount is taxed, and the most that it is. */
  takesBack?: TakenBack;
  /** What the amount of a proration was computed from. */
  prorated?: Proration;
  /** What a meter counted, which the amount was computed from. */
  metered?: MeteredLine;
}

/** Units are decimal numbers, amounts in minor units. */
export interface MeteredLine {
  meterId: string;
  /** Of the `MeterPeriodClosed` that closed it. */
  periodId: string;
  consumed: string;
  /** Units that were paid for already. Below 0: an earlier bill had counted so many that were taken back. */
  credited: string;
  unitAmount: string;
  capAmount: number | null;
}

export type OrderItem = BilledLine<OrderLine>;

interface AboutOrder {
  orderId: string;
  organizationId: string;
  customerId: string;
  subscriptionId: string | null;
}

/** From version 1, when customers had no account: what was due was the total. */
const withDueAmount = (data: Record<string, unknown>): Record<string, unknown> => ({
  ...data,
  appliedBalanceAmount: 0,
  dueAmount: (data['totals'] as Totals).totalAmount,
});

export const orderEvents = {
  /** Orders of checkouts are created paid; renewals wait for their payment (docs/BILLING.md#order-states). */
  OrderCreated: event<
    AboutOrder &
      Pick<Bill<OrderLine>, 'discount' | 'tax'> & {
        productId: string;
        checkoutId: string | null;
        billingReason: BillingReason;
        status: 'pending' | 'paid';
        items: OrderItem[];
        totals: Totals;
        /** What the customer's account adds to the total: below 0 for a credit, above 0 for a debt (docs/BILLING.md#customer-account). */
        appliedBalanceAmount: number;
        /** What is to be paid: never below 0. An order of less than the minimum charge is paid at once, and the customer owes it. */
        dueAmount: number;
        currency: string;
        /** The period it pays for; null for one-time products. */
        period: Period | null;
        /** The payment that paid it, or will; null if nothing was due. */
        paymentId: string | null;
        paymentMethodId: string | null;
        billingAddress: Address | null;
        /** Of the billing address; null without one. */
        place: Place | null;
        /** The name on the invoice. */
        billingName: string | null;
        /** By the field's id. */
        customFieldData: CustomFieldValues;
        metadata: Metadata;
      }
  >({
    version: 2,
    upcast: { 1: withDueAmount },
    personal: [
      {
        subject: ({ customerId }) => subjectOf.customer(customerId),
        fields: { billingAddress: null, billingName: null, customFieldData: {}, metadata: {} },
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
  /** It will not be paid; money that still arrives for it is refunded. */
  OrderVoided: event<AboutOrder & { billingReason: BillingReason; reason: VoidReason }>(),
};

export type OrderEvent = EventsOf<typeof orderEvents>;
export type OrderCreated = Extract<OrderEvent, { type: 'OrderCreated' }>;
