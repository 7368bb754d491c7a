import { Injectable } from '@nestjs/common';
import { HttpMetrics } from './http-metrics.ts';
import { StoreLatencies } from './store-latencies.ts';

/** Shows the durations and errors of the stores, which are measured before the program's modules exist. */
@Injectable()
export class StoreMetrics {
  constructor({ registry }: HttpMetrics, { durations, errors }: StoreLatencies) {
    registry.registerMetric(durations);
    registry.registerMetric(errors);
  }
}
