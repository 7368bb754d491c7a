import { addDays } from '../../../kernel/ports/clock.ts';
import type { DueSource } from '../../../kernel/reacting/due.ts';
import {
  AnnounceRenewal,
  EndGrace,
  ExpireSubscription,
  RenewSubscription,
  RetryPayment,
} from './subscription.commands.ts';
import type { SubscriptionEvent } from './subscription.events.ts';
import { announcedAt } from './subscription.periods.ts';

/** A live subscription is due at the end of its period, to renew or to end. */
export const renewDue: DueSource<SubscriptionEvent> = {
  kind: 'renew',
  handles: [
    'SubscriptionCreated',
    'SubscriptionUpgraded',
    'SubscriptionProductChanged',
    'SubscriptionRenewed',
    'SubscriptionRenewalFailed',
    'SubscriptionRecovered',
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
      case 'SubscriptionProductChanged':
      case 'SubscriptionRenewed':
      case 'SubscriptionRecovered':
        return { entity, dueAt: event.data.periodEnd };
      case 'SubscriptionRenewalFailed':
      case 'SubscriptionCanceled':
        return { entity, dueAt: event.data.endsAt };
      case 'SubscriptionUncanceled':
        return { entity, dueAt: event.data.renewsAt };
      case 'SubscriptionRevoked':
      case 'SubscriptionEnded':
        return { entity, dueAt: null };
      default:
        return undefined;
    }
  },
  command: RenewSubscription,
};

/** The first order of a subscription that its seller has created is to be paid in time. */
export const expireDue: DueSource<
  Extract<SubscriptionEvent, { type: 'SubscriptionRequested' | 'SubscriptionCreated' | 'SubscriptionExpired' }>
> = {
  kind: 'expire-subscription',
  handles: ['SubscriptionRequested', 'SubscriptionCreated', 'SubscriptionExpired'],
  dueAfter: ({ type, data }) => ({
    entity: data.subscriptionId,
    dueAt: type === 'SubscriptionRequested' ? data.expiresAt : null,
  }),
  command: ExpireSubscription,
};

/** Days before the end of a trial that its customer is told of the charge; of shorter trials, the first order's mail says so. */
const TOLD_DAYS_BEFORE = 3;

/** The customer of a trial is told some days before it ends (docs/BILLING.md#trials). */
export const trialReminderDue: DueSource<
  Extract<
    SubscriptionEvent,
    {
      type:
        | 'SubscriptionCreated'
        | 'SubscriptionRenewalAnnounced'
        | 'SubscriptionRenewed'
        | 'SubscriptionCanceled'
        | 'SubscriptionUncanceled'
        | 'SubscriptionRevoked'
        | 'SubscriptionEnded';
    }
  >
> = {
  kind: 'trial-reminder',
  handles: [
    'SubscriptionCreated',
    'SubscriptionRenewalAnnounced',
    'SubscriptionRenewed',
    'SubscriptionCanceled',
    'SubscriptionUncanceled',
    'SubscriptionRevoked',
    'SubscriptionEnded',
  ],

  dueAfter({ type, data }) {
    const entity = data.subscriptionId;
    if (type === 'SubscriptionCreated') {
      const dueAt = data.trial && addDays(data.trial.endsAt, -TOLD_DAYS_BEFORE);
      return dueAt && dueAt > data.startedAt ? { entity, dueAt } : undefined;
    }
    if (type === 'SubscriptionRenewed' && !data.endsTrial) return undefined;
    const endsAt = type === 'SubscriptionUncanceled' ? data.trialEndsAt : undefined;
    return { entity, dueAt: endsAt ? addDays(endsAt, -TOLD_DAYS_BEFORE) : null };
  },
  command: AnnounceRenewal,
};

