import type { Instant } from '../../../../kernel/ports/clock.ts';
import { reactingTo, send, type Step } from '../../../../kernel/reacting/process.ts';
import { subscribedTo, type SubscriptionEvent } from '../subscription.events.ts';
import { SendSubscriptionMail, type SubscriptionNews } from './subscription-mail.commands.ts';

/** Tells customers what happens to their subscriptions, besides what they pay. */
export const subscriptionMailProcess = reactingTo<SubscriptionEvent>()({
  name: 'subscription-mails',
  on: {
    SubscriptionCanceled: (data, event) => tell(event, { kind: 'canceled', endsAt: data.endsAt }),
    SubscriptionUncanceled: (data, event) => tell(event, { kind: 'resumed', renewsAt: data.renewsAt }),
    SubscriptionProductChanged: (data, event) =>
      tell(event, { kind: 'changed', from: data.from, to: subscribedTo(data) }),
    // The mail about the last attempt says so.
    SubscriptionRevoked: (data, event) => (data.cause === 'payment_failed' ? [] : tell(event, endedBy(data))),
    SubscriptionEnded: (data, event) => tell(event, endedBy(data)),
  },
});

type About = Record<'subscriptionId' | 'organizationId' | 'customerId', string>;

function tell({ revision, data }: { revision: number; data: About }, news: SubscriptionNews): Step[] {
  const { subscriptionId, organizationId, customerId } = data;
  return [send(SendSubscriptionMail, { subscriptionId, organizationId, customerId, revision, news })];
}

function endedBy({ endedAt, orderId }: { endedAt: Instant; orderId?: string }): SubscriptionNews {
  return { kind: 'ended', endedAt, hasLastBill: orderId !== undefined };
}
