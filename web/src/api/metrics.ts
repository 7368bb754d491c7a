import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, body } from './client';

export type MetricsInterval = 'day' | 'week' | 'month';

export interface MetricsSpan {
  /** Plain dates, inclusive: 2026-11-21. */
  start: string;
  end: string;
  interval: MetricsInterval;
}

export function metricsQuery(organizationId: string, { start, end, interval }: MetricsSpan) {
  return queryOptions({
    queryKey: ['metrics', organizationId, start, end, interval],
    queryFn: () =>
      body(
        api.GET('/v1/metrics', {
          params: { query: { organization_id: [organizationId], start_date: start, end_date: end, interval } },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}
