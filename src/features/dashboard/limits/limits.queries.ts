import { Inject, Injectable } from '@nestjs/common';
import { Documents } from '../../../app/reading/documents.ts';
import { readOrganizationOf, scopesIn, type Caller } from '../../../app/http/callers/caller.ts';
import { CLOCK } from '../../../app/tokens.ts';
import { NotFound } from '../../../kernel/errors.ts';
import { dayOf, type Clock } from '../../../kernel/ports/clock.ts';
import { LIMITS, type Bound } from '../../../limits.ts';
import { clausesOf } from '../../billing/meters/meter-limits.rules.ts';
import { MeterReader } from '../../billing/meters/meters.queries.ts';
import { TaxTables } from '../../billing/tax/tax.queries.ts';
import { currentRates } from '../../billing/tax/tax-table.rules.ts';
import { endpointProjection } from '../../delivery/webhooks/endpoints/webhook-endpoint.projection.ts';
import type { LimitsDto, LimitsQuery, LimitUse } from './limits.dto.ts';

const { meters, meterClauses, webhookEndpoints, currentTaxRates } = LIMITS.organization;

/** Each limit bounds what is read to count what it limits. */
@Injectable()
export class LimitQueries {
  constructor(
    private readonly documents: Documents,
    private readonly meters: MeterReader,
    private readonly taxTables: TaxTables,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws InvalidInput a user names no organization · NotFound it is not one of the caller's */
  async get({ organization_id }: LimitsQuery, caller: Caller): Promise<LimitsDto> {
    const organizationId = readOrganizationOf(caller, organization_id);
    if (organizationId === undefined) throw new NotFound();
    const held = scopesIn(caller, organizationId);
    const [measuring, webhook_endpoints, tax_rates] = await Promise.all([
      held.has('meters:read') ? this.measuring(organizationId) : { meters: null, meter_clauses: null },
      held.has('webhooks:read') ? this.endpoints(organizationId) : null,
      held.has('organizations:read') ? this.taxRates(organizationId) : null,
    ]);
    return { ...measuring, webhook_endpoints, tax_rates };
  }

  private async measuring(organizationId: string): Promise<Pick<LimitsDto, 'meters' | 'meter_clauses'>> {
    const all = await this.meters.ofOrganization(organizationId);
    return { meters: use(meters, all.length), meter_clauses: use(meterClauses, clausesOf(all)) };
  }

  private async endpoints(organizationId: string): Promise<LimitUse> {
    const scope = { organizationIds: [organizationId] };
    const { total } = await this.documents.find(endpointProjection, { limit: 1, counted: true }, scope);
    return use(webhookEndpoints, total);
  }

  private async taxRates(organizationId: string): Promise<LimitUse> {
    const table = await this.taxTables.of(organizationId);
    return use(currentTaxRates, currentRates(table, dayOf(this.clock.now())).length);
  }
}

function use({ most }: Bound, used: number): LimitUse {
  return { used, allowed: most };
}
