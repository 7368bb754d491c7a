import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { CustomersModule } from '../customers/customers.module.ts';
import { financeEntryProjection } from './finance-entry.projection.ts';
import { FinanceExport } from './finance-export.service.ts';
import { BookedPresenter, FinanceEntryQueries, TaxLineQueries } from './finance-lists.queries.ts';
import { FinanceController } from './finance.controller.ts';
import { FinanceQueries } from './finance.queries.ts';
import { taxLineProjection } from './tax-line.projection.ts';

@Module({
  imports: [CustomersModule],
  controllers: [FinanceController],
  providers: [BookedPresenter, FinanceEntryQueries, TaxLineQueries, FinanceQueries, FinanceExport],
})
export class FinanceModule {}

export const finance: Feature = { module: FinanceModule, projections: [financeEntryProjection, taxLineProjection] };
