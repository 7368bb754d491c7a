import type { Feature } from '../../../app/feature.ts';
import { metricProjection } from './metric.projection.ts';
import { MetricsExport } from './metrics-export.service.ts';
import { MetricsController } from './metrics.controller.ts';
import { MetricQueries } from './metrics.queries.ts';

export const metrics: Feature = {
  controllers: [MetricsController],
  providers: [MetricQueries, MetricsExport],
  projections: [metricProjection],
};
