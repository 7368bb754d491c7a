import { Injectable } from '@nestjs/common';
import { Documents } from '../../../app/documents.ts';
import type { Caller } from '../../../app/http/caller.ts';
import { dayOf, msOf, toInstant } from '../../../kernel/ports/clock.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import { nextStart, startOf } from '../intervals.ts';
import { meterProjection, type MeterDocument } from '../meters/meter.projection.ts';
import { quantitiesOf, type HourTally } from '../meters/quantities.rules.ts';
import type { MeterQuantities } from './meter-quantities.dto.ts';
import type { QuantitiesRequest } from './meter-quantities.request.ts';
import { meterTallyProjection, talliesOf, tallyScope } from './meter-tally.projection.ts';
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
    return quantitiesOf(await this.tallies(meter, request), request, meter.aggregation.func);
  }

  private async tallies(meter: MeterDocument, request: QuantitiesRequest): Promise<HourTally[]> {
    const organizationIds = [meter.organization_id];
    const owners = await this.owners.named(request, organizationIds);
    const revision = { meterId: meter.id, revision: meter.revision };
    const scopes = owners ? [...new Set(owners)].map((owner) => tallyScope(revision, owner)) : [tallyScope(revision)];
    if (scopes.length === 0) return [];
    const { start, end, interval } = request;
    const first = startOf(start, interval);
    const last = toInstant(msOf(nextStart(startOf(end, interval), interval)) - 1);
    const where: Where[] = [{ in: ['scope', scopes] }, { gte: ['day', dayOf(first)] }, { lte: ['day', dayOf(last)] }];
    const days = await this.documents.all(meterTallyProjection, { where: { and: where } }, { organizationIds });
    return days.flatMap(talliesOf);
  }
}
