import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { MetricsModule } from '../../billing/metrics/metrics.module.ts';
import { SubscriptionsModule } from '../../billing/subscriptions/subscriptions.module.ts';
import { FiguresController } from './figures.controller.ts';
import { FigureQueries } from './figures.queries.ts';

@Module({
  imports: [MetricsModule, SubscriptionsModule],
  controllers: [FiguresController],
  providers: [FigureQueries],
})
export class FiguresModule {}

export const figures: Feature = { module: FiguresModule };
