import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { customerOwns, EMAIL_CLAIM, EXTERNAL_ID_CLAIM } from './customer.claims.ts';
import { customerEvents } from './customer.events.ts';
import { customerClaimsProcess, customerDeletionProcess } from './customer.process.ts';
import { customerProjection } from './customer.projection.ts';
import { customerAnnouncements } from './customer.webhooks.ts';
import { customerStateProjection } from './customer-state.projection.ts';
import { CustomersController } from './customers.controller.ts';
import { customerHandlers } from './customers.handlers.ts';
import {
  CustomerPresenter,
  CustomerReader,
  CustomerStatePresenter,
  CustomerStateWebhook,
  GetCustomerHandler,
  GetCustomerStateHandler,
  ListCustomersHandler,
} from './customers.queries.ts';

@Module({
  controllers: [CustomersController],
  providers: [
    CustomerPresenter,
    CustomerStatePresenter,
    CustomerReader,
    CustomerStateWebhook,
    GetCustomerHandler,
    ListCustomersHandler,
    GetCustomerStateHandler,
    ...customerHandlers,
  ],
  exports: [CustomerPresenter, CustomerStatePresenter, CustomerReader],
})
export class CustomersModule {}

export const customers: Feature = {
  module: CustomersModule,
  events: customerEvents,
  projections: [customerProjection, customerStateProjection],
  processes: [customerClaimsProcess, customerDeletionProcess],
  claims: { [EMAIL_CLAIM]: customerOwns, [EXTERNAL_ID_CLAIM]: customerOwns },
  states: { customer: customerProjection },
  webhooks: {
    presenters: { customer: CustomerPresenter },
    customerState: CustomerStateWebhook,
    announcements: customerAnnouncements,
  },
};
