import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { CustomersModule } from '../customers/customers.module.ts';
import { ProductsModule } from '../products/products.module.ts';
import { LicenseKeysModule } from '../license-keys/license-keys.module.ts';
import { BenefitsModule } from '../benefits/benefits.module.ts';
import { GrantHolders } from './grant-holders.service.ts';
import { grantReviewDecider } from './grant-review.decider.ts';
import { grantReviewEvents } from './grant-review.events.ts';
import { grantReviewProcess } from './grant-review.process.ts';
import { grantReviewProjection } from './grant-review.projection.ts';
import { GrantReviewsController } from './grant-reviews.controller.ts';
import { grantReviewHandlers } from './grant-reviews.handlers.ts';
import { GrantReviewQueries } from './grant-reviews.queries.ts';
import { grantEvents } from './grant.events.ts';
import { grantsProcess } from './grant.process.ts';
import { grantFacts } from './grant.ledger.ts';
import { grantProjection } from './grant.projection.ts';
import { grantAnnouncements } from './grant.webhooks.ts';
import { GrantsController } from './grants.controller.ts';
import { grantHandlers } from './grants.handlers.ts';
import { GrantPresenter, GrantQueries, GrantReader, GrantWebhookPresenter, HeldPresenter } from './grants.queries.ts';
import { GrantService } from './grants.service.ts';
import { purchaseProjection } from './purchase.projection.ts';
import { grantDecider } from './grant.decider.ts';

@Module({
  imports: [BenefitsModule, CustomersModule, LicenseKeysModule, ProductsModule],
  controllers: [GrantsController, GrantReviewsController],
  providers: [
    GrantReader,
    HeldPresenter,
    GrantPresenter,
    GrantWebhookPresenter,
    GrantQueries,
    GrantService,
    GrantHolders,
    GrantReviewQueries,
    ...grantHandlers,
    ...grantReviewHandlers,
  ],
  exports: [GrantPresenter, GrantReader, HeldPresenter],
})
export class GrantsModule {}

export const grants: Feature = {
  module: GrantsModule,
  events: { ...grantEvents, ...grantReviewEvents },
  deciders: [grantDecider, grantReviewDecider],
  projections: [grantProjection, purchaseProjection, grantReviewProjection],
  processes: [grantsProcess, grantReviewProcess],
  states: { grants: grantProjection },
  ledger: { facts: grantFacts },
  webhooks: { presenters: { benefit_grant: GrantWebhookPresenter }, announcements: grantAnnouncements },
};