type Announced = Extract<
  SubscriptionEvent,
  {
    type:
      | 'SubscriptionCreated'
      | 'SubscriptionUpgraded'
      | 'SubscriptionProductChanged'
      | 'SubscriptionRenewalAnnounced'
      | 'SubscriptionRenewed'
      | 'SubscriptionRenewalFailed'
      | 'SubscriptionRecovered'
      | 'SubscriptionCanceled'
      | 'SubscriptionUncanceled'
      | 'SubscriptionRevoked'
      | 'SubscriptionEnded';
  }
>;

/** The customer of a yearly subscription is told some days before it renews (docs/BILLING.md#periods). */
export const renewalReminderDue: DueSource<Announced> = {
  kind: 'renewal-reminder',
  handles: [
    'SubscriptionCreated',
    'SubscriptionUpgraded',
    'SubscriptionProductChanged',
    'SubscriptionRenewalAnnounced',
    'SubscriptionRenewed',
    'SubscriptionRenewalFailed',
    'SubscriptionRecovered',
    'SubscriptionCanceled',
    'SubscriptionUncanceled',
    'SubscriptionRevoked',
    'SubscriptionEnded',
  ],

  dueAfter({ type, data }) {
    const entity = data.subscriptionId;
    switch (type) {
      case 'SubscriptionCreated':
        // The end of a trial has a reminder of its own.
        return data.trial
          ? undefined
          : { entity, dueAt: announcedAt(data.recurringInterval, data.currentPeriodEnd) ?? null };
      case 'SubscriptionUpgraded':
        return { entity, dueAt: announcedAt(data.recurringInterval, data.periodEnd) ?? null };
      case 'SubscriptionProductChanged': {
        const { beginsPeriod, recurringInterval, periodEnd } = data;
        return beginsPeriod ? { entity, dueAt: announcedAt(recurringInterval, periodEnd) ?? null } : undefined;
      }
      case 'SubscriptionRenewed':
        // Before a shorter period than a year, there was no reminder to remove.
        return data.announcedAt ? { entity, dueAt: data.announcedAt } : undefined;
      case 'SubscriptionRecovered':
      case 'SubscriptionUncanceled':
        return { entity, dueAt: data.announcedAt ?? null };
      default:
        return { entity, dueAt: null };
    }
  },
  command: AnnounceRenewal,
};

type Dunned = Extract<
  SubscriptionEvent,
  {
    type:
      | 'SubscriptionRenewalFailed'
      | 'SubscriptionPaymentRetried'
      | 'SubscriptionRecovered'
      | 'SubscriptionGraceEnded'
      | 'SubscriptionMarkedUnpaid'
      | 'SubscriptionRevoked'
      | 'SubscriptionEnded';
  }
>;

/** An order whose payment has failed is charged again, unless it is being charged: its failure says when (docs/BILLING.md#dunning). */
export const retryDue: DueSource<Dunned> = {
  kind: 'retry-payment',
  handles: [
    'SubscriptionRenewalFailed',
    'SubscriptionPaymentRetried',
    'SubscriptionRecovered',
    'SubscriptionMarkedUnpaid',
    'SubscriptionRevoked',
    'SubscriptionEnded',
  ],

  dueAfter: ({ type, data }) => ({
    entity: data.subscriptionId,
    dueAt: type === 'SubscriptionRenewalFailed' ? data.nextAttemptAt : null,
  }),
  command: RetryPayment,
};

/** Benefits outlive a failed payment for as many days as the organization's settings say. */
export const graceDue: DueSource<Dunned> = {
  kind: 'end-grace',
  handles: [
    'SubscriptionRenewalFailed',
    'SubscriptionRecovered',
    'SubscriptionGraceEnded',
    'SubscriptionRevoked',
    'SubscriptionEnded',
  ],
  dueAfter: ({ type, data }) => ({
    entity: data.subscriptionId,
    dueAt: type === 'SubscriptionRenewalFailed' ? (data.graceEndsAt ?? null) : null,
  }),
  command: EndGrace,
};
