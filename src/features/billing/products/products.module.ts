import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { BenefitsModule } from '../benefits/benefits.module.ts';
import { CustomFieldsModule } from '../custom-fields/custom-fields.module.ts';
import { FilesModule } from '../files/files.module.ts';
import { MetersModule } from '../meters/meters.module.ts';
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

@Module({
  imports: [BenefitsModule, CustomFieldsModule, FilesModule, MetersModule],
  controllers: [ProductsController, ProductsDashboardController],
  providers: [ProductFacts, ProductPresenter, ProductReader, ProductQueries, ArchivedPriceQueries, ...productHandlers],
  exports: [ProductPresenter, ProductReader],
})
export class ProductsModule {}

export const products: Feature = {
  module: ProductsModule,
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
