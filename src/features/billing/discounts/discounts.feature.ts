import type { Feature } from '../../../app/feature.ts';
import { CODE_CLAIM, discountOwns } from './discount.claims.ts';
import { discountDecider } from './discount.decider.ts';
import { discountEvents } from './discount.events.ts';
import { discountFacts } from './discount.ledger.ts';
import { discountClaimsProcess } from './discount.process.ts';
import { discountProjection, type DiscountDocument } from './discount.projection.ts';
import { DiscountsController } from './discounts.controller.ts';
import { discountHandlers } from './discounts.handlers.ts';
import { DiscountPresenter, DiscountQueries, DiscountReader } from './discounts.queries.ts';

export const discounts: Feature = {
  controllers: [DiscountsController],
  providers: [DiscountPresenter, DiscountReader, DiscountQueries, ...discountHandlers],
  events: discountEvents,
  deciders: [discountDecider],
  projections: [discountProjection],
  processes: [discountClaimsProcess],
  claims: { [CODE_CLAIM]: discountOwns },
  states: { discount: discountProjection },
  ledger: {
    facts: discountFacts,
    entities: { discount: { projection: discountProjection, name: ({ name }: DiscountDocument) => name } },
  },
};
