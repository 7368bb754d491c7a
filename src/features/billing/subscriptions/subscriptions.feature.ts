import type { Feature } from '../../../app/feature.ts';
import { expireDue, graceDue, renewalReminderDue, renewDue, retryDue, trialReminderDue } from './subscription.due.ts';
import { subscriptionEvents } from './subscription.events.ts';
import {
  customerDeletionProcess,
  ownsActiveClaim,
  renewalProcess,
  subscriptionClaimsProcess,
} from './subscription.process.ts';
import { subscriptionFacts } from './subscription.ledger.ts';
import { subscriptionProjection } from './subscription.projection.ts';
import { subscriptionAnnouncements } from './subscription.webhooks.ts';
import { ActiveClaims } from './active-claims.service.ts';
import { ProductChanges } from './product-changes.service.ts';
import { SubscriptionCsv } from './subscription-csv.service.ts';
import { SubscriptionsDashboardController } from './subscriptions-dashboard.controller.ts';
import { SubscriptionsController } from './subscriptions.controller.ts';
import { subscriptionHandlers } from './subscriptions.handlers.ts';
import {
  SubscriptionExport,
  SubscriptionHold,
  SubscriptionPresenter,
  SubscriptionQueries,
  SubscriptionReader,
} from './subscriptions.queries.ts';
import { subscriptionMailHandlers } from './mails/subscription-mail.handlers.ts';
import { subscriptionMailProcess } from './mails/subscription-mail.process.ts';
import { subscriptionMails } from './mails/subscription.mails.ts';
import { subscriptionDecider } from './subscription.decider.ts';

export const subscriptions: Feature = {
  controllers: [SubscriptionsController, SubscriptionsDashboardController],
  providers: [
    SubscriptionPresenter,
    SubscriptionReader,
    SubscriptionQueries,
    SubscriptionExport,
    SubscriptionCsv,
    ActiveClaims,
    ProductChanges,
    SubscriptionHold,
    ...subscriptionHandlers,
    ...subscriptionMailHandlers,
  ],
  events: subscriptionEvents,
  deciders: [subscriptionDecider],
  projections: [subscriptionProjection],
  processes: [renewalProcess, subscriptionClaimsProcess, customerDeletionProcess, subscriptionMailProcess],
  dueItems: [renewDue, expireDue, trialReminderDue, renewalReminderDue, retryDue, graceDue],
  claims: { 'active-subscription': (events, claim) => ownsActiveClaim(events as never, claim) },
  states: { subscription: subscriptionProjection },
  webhooks: { presenters: { subscription: SubscriptionPresenter }, announcements: subscriptionAnnouncements },
  ledger: { facts: subscriptionFacts },
  mails: subscriptionMails,
  holds: [SubscriptionHold],
};
