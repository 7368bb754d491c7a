import { Get } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { BillingController, DashboardController, Scopes } from '../../../../app/http/api.ts';
import type { Caller } from '../../../../app/http/callers/caller.ts';
import { anyId } from '../../../../app/http/lists/filters.ts';
import { Filters, MOST_VALUES, type FilterRequest, type ListSpec } from '../../../../app/http/lists/list.ts';
import { CallerOf, Ctx } from '../../../../app/http/request-state.ts';
import { Id } from '../../../../app/http/validation.ts';
import type { Context } from '../../../../kernel/writing/command.ts';
import { INTERVALS } from '../../intervals.ts';
import { MeterQuantities, MetersThisMonth } from './meter-quantities.dto.ts';
import { MeterQuantityQueries } from './meter-quantities.queries.ts';
import { QuantitiesOf, type QuantitiesRequest } from './meter-quantities.request.ts';

const INSTANT = { type: 'string', format: 'date-time' } as const;
const OWNERS = { type: 'array', items: { type: 'string' }, maxItems: MOST_VALUES } as const;

@BillingController('meters', 'usage')
@Scopes('meters:read', 'meters:write')
export class MeterQuantitiesController {
  constructor(private readonly quantities: MeterQuantityQueries) {}

  /** What the meter measured in the hours, days, weeks, months or years of a range, and in all of them. */
  @Get(':id/quantities')
  @ApiQuery({ name: 'start_timestamp', schema: INSTANT })
  @ApiQuery({ name: 'end_timestamp', schema: INSTANT })
  @ApiQuery({ name: 'interval', enum: INTERVALS })
  @ApiQuery({ name: 'customer_id', required: false, schema: OWNERS })
  @ApiQuery({ name: 'external_customer_id', required: false, schema: OWNERS })
  get(
    @Id() id: string,
    @CallerOf() caller: Caller,
    @QuantitiesOf() request: QuantitiesRequest,
  ): Promise<MeterQuantities> {
    return this.quantities.get(id, request, caller);
  }
}

export const metersThisMonth: ListSpec = { sorting: {}, defaultSorting: [], filters: { meter_id: anyId('id') } };

/** What the contract does not show of meters. */
@DashboardController('meters')
export class MetersDashboardController {
  constructor(private readonly quantities: MeterQuantityQueries) {}

  @Get('this-month')
  @Scopes('meters:read', 'meters:write')
  listThisMonth(
    @Filters(metersThisMonth) asked: FilterRequest,
    @CallerOf() caller: Caller,
    @Ctx() { now }: Context,
  ): Promise<MetersThisMonth> {
    return this.quantities.thisMonth(asked, caller, now);
  }
}
