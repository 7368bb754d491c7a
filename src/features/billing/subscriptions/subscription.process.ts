import { ConfirmClaim, ReleaseClaim } from '../../../kernel/claim.ts';
import { send, type ProcessManager } from '../../../kernel/process.ts';
import { BillRenewal, FailOrderPayment, PayOrder } from '../orders/order.commands.ts';
import type { PaymentEvent } from '../payments/payment.events.ts';
import { FailRenewal } from './subscription.commands.ts';
import { subscriptionStream, type SubscriptionEvent } from './subscription.events.ts';

/** A renewal is billed, and its payment's outcome told to order and subscription; one subscription's in order (BILLING_FACTS §4.4). */
export const renewalProcess: ProcessManager<SubscriptionEvent | PaymentEvent> = {
  name: 'renewal',
  from: 'beginning',
  handles: ['SubscriptionRenewed', 'PaymentSucceeded', 'PaymentDeclined'],

  react(event) {
    switch (event.type) {
      case 'SubscriptionRenewed': {
        const { subscriptionId, orderId, periodStart: start, periodEnd: end } = event.data;
        return [send(BillRenewal, { subscriptionId, orderId, period: { start, end } })];
      }
      case 'PaymentSucceeded': {
        const { purpose, paymentId } = event.data;
        return purpose.kind === 'order' ? [send(PayOrder, { orderId: purpose.orderId, paymentId })] : [];
      }
      case 'PaymentDeclined': {
        const { purpose, paymentId, code } = event.data;
        if (purpose.kind !== 'order') return [];
        const { orderId, subscriptionId } = purpose;
        return [
          send(FailOrderPayment, { orderId, paymentId, code }),
          ...(subscriptionId ? [send(FailRenewal, { subscriptionId, orderId, paymentId })] : []),
        ];
      }
      default:
        return [];
    }
  },

  key(event) {
    switch (event.type) {
      case 'SubscriptionRenewed':
        return event.stream;
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

/** Repeats Confirm and Release of "one active subscription per customer" from the facts (DESIGN §3, Uniqueness). */
export const subscriptionClaimsProcess: ProcessManager<SubscriptionEvent> = {
  name: 'subscription-claims',
  from: 'beginning',
  handles: ['SubscriptionCreated', 'SubscriptionRevoked', 'SubscriptionEnded'],

  react(event) {
    switch (event.type) {
      case 'SubscriptionCreated': {
        const { activeClaim: claim, subscriptionId } = event.data;
        return claim ? [send(ConfirmClaim, { claim, owner: subscriptionStream(subscriptionId) })] : [];
      }
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

/** The claim that a subscription's events say it has now; undefined before it is made and after it has ended. */
export function ownsActiveClaim(events: readonly SubscriptionEvent[], { digest }: { digest: string }): boolean {
  const created = events.find((event) => event.type === 'SubscriptionCreated');
  const ended = events.some(({ type }) => type === 'SubscriptionRevoked' || type === 'SubscriptionEnded');
  return created?.data.activeClaim?.digest === digest && !ended;
}
