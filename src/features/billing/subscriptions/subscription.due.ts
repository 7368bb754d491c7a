import type { DueSource } from '../../../kernel/reacting/due.ts';
import { RenewSubscription } from './subscription.commands.ts';
import type { SubscriptionEvent } from './subscription.events.ts';

/** A live subscription is due at the end of its period, to renew or to end. */
export const renewDue: DueSource<SubscriptionEvent> = {
  kind: 'renew',
  handles: [
    'SubscriptionCreated',
    'SubscriptionUpgraded',
    'SubscriptionRenewed',
    'SubscriptionRenewalFailed',
    'SubscriptionCanceled',
    'SubscriptionUncanceled',
    'SubscriptionRevoked',
    'SubscriptionEnded',
  ],

  dueAfter(event) {
    if (event.type === 'ClaimForfeited') return undefined;
    const entity = event.data.subscriptionId;
    switch (event.type) {
      case 'SubscriptionCreated':
        return { entity, dueAt: event.data.currentPeriodEnd };
      case 'SubscriptionUpgraded':
      case 'SubscriptionRenewed':
        return { entity, dueAt: event.data.periodEnd };
      case 'SubscriptionRenewalFailed':
      case 'SubscriptionCanceled':
        return { entity, dueAt: event.data.endsAt };
      case 'SubscriptionUncanceled':
        return { entity, dueAt: event.data.renewsAt };
      case 'SubscriptionRevoked':
      case 'SubscriptionEnded':
        return { entity, dueAt: null };
    }
  },
  command: RenewSubscription,
};
