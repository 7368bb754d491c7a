import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { metricProjection } from './metric.projection.ts';
import { MetricsExport } from './metrics-export.service.ts';
import { MetricsController } from './metrics.controller.ts';
import { MetricQueries } from './metrics.queries.ts';

@Module({ controllers: [MetricsController], providers: [MetricQueries, MetricsExport], exports: [MetricQueries] })
export class MetricsModule {}

export const metrics: Feature = { module: MetricsModule, projections: [metricProjection] };
