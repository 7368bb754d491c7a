import type { SubscriptionEvent } from './subscription.events.ts';

export type LiveStatus = 'trialing' | 'active' | 'past_due' | 'unpaid';

/** Before and after: its first order is not paid yet, was not paid in time, or it has ended. */
export type SubscriptionStatus = 'incomplete' | 'incomplete_expired' | LiveStatus | 'canceled';

type DataOf<T extends SubscriptionEvent['type']> = Extract<SubscriptionEvent, { type: T }>['data'];

/** The same for the decider and every read model (docs/BILLING.md#subscription-states). */
export function statusAfter(status: SubscriptionStatus, event: SubscriptionEvent): SubscriptionStatus {
  switch (event.type) {
    case 'SubscriptionRequested':
      return 'incomplete';
    case 'SubscriptionCreated':
      return firstStatusOf(event.data);
    case 'SubscriptionExpired':
      return 'incomplete_expired';
    case 'SubscriptionRevoked':
    case 'SubscriptionEnded':
      return 'canceled';
    default:
      return isLiveStatus(status) ? liveStatusAfter(status, event) : status;
  }
}

export function firstStatusOf({ trial }: DataOf<'SubscriptionCreated'>): 'trialing' | 'active' {
  return trial ? 'trialing' : 'active';
}

/** After an event that neither begins nor ends it. */
export function liveStatusAfter(status: LiveStatus, event: SubscriptionEvent): LiveStatus {
  switch (event.type) {
    case 'SubscriptionRenewed':
      return event.data.endsTrial ? 'active' : status;
    case 'SubscriptionRenewalFailed':
      return status === 'unpaid' ? 'unpaid' : 'past_due';
    case 'SubscriptionRecovered':
      return 'active';
    case 'SubscriptionMarkedUnpaid':
      return 'unpaid';
    default:
      return status;
  }
}

export function isLiveStatus(status: SubscriptionStatus | 'absent'): status is LiveStatus {
  return status === 'past_due' || status === 'unpaid' || isActiveStatus(status);
}

/** Neither incomplete, ended nor past due. */
export function isActiveStatus(status: SubscriptionStatus | 'absent'): boolean {
  return status === 'trialing' || status === 'active';
}
