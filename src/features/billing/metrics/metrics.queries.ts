import { Injectable } from '@nestjs/common';
import { Documents, narrowedTo } from '../../../app/documents.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { metricProjection, startOf, type Tally } from './metric.projection.ts';
import { METRIC_INFO, metricsOf, periodsOf, type Interval } from './metric.rules.ts';
import type { MetricsResponse } from './metrics.dto.ts';
import type { MetricsRequest } from './metrics.request.ts';

/** Large, because tallies are small and every page of a query over several scopes sorts again. */
const PAGE = 5_000;

@Injectable()
export class MetricQueries {
  constructor(private readonly documents: Documents) {}

  async get(request: MetricsRequest, scope: TenantScope): Promise<MetricsResponse> {
    const within = narrowedTo(request.organizationIds, scope);
    const { starts, end } = periodsOf(request.startDate, request.endDate, request.interval);
    const found: Tally[] = [];
    for (const range of rangesOf(starts[0]!, end, request.interval, request.customerIds !== undefined))
      found.push(...(await this.tallies(scopesOf(request), range, within)).filter(matches(request)));
    return { ...metricsOf(found, starts), metrics: METRIC_INFO };
  }

  /** One query for all organizations and scopes: its cost grows with the result, not with the number of filters. */
  private tallies(scopes: string[], { grain, from, to }: Range, within: TenantScope): Promise<Tally[]> {
    const ofScopes: Where[] = [{ in: ['scope', scopes] }, { eq: ['grain', grain] }];
    const inRange: Where[] = [
      ...(from === undefined ? [] : [{ gte: ['start', from] } as Where]),
      { lt: ['start', to] },
    ];
    const sort = [{ field: 'start', direction: 'asc' }] as const;
    return this.documents.all(metricProjection, { where: { and: [...ofScopes, ...inRange] }, sort }, within, PAGE);
  }
}

interface Range {
  grain: Tally['grain'];
  /** Undefined: from the beginning. */
  from?: Instant;
  to: Instant;
}

/** All time before the first period as whole years, months and days, then the periods. Only customers have single checkouts. */
function rangesOf(first: Instant, end: Instant, interval: Interval, ofCustomers: boolean): Range[] {
  const [year, month] = [startOf(first, 'year'), startOf(first, 'month')];
  const ranges: Range[] = [
    { grain: 'year', to: year },
    { grain: 'month', from: year, to: month },
    { grain: 'day', from: month, to: first },
    { grain: interval === 'week' ? 'day' : interval, from: first, to: end },
    ...(ofCustomers ? [{ grain: 'checkout', from: first, to: end } as const] : []),
  ];
  return ranges.filter(({ from, to }) => from !== to);
}

function scopesOf({ customerIds, productIds }: MetricsRequest): string[] {
  if (customerIds) return [...new Set(customerIds)].map((id) => `customer:${id}`);
  return productIds ? [...new Set(productIds)].map((id) => `product:${id}`) : ['all'];
}

function matches({ productIds, billingTypes }: MetricsRequest): (tally: Tally) => boolean {
  return ({ product_id, is_recurring }) =>
    (product_id === null || (productIds?.includes(product_id) ?? true)) &&
    (billingTypes?.includes(is_recurring ? 'recurring' : 'one_time') ?? true);
}
