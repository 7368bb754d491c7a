import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { CustomersModule } from '../customers/customers.module.ts';
import { ProductsModule } from '../products/products.module.ts';
import { LicenseKeysModule } from '../license-keys/license-keys.module.ts';
import { BenefitsModule } from '../benefits/benefits.module.ts';
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
  controllers: [GrantsController],
  providers: [
    GrantReader,
    HeldPresenter,
    GrantPresenter,
    GrantWebhookPresenter,
    GrantQueries,
    GrantService,
    ...grantHandlers,
  ],
  exports: [GrantPresenter, GrantReader, HeldPresenter],
})
export class GrantsModule {}

export const grants: Feature = {
  module: GrantsModule,
  events: grantEvents,
  deciders: [grantDecider],
  projections: [grantProjection, purchaseProjection],
  processes: [grantsProcess],
  states: { grants: grantProjection },
  ledger: { facts: grantFacts },
  webhooks: { presenters: { benefit_grant: GrantWebhookPresenter }, announcements: grantAnnouncements },
};
