import { reactingTo, send } from '../../../../kernel/reacting/process.ts';
import type { SubscriptionEvent } from '../../subscriptions/subscription.events.ts';
import { SendPaymentFailedMail, SendReceipt, SendRenewalUpcomingMail, SendTrialEndingMail } from '../order.commands.ts';
import type { OrderEvent } from '../order.events.ts';

/** Mails customers a receipt for what they paid, a notice when a charge fails, and before one ends their trial or their year. */
export const orderMailProcess = reactingTo<OrderEvent | SubscriptionEvent>()({
  // Its checkpoint is stored under this name: under another, a late mailer would send receipts of years ago.
  name: 'emails',
  on: {
    OrderCreated: ({ orderId, status }) => (status === 'paid' ? [send(SendReceipt, { orderId })] : []),
    OrderPaid: ({ orderId }) => [send(SendReceipt, { orderId })],
    OrderPaymentFailed({ orderId, billingReason }) {
      // Of any later order, the subscription decides what follows.
      const dunning = { nextAttemptAt: null, graceEndsAt: null };
      return billingReason === 'subscription_create' ? [send(SendPaymentFailedMail, { orderId, ...dunning })] : [];
    },
    SubscriptionRenewalFailed: ({ orderId, nextAttemptAt, graceEndsAt = null }) => [
      send(SendPaymentFailedMail, { orderId, nextAttemptAt, graceEndsAt }),
    ],
    SubscriptionRenewalAnnounced: ({ subscriptionId, endsTrial }) => [
      send(endsTrial ? SendTrialEndingMail : SendRenewalUpcomingMail, { subscriptionId }),
    ],
  },
});
