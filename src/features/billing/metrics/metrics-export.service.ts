import { Injectable, type StreamableFile } from '@nestjs/common';
import { csvFile, type CsvColumns } from '../../../app/http/lists/csv.ts';
import { decimalText } from '../../../kernel/money.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { METRIC_INFO, type MetricSlug } from './metric.rules.ts';
import type { MetricPeriod } from './metrics.dto.ts';
import { MetricQueries } from './metrics.queries.ts';
import type { MetricsRequest } from './metrics.request.ts';

export interface MetricRow {
  period: MetricPeriod;
  currency: string;
}

/** Amounts are decimals in the currency of their row. */
export const METRIC_COLUMNS: CsvColumns<MetricRow> = {
  timestamp: ({ period }) => period.timestamp,
  currency: ({ currency }) => currency.toUpperCase(),
  ...Object.fromEntries(
    (Object.keys(METRIC_INFO) as MetricSlug[]).map((slug) => [
      slug,
      ({ period, currency }: MetricRow) =>
        METRIC_INFO[slug].type === 'currency' ? decimalText({ amount: period[slug], currency }) : period[slug],
    ]),
  ),
};

/** The periods of metrics as a CSV file. */
@Injectable()
export class MetricsExport {
  constructor(private readonly metrics: MetricQueries) {}

  async file(request: MetricsRequest, scope: TenantScope): Promise<StreamableFile> {
    const currency = await this.metrics.currencyOf(request, scope);
    const { periods } = await this.metrics.get({ ...request, currency }, scope);
    const rows = periods.map((period) => ({ period, currency }));
    return csvFile('metrics', METRIC_COLUMNS, onePage(rows));
  }
}

async function* onePage<T>(rows: T[]): AsyncIterable<T[]> {
  yield rows;
}
