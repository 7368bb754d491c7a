import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { OrganizationsModule } from '../../accounts/organizations/organizations.module.ts';
import { CheckoutsModule } from '../checkouts/checkouts.module.ts';
import { DiscountsModule } from '../discounts/discounts.module.ts';
import { ProductsModule } from '../products/products.module.ts';
import { checkoutLinkDecider } from './checkout-link.decider.ts';
import { checkoutLinkEvents } from './checkout-link.events.ts';
import { CheckoutLinkFacts } from './checkout-link.facts.ts';
import { checkoutLinkProductsProcess } from './checkout-link.process.ts';
import { checkoutLinkProjection, type CheckoutLinkDocument } from './checkout-link.projection.ts';
import { CheckoutLinkSecrets } from './checkout-link-secrets.service.ts';
import { CheckoutLinkVisits } from './checkout-link-visits.service.ts';
import { CheckoutLinksController } from './checkout-links.controller.ts';
import { checkoutLinkHandlers } from './checkout-links.handlers.ts';
import { CheckoutLinkPresenter, CheckoutLinkQueries, CheckoutLinkReader } from './checkout-links.queries.ts';

@Module({
  imports: [OrganizationsModule, CheckoutsModule, DiscountsModule, ProductsModule],
  controllers: [CheckoutLinksController],
  providers: [
    CheckoutLinkFacts,
    CheckoutLinkPresenter,
    CheckoutLinkQueries,
    CheckoutLinkReader,
    CheckoutLinkSecrets,
    CheckoutLinkVisits,
    ...checkoutLinkHandlers,
  ],
})
export class CheckoutLinksModule {}

export const checkoutLinks: Feature = {
  module: CheckoutLinksModule,
  events: checkoutLinkEvents,
  deciders: [checkoutLinkDecider],
  projections: [checkoutLinkProjection],
  processes: [checkoutLinkProductsProcess],
  states: { checkoutlink: checkoutLinkProjection },
  ledger: {
    entities: {
      checkoutlink: {
        projection: checkoutLinkProjection,
        name: ({ label }: CheckoutLinkDocument) => label ?? 'Checkout link',
      },
    },
  },
};
