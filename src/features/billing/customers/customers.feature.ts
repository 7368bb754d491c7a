import type { Feature } from '../../../app/feature.ts';
import { customerOwns } from './customer.claims.ts';
import { EMAIL_CLAIM, EXTERNAL_ID_CLAIM, customerEvents } from './customer.events.ts';
import { customerClaimsProcess, customerErasingProcess } from './customer.process.ts';
import { customerProjection, type CustomerDocument } from './customer.projection.ts';
import { customerAnnouncements } from './customer.webhooks.ts';
import { CustomerExport } from './customer-export.service.ts';
import { CustomersDashboardController } from './customers-dashboard.controller.ts';
import { CustomersController } from './customers.controller.ts';
import { customerHandlers } from './customers.handlers.ts';
import { CustomerPresenter, CustomerQueries, CustomerReader } from './customers.queries.ts';
import { SaleRows } from './sale-rows.service.ts';
import { customerDecider } from './customer.decider.ts';

export const customers: Feature = {
  controllers: [CustomersController, CustomersDashboardController],
  providers: [CustomerPresenter, CustomerReader, CustomerQueries, CustomerExport, SaleRows, ...customerHandlers],
  events: customerEvents,
  deciders: [customerDecider],
  projections: [customerProjection],
  processes: [customerClaimsProcess, customerErasingProcess],
  claims: { [EMAIL_CLAIM]: customerOwns, [EXTERNAL_ID_CLAIM]: customerOwns },
  states: { customer: customerProjection },
  ledger: {
    entities: {
      customer: {
        projection: customerProjection,
        name: ({ email }: CustomerDocument) => email,
        scope: 'customers:read',
      },
    },
  },
  webhooks: {
    presenters: { customer: CustomerPresenter },
    announcements: customerAnnouncements,
  },
};
