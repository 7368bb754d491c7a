import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { customerOwns, EMAIL_CLAIM, EXTERNAL_ID_CLAIM } from './customer.claims.ts';
import { customerEvents } from './customer.events.ts';
import { customerClaimsProcess } from './customer.process.ts';
import { customerProjection } from './customer.projection.ts';
import { customerAnnouncements } from './customer.webhooks.ts';
import { customerStateProjection } from './customer-state.projection.ts';
import { CustomersController } from './customers.controller.ts';
import { customerHandlers } from './customers.handlers.ts';
import {
  CustomerPresenter,
  CustomerQueries,
  CustomerReader,
  CustomerStatePresenter,
  CustomerStateQueries,
  CustomerStateWebhook,
} from './customers.queries.ts';

@Module({
  controllers: [CustomersController],
  providers: [
    CustomerPresenter,
    CustomerStatePresenter,
    CustomerReader,
    CustomerQueries,
    CustomerStateQueries,
    CustomerStateWebhook,
    ...customerHandlers,
  ],
  exports: [CustomerPresenter, CustomerStatePresenter, CustomerReader],
})
export class CustomersModule {}

export const customers: Feature = {
  module: CustomersModule,
  events: customerEvents,
  projections: [customerProjection, customerStateProjection],
  processes: [customerClaimsProcess],
  claims: { [EMAIL_CLAIM]: customerOwns, [EXTERNAL_ID_CLAIM]: customerOwns },
  states: { customer: customerProjection },
  webhooks: {
    presenters: { customer: CustomerPresenter },
    customerState: CustomerStateWebhook,
    announcements: customerAnnouncements,
  },
};
