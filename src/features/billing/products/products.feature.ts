import type { Feature } from '../../../app/feature.ts';
import { productEvents } from './product.events.ts';
import { productFacts } from './product.ledger.ts';
import { productProjection, type ProductDocument } from './product.projection.ts';
import { productFieldsProcess } from './product.process.ts';
import { productAnnouncements } from './product.webhooks.ts';
import { ProductsDashboardController } from './products-dashboard.controller.ts';
import { ProductsController } from './products.controller.ts';
import { ProductFacts, productHandlers } from './products.handlers.ts';
import { ArchivedPriceQueries, ProductPresenter, ProductQueries, ProductReader } from './products.queries.ts';
import { productDecider } from './product.decider.ts';

export const products: Feature = {
  controllers: [ProductsController, ProductsDashboardController],
  providers: [ProductFacts, ProductPresenter, ProductReader, ProductQueries, ArchivedPriceQueries, ...productHandlers],
  events: productEvents,
  deciders: [productDecider],
  projections: [productProjection],
  processes: [productFieldsProcess],
  states: { product: productProjection },
  ledger: {
    facts: productFacts,
    entities: { product: { projection: productProjection, name: ({ name }: ProductDocument) => name } },
  },
  webhooks: { presenters: { product: ProductPresenter }, announcements: productAnnouncements },
};
