import type { Feature } from '../../../app/feature.ts';
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

export const checkoutLinks: Feature = {
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
