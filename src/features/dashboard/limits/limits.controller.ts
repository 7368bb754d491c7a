import { Get, Query } from '@nestjs/common';
import { Answers, DashboardController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { CallerOf } from '../../../app/http/request-state.ts';
import { LimitsDto, LimitsQuery } from './limits.dto.ts';
import { LimitQueries } from './limits.queries.ts';

/** How much of what an organization can have it has; its files are under `file-space`. */
@DashboardController('limits')
export class LimitsController {
  constructor(private readonly limits: LimitQueries) {}

  @Get()
  @Scopes('meters:read', 'webhooks:read', 'organizations:read')
  @Answers(404)
  get(@Query() query: LimitsQuery, @CallerOf() caller: Caller): Promise<LimitsDto> {
    return this.limits.get(query, caller);
  }
}
