import { Injectable } from '@nestjs/common';
import { Documents } from '../../../app/documents.ts';
import type { Caller } from '../../../app/http/caller.ts';
import { dayOf, msOf, toInstant } from '../../../kernel/ports/clock.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import { nextStart, startOf } from '../intervals.ts';
import { meterProjection, servingOf } from '../meters/meter.projection.ts';
import { quantitiesOf, type HourTally } from '../meters/quantities.rules.ts';
import type { MeterQuantities } from './meter-quantities.dto.ts';
import type { QuantitiesRequest } from './meter-quantities.request.ts';
import { meterTallyProjection, talliesOf, tallyScope } from './meter-tally.projection.ts';
import type { MeterRevision } from './usage.events.ts';
import { UsageOwners } from './usage-owners.service.ts';

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

  private async tallies(
    meter: MeterRevision,
    organizationId: string,
    request: QuantitiesRequest,
  ): Promise<HourTally[]> {
    const organizationIds = [organizationId];
    const owners = await this.owners.named(request, organizationIds);
    const scopes = owners ? [...new Set(owners)].map((owner) => tallyScope(meter, owner)) : [tallyScope(meter)];
    if (scopes.length === 0) return [];
    const { start, end, interval } = request;
    const first = startOf(start, interval);
    const last = toInstant(msOf(nextStart(startOf(end, interval), interval)) - 1);
    const where: Where[] = [{ in: ['scope', scopes] }, { gte: ['day', dayOf(first)] }, { lte: ['day', dayOf(last)] }];
    const days = await this.documents.all(meterTallyProjection, { where: { and: where } }, { organizationIds });
    return days.flatMap(talliesOf);
  }
}
