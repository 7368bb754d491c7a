import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { OrganizationsModule } from '../../accounts/organizations/organizations.module.ts';
import { CustomFieldsModule } from '../custom-fields/custom-fields.module.ts';
import { DiscountsModule } from '../discounts/discounts.module.ts';
import { CustomerMetersModule } from '../customer-meters/customer-meters.module.ts';
import { CustomersModule } from '../customers/customers.module.ts';
import { ProductsModule } from '../products/products.module.ts';
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
import { SavedMethodReader } from '../saved-methods/saved-methods.queries.ts';
import { SaleRows } from '../sales/sale-rows.service.ts';
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
import { subscriptionDecider } from './subscription.decider.ts';

@Module({
  imports: [
    OrganizationsModule,
    CustomFieldsModule,
    CustomersModule,
    CustomerMetersModule,
    DiscountsModule,
    ProductsModule,
  ],
  controllers: [SubscriptionsController, SubscriptionsDashboardController],
  providers: [
    SubscriptionPresenter,
    SubscriptionReader,
    SubscriptionQueries,
    SubscriptionExport,
    SubscriptionCsv,
    ActiveClaims,
    ProductChanges,
    SaleRows,
    SavedMethodReader,
    SubscriptionHold,
    ...subscriptionHandlers,
  ],
  exports: [SubscriptionPresenter, SubscriptionReader, SubscriptionQueries, ActiveClaims, ProductChanges],
})
export class SubscriptionsModule {}

export const subscriptions: Feature = {
  module: SubscriptionsModule,
  events: subscriptionEvents,
  deciders: [subscriptionDecider],
  projections: [subscriptionProjection],
  processes: [renewalProcess, subscriptionClaimsProcess, customerDeletionProcess],
  dueItems: [renewDue, expireDue, trialReminderDue, renewalReminderDue, retryDue, graceDue],
  claims: { 'active-subscription': (events, claim) => ownsActiveClaim(events as never, claim) },
  states: { subscription: subscriptionProjection },
  webhooks: { presenters: { subscription: SubscriptionPresenter }, announcements: subscriptionAnnouncements },
  ledger: { facts: subscriptionFacts },
  holds: [SubscriptionHold],
};
