import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Documents } from '../../../app/documents.ts';
import type { Caller } from '../../../app/http/caller.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import { metricProjection, startOf, type Tally } from './metric.projection.ts';
import { METRIC_INFO, metricsOf, periodsOf, type Interval } from './metric.rules.ts';
import type { MetricsResponse } from './metrics.dto.ts';
import type { MetricsRequest } from './metrics.request.ts';

/** Tallies are small, and each page of several scopes sorts them again. */
const PAGE = 5_000;

export class GetMetrics extends Query<MetricsResponse> {
  constructor(
    readonly request: MetricsRequest,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(GetMetrics)
export class GetMetricsHandler implements IQueryHandler<GetMetrics> {
  constructor(private readonly documents: Documents) {}

  async execute({ request, caller }: GetMetrics): Promise<MetricsResponse> {
    const { organizationIds, interval } = request;
    const own = caller.organizationIds.filter((id) => organizationIds?.includes(id) ?? true);
    const { starts, end } = periodsOf(request.startDate, request.endDate, interval);
    const found: Tally[] = [];
    for (const range of rangesOf(starts[0]!, end, interval, request.customerIds !== undefined))
      found.push(...(await this.tallies(own, scopesOf(request), range)).filter(asked(request)));
    return { ...metricsOf(found, starts), metrics: METRIC_INFO };
  }

  /** One query for all organizations and scopes, so that a request costs what it returns, not the product of its filters. */
  private tallies(organizationIds: string[], scopes: string[], { grain, from, to }: Range): Promise<Tally[]> {
    const on: Where[] = [{ in: ['scope', scopes] }, { eq: ['grain', grain] }];
    const within: Where[] = [...(from === undefined ? [] : [{ gte: ['start', from] } as Where]), { lt: ['start', to] }];
    const sort = [{ field: 'start', direction: 'asc' }] as const;
    return this.documents.all(
      metricProjection,
      { where: { and: [...on, ...within] }, sort },
      { organizationIds },
      PAGE,
    );
  }
}

interface Range {
  grain: Tally['grain'];
  /** Left out: from the beginning. */
  from?: Instant;
  to: Instant;
}

/** Everything before the first period by whole years, months and days, then the periods themselves; only customers have checkouts apart. */
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

function asked({ productIds, billingTypes }: MetricsRequest): (tally: Tally) => boolean {
  return ({ product_id, is_recurring }) =>
    (product_id === null || (productIds?.includes(product_id) ?? true)) &&
    (billingTypes?.includes(is_recurring ? 'recurring' : 'one_time') ?? true);
}
