import type { Announcements } from '../../../kernel/reacting/announcements.ts';
import type { SubscriptionEvent } from './subscription.events.ts';

const customer = ({ customerId }: { customerId: string }) => customerId;

export const subscriptionAnnouncements: Announcements<SubscriptionEvent> = {
  SubscriptionRequested: { types: ['subscription.created'], customer },
  SubscriptionCreated: {
    types: ({ trial, requestedAt }) => {
      if (requestedAt) return ['subscription.active', 'subscription.updated'];
      return trial
        ? ['subscription.created', 'subscription.updated']
        : ['subscription.created', 'subscription.active', 'subscription.updated'];
    },
    customer,
  },
  SubscriptionExpired: { types: ['subscription.updated'], customer },
  SubscriptionUpgraded: {
    types: ({ wasCanceled }) =>
      wasCanceled ? ['subscription.updated', 'subscription.uncanceled'] : ['subscription.updated'],
    customer,
  },
  SubscriptionProductChanged: { types: ['subscription.updated'], customer },
  SubscriptionChangeScheduled: { types: ['subscription.updated'], customer },
  SubscriptionChangeWithdrawn: { types: ['subscription.updated'], customer },
  SubscriptionRenewed: {
    types: ({ endsTrial }) => (endsTrial ? ['subscription.updated', 'subscription.active'] : ['subscription.updated']),
    customer,
  },
  SubscriptionRenewalAnnounced: null,
  SubscriptionUsageMeasured: null,
  // It counts as revoked once its benefits end.
  SubscriptionRenewalFailed: {
    types: ({ graceEndsAt, isRepeated }) =>
      graceEndsAt != null || isRepeated ? ['subscription.updated'] : ['subscription.updated', 'subscription.revoked'],
    customer,
  },
  SubscriptionPaymentRetried: null,
  SubscriptionRecovered: { types: ['subscription.updated', 'subscription.active'], customer },
  SubscriptionGraceEnded: { types: ['subscription.updated', 'subscription.revoked'], customer },
  SubscriptionMarkedUnpaid: { types: ['subscription.updated'], customer },
  SubscriptionPaymentMethodChanged: null,
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
