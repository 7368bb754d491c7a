import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { CustomerMetersModule } from '../customer-meters/customer-meters.module.ts';
import { CustomFieldsModule } from '../custom-fields/custom-fields.module.ts';
import { CustomersModule } from '../customers/customers.module.ts';
import { MetersModule } from '../meters/meters.module.ts';
import { customerStateProjection } from './customer-state.projection.ts';
import { CustomerStatesController } from './customer-states.controller.ts';
import { CustomerStatePresenter, CustomerStateQueries, CustomerStateWebhook } from './customer-states.queries.ts';

@Module({
  imports: [CustomFieldsModule, CustomerMetersModule, CustomersModule, MetersModule],
  controllers: [CustomerStatesController],
  providers: [CustomerStatePresenter, CustomerStateQueries, CustomerStateWebhook],
})
export class CustomerStatesModule {}

/** Customers with their subscriptions and grants. Listed after `customers`, whose route must match first for the external id `state`. */
export const customerStates: Feature = {
  module: CustomerStatesModule,
  projections: [customerStateProjection],
  webhooks: { presenters: {}, customerState: CustomerStateWebhook, announcements: {} },
};
