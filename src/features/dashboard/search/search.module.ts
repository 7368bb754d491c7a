import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { CustomersModule } from '../../billing/customers/customers.module.ts';
import { ProductsModule } from '../../billing/products/products.module.ts';
import { SearchController } from './search.controller.ts';
import { SearchLimit } from './search-limit.service.ts';
import { SearchPresenter } from './search.presenters.ts';
import { SearchQueries } from './search.queries.ts';

@Module({
  imports: [CustomersModule, ProductsModule],
  controllers: [SearchController],
  providers: [SearchLimit, SearchPresenter, SearchQueries],
})
export class SearchModule {}

export const search: Feature = { module: SearchModule };
