import type { Feature } from '../../../app/feature.ts';
import { financeEntryProjection } from './finance-entry.projection.ts';
import { FinanceExport } from './finance-export.service.ts';
import { BookedPresenter, FinanceEntryQueries, TaxLineQueries } from './finance-lists.queries.ts';
import { FinanceController } from './finance.controller.ts';
import { FinanceQueries } from './finance.queries.ts';
import { taxLineProjection } from './tax-line.projection.ts';

export const finance: Feature = {
  controllers: [FinanceController],
  providers: [BookedPresenter, FinanceEntryQueries, TaxLineQueries, FinanceQueries, FinanceExport],
  projections: [financeEntryProjection, taxLineProjection],
};
