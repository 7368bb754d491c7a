import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { loadDocuments } from '../../../app/documents.ts';
import type { Caller } from '../../../app/http/caller.ts';
import { DOCUMENTS } from '../../../app/tokens.ts';
import type { Instant } from '../../../kernel/clock.ts';
import type { DocumentStore, Where } from '../../../kernel/document-store.ts';
import { collectionOf } from '../../../kernel/projection.ts';
import { customerBucketId, metricProjection, type MetricBucket, type Tally } from './metric.projection.ts';
import { METRIC_INFO, metricsOf, periodsOf, type Interval } from './metric.rules.ts';
import type { MetricsResponse } from './metrics.dto.ts';
import type { MetricsRequest } from './metrics.request.ts';

const PAGE = 500;

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
  constructor(@Inject(DOCUMENTS) private readonly documents: DocumentStore) {}

  async execute({ request, caller }: GetMetrics): Promise<MetricsResponse> {
    const { organizationIds, customerIds, interval } = request;
    const own = caller.organizationIds.filter((id) => organizationIds?.includes(id) ?? true);
    const { starts, end } = periodsOf(request.startDate, request.endDate, interval);
    const buckets = customerIds
      ? await this.ofCustomers(own, customerIds)
      : (await Promise.all(own.map((id) => this.ofOrganization(id, interval, starts[0]!, end)))).flat();
    const tallies = buckets.flatMap((bucket) => bucket.tallies).filter(asked(request, end));
    return { ...metricsOf(tallies, starts), metrics: METRIC_INFO };
  }

  private async ofCustomers(organizationIds: readonly string[], ids: readonly string[]): Promise<MetricBucket[]> {
    const buckets = organizationIds.flatMap((organizationId) => ids.map((id) => customerBucketId(organizationId, id)));
    return [...(await loadDocuments(this.documents, metricProjection, buckets)).values()];
  }

  /** Days from the beginning on; hours only within the range, where they are asked for. */
  private async ofOrganization(id: string, interval: Interval, first: Instant, end: Instant): Promise<MetricBucket[]> {
    if (interval !== 'hour') return this.all(id, 'day', [{ lt: ['start', end] }]);
    const before = await this.all(id, 'day', [{ lt: ['start', first] }]);
    return [...before, ...(await this.all(id, 'hour', [{ gte: ['start', first] }, { lt: ['start', end] }]))];
  }

  private async all(organizationId: string, grain: string, range: readonly Where[]): Promise<MetricBucket[]> {
    const found: MetricBucket[] = [];
    for (;;) {
      const after: Where[] = found.length > 0 ? [{ gt: ['start', found.at(-1)!.start!] }] : [];
      const { items } = await this.documents.find<MetricBucket>(collectionOf(metricProjection), {
        where: { and: [{ eq: ['organization_id', organizationId] }, { eq: ['grain', grain] }, ...range, ...after] },
        sort: [{ field: 'start', direction: 'asc' }],
        limit: PAGE,
      });
      found.push(...items);
      if (items.length < PAGE) return found;
    }
  }
}

function asked({ productIds, billingTypes }: MetricsRequest, end: Instant): (tally: Tally) => boolean {
  return ({ start, product_id, is_recurring }) =>
    start < end &&
    (productIds?.includes(product_id) ?? true) &&
    (billingTypes?.includes(is_recurring ? 'recurring' : 'one_time') ?? true);
}
