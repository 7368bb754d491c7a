import { ConfirmClaim, ReleaseClaim, type Claim } from '../../../kernel/writing/claim.ts';
import { send, type ProcessManager, type Step } from '../../../kernel/reacting/process.ts';
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
export const renewalProcess: ProcessManager<SubscriptionEvent | PaymentEvent | OrderEvent> = {
  name: 'renewal',
  group: 'subscriptions',
  handles: [
    'SubscriptionRequested',
    'SubscriptionCreated',
    'SubscriptionUpgraded',
    'SubscriptionRenewed',
    'SubscriptionProductChanged',
    'SubscriptionPaymentRetried',
    'PaymentSucceeded',
    'PaymentDeclined',
    'OrderCreated',
    'OrderPaid',
    'OrderPaymentFailed',
    'SubscriptionExpired',
    'SubscriptionRevoked',
    'SubscriptionEnded',
  ],

  react(event) {
    switch (event.type) {
      case 'SubscriptionRequested':
      case 'SubscriptionRenewed':
        return bill(event.data);
      case 'SubscriptionCreated':
        return [...bill(event.data), ...measure(event.data)];
      case 'SubscriptionUpgraded':
        return measure(event.data);
      case 'SubscriptionProductChanged':
        // The former product may have been metered, too.
        return [send(MeasureSubscription, { subscriptionId: event.data.subscriptionId }), ...bill(event.data)];
      case 'SubscriptionPaymentRetried': {
        const { orderId, paymentId, paymentMethodId } = event.data;
        return [send(RetryOrderPayment, { orderId, paymentId, paymentMethodId })];
      }
      case 'PaymentSucceeded': {
        const { purpose, paymentId, amount, currency } = event.data;
        if (purpose.kind !== 'order') return [];
        return [send(PayOrder, { orderId: purpose.orderId, paymentId, amount, currency })];
      }
      case 'PaymentDeclined': {
        const { purpose, paymentId, code } = event.data;
        if (purpose.kind !== 'order') return [];
        return [send(FailOrderPayment, { orderId: purpose.orderId, paymentId, code })];
      }
      case 'OrderCreated': {
        // Nothing is due for it, so no payment will follow.
        const { checkoutId, billingReason, status } = event.data;
        const isPaid = checkoutId === null && billingReason === 'subscription_create' && status === 'paid';
        return isPaid ? recovered(event.data) : [];
      }
      case 'OrderPaid':
        return recovered(event.data);
      case 'OrderPaymentFailed': {
        const { orderId, paymentId, subscriptionId } = event.data;
        if (subscriptionId === null) return [];
        return [
          send(FailRenewal, { subscriptionId, orderId, paymentId }),
          voidUnpaid(subscriptionId, 'subscription_ended'),
        ];
      }
      case 'SubscriptionExpired':
        return [voidUnpaid(event.data.subscriptionId, 'subscription_expired')];
      case 'SubscriptionRevoked': {
        const { subscriptionId, orderId: except } = event.data;
        const data = { subscriptionId, reason: 'subscription_revoked' as const, ...(except && { except }) };
        return [send(VoidUnpaidOrders, data), ...lastBill(event.data)];
      }
      case 'SubscriptionEnded':
        return [...lastBill(event.data), voidUnpaid(event.data.subscriptionId, 'subscription_ended')];
      default:
        return [];
    }
  },

  key(event) {
    switch (event.type) {
      case 'OrderCreated':
      case 'OrderPaid':
      case 'OrderPaymentFailed':
        return event.data.subscriptionId === null ? event.stream : subscriptionStream(event.data.subscriptionId);
      case 'PaymentSucceeded':
      case 'PaymentDeclined': {
        const { purpose } = event.data;
        return purpose.kind === 'order' && purpose.subscriptionId
          ? subscriptionStream(purpose.subscriptionId)
          : event.stream;
      }
      default:
        return event.stream;
    }
  },
};

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
export const subscriptionClaimsProcess: ProcessManager<SubscriptionEvent> = {
  name: 'subscription-claims',
  group: 'subscriptions',
  handles: [
    'SubscriptionRequested',
    'SubscriptionCreated',
    'SubscriptionExpired',
    'SubscriptionRenewalFailed',
    'SubscriptionRevoked',
    'SubscriptionEnded',
  ],

  react(event) {
    switch (event.type) {
      case 'SubscriptionRequested':
      case 'SubscriptionCreated': {
        const { activeClaim: claim, subscriptionId } = event.data;
        return claim ? [send(ConfirmClaim, { claim, owner: subscriptionStream(subscriptionId) })] : [];
      }
      case 'SubscriptionExpired':
      case 'SubscriptionRenewalFailed':
      case 'SubscriptionRevoked':
      case 'SubscriptionEnded': {
        const { released: claim, subscriptionId } = event.data;
        return claim ? [send(ReleaseClaim, { claim, owner: subscriptionStream(subscriptionId) })] : [];
      }
      default:
        return [];
    }
  },
};

/** Ends the subscriptions of a deleted customer (docs/BILLING.md#deleting-a-customer). */
export const customerDeletionProcess: ProcessManager<Extract<CustomerEvent, { type: 'CustomerDeleted' }>> = {
  name: 'customer-deletion',
  group: 'subscriptions',
  handles: ['CustomerDeleted'],
  react: ({ data: { customerId } }) => [send(RevokeCustomerSubscriptions, { customerId })],
};

/** Whether a subscription has the claim now: not before it is requested or created, nor once it is past due or has ended. */
export function ownsActiveClaim(events: readonly SubscriptionEvent[], { digest }: { digest: string }): boolean {
  const created = events.find(({ type }) => type === 'SubscriptionRequested' || type === 'SubscriptionCreated');
  const released = events.some((event) => 'released' in event.data && event.data.released?.digest === digest);
  return (created?.data as { activeClaim?: Claim | null } | undefined)?.activeClaim?.digest === digest && !released;
}
