import { handlersOf } from '../../../app/commands.ts';
import type { Feature } from '../../../app/feature.ts';
import { TAX_CALCULATOR } from '../../../app/tokens.ts';
import { taxRateProjection, type TaxRateDocument } from './tax-rate.projection.ts';
import { AddTaxRate, ChangeTaxOrigin, EndTaxRate } from './tax-table.commands.ts';
import { taxTableDecider } from './tax-table.decider.ts';
import { taxTableEvents, taxTableStream } from './tax-table.events.ts';
import { TaxController, TaxRatesController } from './tax.controller.ts';
import { TableTaxCalculator, TaxQueries, TaxRatePresenter, TaxRateQueries, TaxTables } from './tax.queries.ts';

const handlers = handlersOf(
  taxTableDecider,
  ({ organizationId }) => taxTableStream(organizationId),
  AddTaxRate,
  EndTaxRate,
  ChangeTaxOrigin,
);

export const tax: Feature = {
  controllers: [TaxRatesController, TaxController],
  providers: [
    TaxTables,
    { provide: TAX_CALCULATOR, useClass: TableTaxCalculator },
    TaxQueries,
    TaxRateQueries,
    TaxRatePresenter,
    ...handlers,
  ],
  events: taxTableEvents,
  deciders: [taxTableDecider],
  projections: [taxRateProjection],
  ledger: {
    entities: {
      taxRate: {
        projection: taxRateProjection,
        name: ({ name, percent, place }: TaxRateDocument) => `${name} ${percent}% in ${place}`,
      },
    },
  },
};
