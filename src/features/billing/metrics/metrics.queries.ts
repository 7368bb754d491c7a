import { Injectable } from '@nestjs/common';
import { Documents, narrowedTo } from '../../../app/reading/documents.ts';
import { DEFAULT_CURRENCY } from '../../../kernel/currencies.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { organizationProjection } from '../../accounts/organizations/organization.projection.ts';
import { metricProjection, type Tally } from './metric.projection.ts';
import type { Interval } from '../intervals.ts';
import { METRIC_INFO, metricsOf, periodsOf } from './metric.rules.ts';
import type { MetricsResponse } from './metrics.dto.ts';
import type { MetricsRequest } from './metrics.request.ts';
import { rangesUntil, type TallyRange } from './tally-ranges.rules.ts';

/** Large, because tallies are small and every page of a query over several scopes sorts again. */
const PAGE = 5_000;

@Injectable()
export class MetricQueries {
  constructor(private readonly documents: Documents) {}

  async get(request: MetricsRequest, scope: TenantScope): Promise<MetricsResponse> {
    const within = narrowedTo(request.organizationIds, scope);
    const currency = await this.currencyOf(request, scope);
    const { starts, end } = periodsOf(request.startDate, request.endDate, request.interval);
    const found: Tally[] = [];
    for (const range of rangesOf(starts[0]!, end, request.interval, request.customerIds !== undefined))
      found.push(...(await this.tallies(scopesOf(request), range, within)).filter(matches({ ...request, currency })));
    return { ...metricsOf(found, starts), metrics: METRIC_INFO };
  }

  /** What amounts are in. */
  async currencyOf({ currency, organizationIds }: MetricsRequest, scope: TenantScope): Promise<string> {
    return currency ?? this.ownCurrency(narrowedTo(organizationIds, scope));
  }

  /** That of all these organizations; usd if theirs differ, because amounts of two are never added. */
  private async ownCurrency(within: TenantScope): Promise<string> {
    const organizations = await this.documents.getMany(
      organizationProjection,
      within === 'any' ? [] : within.organizationIds,
      within,
    );
    const own = new Set([...organizations.values()].map(({ currency }) => currency));
    return own.size === 1 ? [...own][0]! : DEFAULT_CURRENCY;
  }

  /** The tallies of whole organizations in these ranges, of all currencies. */
  async talliesIn(ranges: readonly TallyRange[], within: TenantScope): Promise<Tally[]> {
    return (await Promise.all(ranges.map((range) => this.tallies(['all'], range, within)))).flat();
  }

  /** The quarter of an hour in which the first order was paid. */
  async firstSale(within: TenantScope): Promise<Instant | undefined> {
    const where: Where = {
      and: [{ in: ['scope', ['all']] }, { eq: ['grain', 'quarter_hour'] }, { gt: ['orders', 0] }],
    };
    const sort = [{ field: 'start', direction: 'asc' }] as const;
    return (await this.documents.find(metricProjection, { where, sort, limit: 1 }, within)).items[0]?.start;
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

/** Only tallies of customers count single checkouts. */
type Range = Omit<TallyRange, 'grain'> & { grain: Tally['grain'] };

/** All time before the first period, then the periods. */
function rangesOf(first: Instant, end: Instant, interval: Interval, ofCustomers: boolean): Range[] {
  return [
    ...rangesUntil(first),
    { grain: interval === 'week' ? 'day' : interval, from: first, to: end },
    ...(ofCustomers ? [{ grain: 'checkout', from: first, to: end } as const] : []),
  ];
}

function scopesOf({ customerIds, productIds }: MetricsRequest): string[] {
  if (customerIds) return [...new Set(customerIds)].map((id) => `customer:${id}`);
  return productIds ? [...new Set(productIds)].map((id) => `product:${id}`) : ['all'];
}

function matches({
  productIds,
  billingTypes,
  currency,
}: MetricsRequest & { currency: string }): (tally: Tally) => boolean {
  return (tally) =>
    tally.currency === currency &&
    (tally.product_id === null || (productIds?.includes(tally.product_id) ?? true)) &&
    (billingTypes?.includes(tally.is_recurring ? 'recurring' : 'one_time') ?? true);
}
