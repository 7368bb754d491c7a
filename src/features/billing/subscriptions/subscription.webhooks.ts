import type { Announcements } from '../../../kernel/reacting/announcements.ts';
import type { SubscriptionEvent } from './subscription.events.ts';

const customer = ({ customerId }: { customerId: string }) => customerId;

export const subscriptionAnnouncements: Announcements<SubscriptionEvent> = {
  SubscriptionCreated: {
    types: ['subscription.created', 'subscription.active', 'subscription.updated'],
    customer,
  },
  SubscriptionUpgraded: {
    types: ({ wasCanceled }) =>
      wasCanceled ? ['subscription.updated', 'subscription.uncanceled'] : ['subscription.updated'],
    customer,
  },
  SubscriptionRenewed: { types: ['subscription.updated'], customer },
  SubscriptionRenewalFailed: { types: ['subscription.updated', 'subscription.revoked'], customer },
  SubscriptionCanceled: { types: ['subscription.updated', 'subscription.canceled'], customer },
  SubscriptionUncanceled: { types: ['subscription.updated', 'subscription.uncanceled'], customer },
  SubscriptionRevoked: {
    types: ({ wasCanceled }) =>
      wasCanceled
        ? ['subscription.updated', 'subscription.revoked']
        : ['subscription.updated', 'subscription.canceled', 'subscription.revoked'],
    customer,
  },
  SubscriptionEnded: { types: ['subscription.updated', 'subscription.revoked'], customer },
};
