import { Get } from '@nestjs/common';
import { DashboardController, Scopes } from '../../../../app/http/api.ts';
import type { Caller } from '../../../../app/http/callers/caller.ts';
import { anyOf } from '../../../../app/http/lists/filters.ts';
import { Filters, type FilterRequest, type ListSpec } from '../../../../app/http/lists/list.ts';
import { CallerOf, Ctx } from '../../../../app/http/request-state.ts';
import type { Context } from '../../../../kernel/writing/command.ts';
import { UsageDayQueries } from './usage-days.queries.ts';
import { UsageDays } from '../usage.dto.ts';

export const usageDays: ListSpec = { sorting: {}, defaultSorting: [], filters: { name: anyOf('name') } };

/** What the contract does not show of usage events. */
@DashboardController('events')
export class UsageDashboardController {
  constructor(private readonly days: UsageDayQueries) {}

  @Get('days')
  @Scopes('events:read', 'events:write')
  listDays(
    @Filters(usageDays) asked: FilterRequest,
    @CallerOf() caller: Caller,
    @Ctx() { now }: Context,
  ): Promise<UsageDays> {
    return this.days.ofNames(asked, caller, now);
  }
}
