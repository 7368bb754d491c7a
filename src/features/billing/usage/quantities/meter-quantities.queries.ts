import { Injectable } from '@nestjs/common';
import { Documents, narrowedTo } from '../../../../app/reading/documents.ts';
import type { Caller } from '../../../../app/http/callers/caller.ts';
import { equalTo } from '../../../../app/http/lists/filters.ts';
import type { FilterRequest } from '../../../../app/http/lists/list.ts';
import { InvalidInput } from '../../../../kernel/errors.ts';
import { dayOf, msOf, toInstant, type Instant } from '../../../../kernel/ports/clock.ts';
import type { Where } from '../../../../kernel/ports/document-store.ts';
import { nextStart, startOf } from '../../intervals.ts';
import { meterProjection, servingOf } from '../../meters/meter.projection.ts';
import { quantitiesOf, type HourTally } from '../../meters/quantities.rules.ts';
import type { MeterQuantities, MetersThisMonth } from './meter-quantities.dto.ts';
import type { QuantitiesRequest } from './meter-quantities.request.ts';
import { meterTallyProjection, talliesOf, tallyScope, type MeterTallyDocument } from './meter-tally.projection.ts';
import type { MeterRevision } from '../usage.events.ts';
import { UsageOwners } from '../usage-owners.service.ts';

const MOST_METERS = 100;

/** What meters measured, from tallies by day: the time it takes does not depend on how many events there are. */
@Injectable()
export class MeterQuantityQueries {
  constructor(
    private readonly documents: Documents,
    private readonly owners: UsageOwners,
  ) {}

  /** @throws NotFound */
  async get(meterId: string, request: QuantitiesRequest, caller: Caller): Promise<MeterQuantities> {
    const meter = await this.documents.demand(meterProjection, meterId, caller);
    const { revision, aggregation } = servingOf(meter);
    const tallies = await this.tallies({ meterId, revision }, meter.organization_id, request);
    return quantitiesOf(tallies, request, aggregation.func);
  }

  /** Of those meters that the caller may see. @throws InvalidInput too many meters */
  async thisMonth(asked: FilterRequest, caller: Caller, now: Instant): Promise<MetersThisMonth> {
    const ids = equalTo(asked.where, 'id') ?? [];
    if (ids.length > MOST_METERS)
      throw InvalidInput.at('query.meter_id', `List should have at most ${MOST_METERS} items`, 'too_long');
    const found = await this.documents.getMany(meterProjection, ids, narrowedTo(asked.organizationIds, caller));
    const meters = [...found.values()].map((meter) => {
      const { revision, aggregation } = servingOf(meter);
      return { meter, scope: tallyScope({ meterId: meter.id, revision }), func: aggregation.func };
    });
    const month = { start: now, end: now, interval: 'month' } as const;
    const organizationIds = [...new Set(meters.map(({ meter }) => meter.organization_id))];
    const tallies = new Map(meters.map(({ scope }) => [scope, [] as HourTally[]]));
    for (const day of await this.days([...tallies.keys()], month, organizationIds))
      tallies.get(day.scope)!.push(...talliesOf(day));
    return {
      meters: meters.map(({ meter, scope, func }) => ({
        meter_id: meter.id,
        quantity: quantitiesOf(tallies.get(scope)!, month, func).total,
      })),
    };
  }

  private async tallies(
    meter: MeterRevision,
    organizationId: string,
    request: QuantitiesRequest,
  ): Promise<HourTally[]> {
    const organizationIds = [organizationId];
    const owners = await this.owners.named(request, organizationIds);
    const scopes = owners ? [...new Set(owners)].map((owner) => tallyScope(meter, owner)) : [tallyScope(meter)];
    return (await this.days(scopes, request, organizationIds)).flatMap(talliesOf);
  }

  /** The days that periods of the range have. */
  private async days(
    scopes: readonly string[],
    { start, end, interval }: Pick<QuantitiesRequest, 'start' | 'end' | 'interval'>,
    organizationIds: readonly string[],
  ): Promise<MeterTallyDocument[]> {
    if (scopes.length === 0) return [];
    const first = startOf(start, interval);
    const last = toInstant(msOf(nextStart(startOf(end, interval), interval)) - 1);
    const where: Where[] = [{ in: ['scope', scopes] }, { gte: ['day', dayOf(first)] }, { lte: ['day', dayOf(last)] }];
    return this.documents.all(meterTallyProjection, { where: { and: where } }, { organizationIds });
  }
}
