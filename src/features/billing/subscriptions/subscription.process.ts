import { ConfirmClaim, ReleaseClaim, type Claim } from '../../../kernel/writing/claim.ts';
import { reactingTo, send, type Step } from '../../../kernel/reacting/process.ts';
import { MeasureSubscription } from '../customer-meters/customer-meter.commands.ts';
import type { CustomerEvent } from '../customers/customer.events.ts';
import {
  BillSubscription,
  FailOrderPayment,
  PayOrder,
  RetryOrderPayment,
  VoidUnpaidOrders,
} from '../orders/order.commands.ts';
import type { OrderEvent, VoidReason } from '../orders/order.events.ts';
import type { PaymentEvent } from '../payments/payment.events.ts';
import { FailRenewal, RecoverSubscription, RevokeCustomerSubscriptions } from './subscription.commands.ts';
import {
  meteredIn,
  subscriptionStream,
  type SubscriptionEvent,
  type SubscriptionItems,
} from './subscription.events.ts';

/**
 * Bills what a subscription owes, reports the outcome of the payment to the order and from there to the subscription. Orders that will not be
 * paid are void. Events of one subscription are handled in order (docs/BILLING.md#subscription-states).
 */
export const renewalProcess = reactingTo<SubscriptionEvent | PaymentEvent | OrderEvent>()({
  name: 'renewal',
  group: 'subscriptions',
  key({ data, stream }) {
    const { subscriptionId } = 'purpose' in data ? { subscriptionId: null, ...data.purpose } : data;
    return subscriptionId ? subscriptionStream(subscriptionId) : stream;
  },
  on: {
    SubscriptionRequested: bill,
    SubscriptionCreated: (data) => [...bill(data), ...measure(data)],
    SubscriptionUpgraded: measure,
    SubscriptionRenewed: bill,
    // The former product may have been metered, too.
    SubscriptionProductChanged: (data) => [
      send(MeasureSubscription, { subscriptionId: data.subscriptionId }),
      ...bill(data),
    ],
    SubscriptionPaymentRetried: ({ orderId, paymentId, paymentMethodId }) => [
      send(RetryOrderPayment, { orderId, paymentId, paymentMethodId }),
    ],
    PaymentSucceeded: ({ purpose, paymentId, amount, currency }) =>
      purpose.kind === 'order' ? [send(PayOrder, { orderId: purpose.orderId, paymentId, amount, currency })] : [],
    PaymentDeclined: ({ purpose, paymentId, code }) =>
      purpose.kind === 'order' ? [send(FailOrderPayment, { orderId: purpose.orderId, paymentId, code })] : [],
    PaymentMismatched: ({ purpose, paymentId }) =>
      purpose.kind === 'order'
        ? [send(FailOrderPayment, { orderId: purpose.orderId, paymentId, code: 'payment_mismatched' })]
        : [],
    OrderCreated(data) {
      // Nothing is due for it, so no payment will follow.
      const { checkoutId, billingReason, status } = data;
      const isPaid = checkoutId === null && billingReason === 'subscription_create' && status === 'paid';
      return isPaid ? recovered(data) : [];
    },
    OrderPaid: recovered,
    OrderPaymentFailed: ({ orderId, paymentId, subscriptionId }) =>
      subscriptionId === null
        ? []
        : [send(FailRenewal, { subscriptionId, orderId, paymentId }), voidUnpaid(subscriptionId, 'subscription_ended')],
    SubscriptionExpired: ({ subscriptionId }) => [voidUnpaid(subscriptionId, 'subscription_expired')],
    SubscriptionRevoked(data) {
      const { subscriptionId, orderId: except } = data;
      const unpaid = { subscriptionId, reason: 'subscription_revoked' as const, ...(except && { except }) };
      return [send(VoidUnpaidOrders, unpaid), ...lastBill(data)];
    },
    SubscriptionEnded: (data) => [...lastBill(data), voidUnpaid(data.subscriptionId, 'subscription_ended')],
  },
});

/** The order that an event causes, if it does. */
function bill({ subscriptionId, orderId }: { subscriptionId: string; orderId?: string | null }): Step[] {
  return orderId ? [send(BillSubscription, { subscriptionId, orderId })] : [];
}

/** The meters by which it is billed begin a period. */
function measure({ subscriptionId, items }: { subscriptionId: string; items: SubscriptionItems }): Step[] {
  return meteredIn(items).length > 0 ? [send(MeasureSubscription, { subscriptionId })] : [];
}

/** Of what its meters have measured, whose periods end in any case. */
function lastBill(data: { subscriptionId: string; orderId?: string }): Step[] {
  return [send(MeasureSubscription, { subscriptionId: data.subscriptionId }), ...bill(data)];
}

function recovered({ subscriptionId, orderId }: { subscriptionId: string | null; orderId: string }): Step[] {
  return subscriptionId === null ? [] : [send(RecoverSubscription, { subscriptionId, orderId })];
}

function voidUnpaid(subscriptionId: string, reason: VoidReason): Step {
  return send(VoidUnpaidOrders, { subscriptionId, reason });
}

/** Confirms the claim of "one active subscription per customer", and releases it in case a handler could not (docs/EVENTS_AND_STREAMS.md#claims). */
export const subscriptionClaimsProcess = reactingTo<SubscriptionEvent>()({
  name: 'subscription-claims',
  group: 'subscriptions',
  on: {
    SubscriptionRequested: claimed,
    SubscriptionCreated: claimed,
    SubscriptionExpired: released,
    SubscriptionRenewalFailed: released,
    SubscriptionRevoked: released,
    SubscriptionEnded: released,
  },
});

function claimed({
  activeClaim: claim,
  subscriptionId,
}: {
  activeClaim?: Claim | null;
  subscriptionId: string;
}): Step[] {
  return claim ? [send(ConfirmClaim, { claim, owner: subscriptionStream(subscriptionId) })] : [];
}

function released({ released: claim, subscriptionId }: { released?: Claim | null; subscriptionId: string }): Step[] {
  return claim ? [send(ReleaseClaim, { claim, owner: subscriptionStream(subscriptionId) })] : [];
}

/** Ends the subscriptions of a deleted customer (docs/BILLING.md#deleting-a-customer). */
export const customerDeletionProcess = reactingTo<CustomerEvent>()({
  name: 'customer-deletion',
  group: 'subscriptions',
  on: { CustomerDeleted: ({ customerId }) => [send(RevokeCustomerSubscriptions, { customerId })] },
});

/** Whether a subscription has the claim now: not before it is requested or created, nor once it is past due or has ended. */
export function ownsActiveClaim(events: readonly SubscriptionEvent[], { digest }: { digest: string }): boolean {
  const created = events.find(({ type }) => type === 'SubscriptionRequested' || type === 'SubscriptionCreated');
  const released = events.some((event) => 'released' in event.data && event.data.released?.digest === digest);
  return (created?.data as { activeClaim?: Claim | null } | undefined)?.activeClaim?.digest === digest && !released;
}
