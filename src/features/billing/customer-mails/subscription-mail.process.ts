import type { Instant } from '../../../kernel/ports/clock.ts';
import { send, type ProcessManager } from '../../../kernel/reacting/process.ts';
import { subscribedTo, type SubscriptionEvent } from '../subscriptions/subscription.events.ts';
import { SendSubscriptionMail, type SubscriptionNews } from './subscription-mail.commands.ts';

type MailCause = Extract<
  SubscriptionEvent,
  {
    type:
      | 'SubscriptionCanceled'
      | 'SubscriptionUncanceled'
      | 'SubscriptionProductChanged'
      | 'SubscriptionRevoked'
      | 'SubscriptionEnded';
  }
>;

/** Tells customers what happens to their subscriptions, besides what they pay. */
export const subscriptionMailProcess: ProcessManager<MailCause> = {
  name: 'subscription-mails',
  handles: [
    'SubscriptionCanceled',
    'SubscriptionUncanceled',
    'SubscriptionProductChanged',
    'SubscriptionRevoked',
    'SubscriptionEnded',
  ],

  react(event) {
    const news = newsOf(event);
    const { subscriptionId, organizationId, customerId } = event.data;
    const { revision } = event;
    return news ? [send(SendSubscriptionMail, { subscriptionId, organizationId, customerId, revision, news })] : [];
  },
};

function newsOf({ type, data }: MailCause): SubscriptionNews | undefined {
  switch (type) {
    case 'SubscriptionCanceled':
      return { kind: 'canceled', endsAt: data.endsAt };
    case 'SubscriptionUncanceled':
      return { kind: 'resumed', renewsAt: data.renewsAt };
    case 'SubscriptionProductChanged':
      return { kind: 'changed', from: data.from, to: subscribedTo(data) };
    case 'SubscriptionRevoked':
      // The mail about the last attempt says so.
      return data.cause === 'payment_failed' ? undefined : endedBy(data);
    case 'SubscriptionEnded':
      return endedBy(data);
  }
}

function endedBy({ endedAt, orderId }: { endedAt: Instant; orderId?: string }): SubscriptionNews {
  return { kind: 'ended', endedAt, hasLastBill: orderId !== undefined };
}
