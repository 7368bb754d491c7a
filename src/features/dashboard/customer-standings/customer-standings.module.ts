import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { OrdersModule } from '../../billing/orders/orders.module.ts';
import { CustomerStandingsController } from './customer-standings.controller.ts';
import { CustomerStandingQueries } from './customer-standings.queries.ts';

@Module({
  imports: [OrdersModule],
  controllers: [CustomerStandingsController],
  providers: [CustomerStandingQueries],
})
export class CustomerStandingsModule {}

export const customerStandings: Feature = { module: CustomerStandingsModule };
