import { send, type ProcessManager } from '../../../kernel/reacting/process.ts';
import type { SubscriptionEvent } from '../subscriptions/subscription.events.ts';
import { SendPaymentFailedMail, SendReceipt, SendRenewalUpcomingMail, SendTrialEndingMail } from './order.commands.ts';
import type { OrderEvent } from './order.events.ts';

type MailCause =
  | Extract<OrderEvent, { type: 'OrderCreated' | 'OrderPaid' | 'OrderPaymentFailed' }>
  | Extract<SubscriptionEvent, { type: 'SubscriptionRenewalFailed' | 'SubscriptionRenewalAnnounced' }>;

/** Mails customers a receipt for what they paid, a notice when a charge fails, and before one ends their trial or their year. */
export const orderMailProcess: ProcessManager<MailCause> = {
  // Its checkpoint is stored under this name: under another, a late mailer would send receipts of years ago.
  name: 'emails',
  handles: [
    'OrderCreated',
    'OrderPaid',
    'OrderPaymentFailed',
    'SubscriptionRenewalFailed',
    'SubscriptionRenewalAnnounced',
  ],

  react({ type, data }) {
    switch (type) {
      case 'OrderCreated':
        return data.status === 'paid' ? [send(SendReceipt, { orderId: data.orderId })] : [];
      case 'OrderPaid':
        return [send(SendReceipt, { orderId: data.orderId })];
      case 'OrderPaymentFailed': {
        // Of any later order, the subscription decides what follows.
        const { orderId, billingReason } = data;
        const dunning = { nextAttemptAt: null, graceEndsAt: null };
        return billingReason === 'subscription_create' ? [send(SendPaymentFailedMail, { orderId, ...dunning })] : [];
      }
      case 'SubscriptionRenewalFailed': {
        const { orderId, nextAttemptAt, graceEndsAt = null } = data;
        return [send(SendPaymentFailedMail, { orderId, nextAttemptAt, graceEndsAt })];
      }
      case 'SubscriptionRenewalAnnounced':
        return [
          send(data.endsTrial ? SendTrialEndingMail : SendRenewalUpcomingMail, { subscriptionId: data.subscriptionId }),
        ];
    }
  },
};
